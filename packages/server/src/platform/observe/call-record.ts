import { toWireDate } from '../clock.ts'

/** A call as it came in. */
export interface Incoming {
  readonly method?: string
  readonly protocol: string
  readonly host: string
  /** Path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The raw bytes, if there were any. */
  readonly body?: unknown
}

/** What is kept of a call: a message of the webhook logs (4.5). */
export interface CallRecord {
  headers: Record<string, string>
  body?: Record<string, unknown>
  timestamp: string
  path: string
}

const SECRET_HEADERS = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'webhook-signature',
  'x-nuki-signature-sha256',
])

export const isSecretHeader = (name: string): boolean => SECRET_HEADERS.has(name)

/** Headers as logs show them (4.5). */
export const maskHeaders = (headers: Incoming['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSecretHeader(name) ? '***' : String(value)]),
  )

/** The call is stored for its caller to look at, so what is too long to look at is left out. */
const MAX_BODY_BYTES = 65_536

export function recordCall(incoming: Incoming, now: number): CallRecord {
  const body = bodyOf(incoming.body)
  return {
    headers: maskHeaders(incoming.headers),
    ...(body && { body }),
    timestamp: toWireDate(now),
    path: `${incoming.protocol}://${incoming.host}${incoming.url}`,
  }
}

/** Calls get this far with a body that is a JSON object, or with none. Who reads logs need not know codes of doors. */
function bodyOf(bytes: unknown): Record<string, unknown> | undefined {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0 || bytes.length > MAX_BODY_BYTES) return undefined
  const body = JSON.parse(bytes.toString()) as Record<string, unknown>
  return Object.hasOwn(body, 'code') ? { ...body, code: '***' } : body
}
