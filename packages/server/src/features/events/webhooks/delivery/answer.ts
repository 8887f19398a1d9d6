import type { WebhookAnswer } from '@latchwork/contract'
import type { Ctx } from '../../../../platform/context.ts'
import type { AnswerBytes } from '../../../../platform/net/outbound.ts'

/** So much of an answer is kept (D189). */
const KEPT_CHARACTERS = 2048

/** What cannot be seen, or changes how the rest is read, on a screen and in a terminal. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu
const isLayout = (character: string) => character === '\n' || character === '\t'

/** What a receiver answered, as it is kept. Undefined for what is not text. */
export function answerOf(
  { bytes, isCut }: AnswerBytes,
  secrets: readonly string[],
): WebhookAnswer | undefined {
  const text = textOf(bytes, isCut)
  if (text === undefined || text === '') return undefined
  // A secret at the very end may be cut in two, and its first part is not found.
  const safe = isCut ? text.slice(0, -longestOf(secrets)) : text
  const shown = masked(safe, secrets)
    .replaceAll('\r\n', '\n')
    .replace(UNSEEN, (character) => (isLayout(character) ? character : '\ufffd'))
  const body = wholeCharacters(shown.slice(0, KEPT_CHARACTERS))
  return { body, isCut: isCut || shown.length > KEPT_CHARACTERS }
}

function textOf(bytes: Buffer, isCut: boolean): string | undefined {
  // Compressed answers and pictures have them, texts do not.
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
  } catch {
    return undefined
  }
}

/** Each character may be written in three times as many, as programs do in addresses, and six times in JSON. */
const longestOf = (secrets: readonly string[]) => 6 * Math.max(1, ...secrets.map(({ length }) => length))

/** A pair of surrogates is one character, of which half would be none. */
const wholeCharacters = (text: string) => text.replace(/[\ud800-\udbff]$/, '')

/** Receivers that show what they were sent show how it was signed. Whoever reads logs need not know (4.5). */
function masked(text: string, secrets: readonly string[]): string {
  const seen = secrets.some(({ length }) => length <= 2 * text.length) ? looksOf(text) : undefined
  if (!seen) return text
  return secrets
    .filter((secret) => mayHold(seen, secret))
    .flatMap(writingsOf)
    .reduce((rest, written) => rest.replace(written, '***'), text)
}

interface Looks {
  /** Something in it may be written otherwise than it is: `%41`, `&#65;`. */
  readonly hasEscapes: boolean
  readonly lowerCase: string
  readonly base64: string
}

const looksOf = (text: string): Looks => ({
  hasEscapes: /[%\\&]/.test(text),
  lowerCase: text.toLowerCase(),
  base64: text.replaceAll('-', '+').replaceAll('_', '/'),
})

/** False when the secret is surely not in it, which is seen sooner than patterns for all its writings are made. */
const mayHold = ({ hasEscapes, lowerCase, base64 }: Looks, secret: string): boolean =>
  hasEscapes ||
  // Beyond ASCII two letters may be one in capitals only.
  !/^[\x20-\x7e]*$/.test(secret) ||
  lowerCase.includes(secret.toLowerCase()) ||
  lowerCase.includes(Buffer.from(secret).toString('hex')) ||
  OFFSETS.some((before) => base64.includes(inBase64(secret, before)))

/** A secret as it stands, with any of its characters written as in JSON, addresses and HTML; in hexadecimal; in base64. */
const writingsOf = (secret: string): RegExp[] => [
  new RegExp([...secret].map(anyWriting).join(''), 'gi'),
  new RegExp(Buffer.from(secret).toString('hex'), 'gi'),
  ...OFFSETS.map((before) => new RegExp(anyAlphabet(inBase64(secret, before)), 'g')),
]

function anyWriting(character: string): string {
  const code = character.charCodeAt(0)
  const hex = code.toString(16)
  const asIs = `\\\\?${RegExp.escape(character)}`
  return `(?:${asIs}|%${hex.padStart(2, '0')}|\\\\u${hex.padStart(4, '0')}|&#(?:0{0,5}${code}|x0{0,5}${hex});)`
}

/** So many characters of three may stand before a secret. */
const OFFSETS = [0, 1, 2] as const

/** The part of it that stays the same whatever stands around the secret. */
function inBase64(secret: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64')
  return whole.slice(before === 0 ? 0 : 4)
}

const anyAlphabet = (base64: string): string =>
  RegExp.escape(base64).replaceAll(/\\\+/g, '[-+]').replaceAll('\\/', '[_/]')

const context = (logId: string) => `webhook_log.answer:${logId}`

export const sealAnswer = (ctx: Ctx<never>, logId: string, answer: WebhookAnswer): string =>
  ctx.sealer.seal(JSON.stringify(answer), context(logId))

export const openAnswer = (ctx: Ctx<never>, logId: string, sealed: string): WebhookAnswer =>
  JSON.parse(ctx.sealer.open(sealed, context(logId))) as WebhookAnswer
