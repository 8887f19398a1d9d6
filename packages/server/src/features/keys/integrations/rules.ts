/** How a caller may name an API key: by its number or by its client id (#63). */
export type KeyName = { apiKeyId: number } | { clientId: string }

/** Undefined: no key can have such a name. */
export function keyNameOf(value: string | number): KeyName | undefined {
  const text = idTextOf(value)
  if (text === undefined) return undefined
  if (/^\d{1,10}$/.test(text)) {
    const apiKeyId = Number(text)
    return apiKeyId <= 2_147_483_647 ? { apiKeyId } : undefined
  }
  return /^[0-9a-f]{40}$/.test(text) ? { clientId: text } : undefined
}

/** An id as text. Undefined for what no id can be. */
export function idTextOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value)
  return /^[\w-]{1,64}$/.test(text) ? text : undefined
}
