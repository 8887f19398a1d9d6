import { createHmac } from 'node:crypto'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long after each attempt the next one follows (D89): ten attempts in about 46 hours. */
const RETRY_DELAYS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
]
const JITTER = 0.2
const MAX_RETRY_AFTER = DAY
/** Five days of only failures switch an endpoint off (D90). */
const GIVE_UP_AFTER = 5 * DAY

/** Webhooks are looked up by their URL, and an index of PostgreSQL takes no more than 2.7 KB. */
const MAX_URL_BYTES = 2048

/** What is wrong with the length of a URL. Its field counts characters, of which one may take four bytes. */
export const lengthProblemOf = (url: string): string | undefined =>
  Buffer.byteLength(url) > MAX_URL_BYTES ? `must not be longer than ${MAX_URL_BYTES} bytes` : undefined

/**
 * How long to wait after the nth attempt failed; undefined when it was the last. `chance` is from 0 to 1 and spreads
 * the retries of many deliveries that failed together.
 */
export function retryDelayMs(attempt: number, chance: number, retryAfterMs = 0): number | undefined {
  const delay = RETRY_DELAYS[attempt - 1]
  if (delay === undefined) return undefined
  const spread = delay * (1 + JITTER * (2 * chance - 1))
  return Math.round(Math.max(spread, Math.min(retryAfterMs, MAX_RETRY_AFTER)))
}

const FIRST_PAUSE = 5 * SECOND
const LONGEST_PAUSE = 5 * MINUTE

/** How long an endpoint rests that could not be served so many times in a row, for a reason of our own. */
export const pauseMs = (times: number): number =>
  Math.min(FIRST_PAUSE * 2 ** Math.min(times - 1, 10), LONGEST_PAUSE)

/** `Retry-After` of 429 and 503, in seconds or as a date (D89). */
export function retryAfterMs(status: number | undefined, header: string | undefined, now: number): number {
  if ((status !== 429 && status !== 503) || header === undefined) return 0
  if (/^\d+$/.test(header.trim())) return Number(header) * SECOND
  const at = Date.parse(header)
  return Number.isNaN(at) ? 0 : Math.max(at - now, 0)
}

export const isSuccess = (status: number | undefined): boolean =>
  status !== undefined && status >= 200 && status < 300

/** Do so many failures switch the endpoint off (D90)? */
export const isExpired = (failingSince: number, now: number): boolean => now - failingSince >= GIVE_UP_AFTER

export interface Signed {
  id: string
  /** Unix seconds of this attempt. */
  timestamp: number
  body: string
  secret: string
  /** The one before, while it counts as well (D123). */
  oldSecret?: string | undefined
}

/** Libraries take a secret for base64, receivers written by hand for text: who has either key finds its own (D138). */
const keysOf = (secret: string): readonly (string | Buffer)[] =>
  BASE64.test(secret) ? [secret, Buffer.from(secret, 'base64')] : [secret]

/** The secrets of notifications are chosen by others, and may be anything. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4}){6,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * Both signatures travel in the same request (D87, D88). While a secret is replaced, the list of the one header has those
 * of both; the other can have one only, and stays with the old secret to the end (D123).
 */
export function signedHeaders({ id, timestamp, body, secret, oldSecret }: Signed): Record<string, string> {
  const standard = (key: string | Buffer) =>
    `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  return {
    'content-type': 'application/json; charset=UTF-8',
    'user-agent': 'Latchwork',
    'x-nuki-signature-sha256': createHmac('sha256', oldSecret ?? secret)
      .update(body)
      .digest('hex'),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': [secret, oldSecret]
      .flatMap((known) => (known === undefined ? [] : keysOf(known)))
      .map(standard)
      .join(' '),
  }
}
