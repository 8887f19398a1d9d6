import type { MailTemplate } from '../../messages/index.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How long after each attempt the next one follows: a day and a half in all, as mail servers do. */
const RETRY_DELAYS = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
  12 * HOUR,
]

/** How long to wait after the nth attempt failed; undefined when it was the last. */
export const retryDelayMs = (attempt: number): number | undefined => RETRY_DELAYS[attempt - 1]

/** Mails with a code or a key, and how long those are worth anything. */
const SECRET_FOR: Partial<Record<MailTemplate, number>> = {
  emailChangeCode: 24 * HOUR,
  emailVerification: 24 * HOUR,
  passwordReset: HOUR,
  invite: 48 * HOUR,
  partnerInvite: 48 * HOUR,
  addressKeys: 48 * HOUR,
}

export const expiryOf = (template: MailTemplate, now: number): number | null => {
  const useful = SECRET_FOR[template]
  return useful === undefined ? null : now + useful
}

/** One mailbox and nothing else: no list, no comment, no name, nothing that ends a line. */
const MAILBOX = /^[^\s@<>(),;:"[\]\\\p{Cc}]{1,64}@[^\s@<>(),;:"[\]\\\p{Cc}]{1,255}$/u

export const isMailbox = (address: string): boolean => address.length <= 254 && MAILBOX.test(address)

/** Whatever could end a line or hide text becomes a space: names are chosen by users of the API. */
export const oneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')

export interface Sender {
  name: string
  address: string
}

/** `locks@example.com`, or `Latchwork <locks@example.com>`. */
export function readSender(text: string): Sender | undefined {
  const [, name = '', bracketed] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? []
  const address = bracketed ?? text.trim()
  return isMailbox(address) ? { name: oneLine(name), address } : undefined
}
