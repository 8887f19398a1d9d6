/** Strict, and without swallowing a byte order mark: the signature covers every byte. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeText(payload: Buffer): string | undefined {
  try {
    return utf8.decode(payload)
  } catch {
    return undefined
  }
}

/** The text that was signed, and what it says; undefined when it is no JSON. */
export function readMessage(payload: Buffer): { text: string; body: unknown } | undefined {
  const text = decodeText(payload)
  const body = text === undefined ? undefined : parseJson(text)
  return text === undefined || body === undefined ? undefined : { text, body }
}

/** Any JSON but one with a `__proto__` member, which would change objects it is copied into. */
function parseJson(text: string): unknown {
  try {
    // No member is called that where no text is; a letter may also be written as an escape. To look at each costs more.
    if (!text.includes('__proto__') && !text.includes('\\')) return JSON.parse(text)
    return JSON.parse(text, (name, value) => {
      if (name === '__proto__') throw new SyntaxError('__proto__ is not allowed')
      return value
    })
  } catch {
    return undefined
  }
}
