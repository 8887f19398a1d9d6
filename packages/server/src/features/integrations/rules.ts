/** How a caller may name an API key: by its number or by its client id (#63). */
export type KeyName = { apiKeyId: number } | { clientId: string }

/** Undefined: no key can have such a name. */
export function keyNameOf(value: string | number): KeyName | undefined {
  const text = String(value)
  if (/^\d{1,10}$/.test(text)) {
    const apiKeyId = Number(text)
    return apiKeyId <= 2_147_483_647 ? { apiKeyId } : undefined
  }
  return /^[0-9a-f]{40}$/.test(text) ? { clientId: text } : undefined
}
