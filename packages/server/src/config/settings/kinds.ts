import Type from 'typebox'

/** Marks a setting whose value is never shown and may also come from a file (`…_FILE`). */
export const SECRET = { 'x-secret': true }

/** A text with a rule that no JSON Schema keyword can say; the sentence is what operators read. */
export const text = <O extends object>(rule: string, check: (value: string) => boolean, options: O) =>
  Type.Refine(Type.String({ 'x-rule': rule, ...options }), check)

export const count = (
  fallback: number,
  description: string,
  range: { minimum?: number; maximum?: number } = {},
) => Type.Integer({ minimum: 1, maximum: 1_000_000, default: fallback, description, ...range })

export const port = (fallback: number, description: string) =>
  count(fallback, `${description}; 0 takes any free one`, { minimum: 0, maximum: 65_535 })

export const flag = (description: string, fallback = false) =>
  Type.Boolean({ default: fallback, description })

export const host = (description: string) =>
  text('a host name or an IP address', (value) => /^[^\s/]+$/.test(value), {
    default: '127.0.0.1',
    description,
  })

export const hasScheme =
  (...schemes: string[]) =>
  (value: string) =>
    schemes.includes(URL.parse(value)?.protocol.slice(0, -1) ?? '')
