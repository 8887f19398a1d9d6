import type { WebhookPayload } from '@latchwork/contract'

/** What of a request is signed. `headers` may be those of Node, of fetch, or any map with lower-case names. */
export interface WebhookRequest {
  /** The body exactly as it was received: parsing and printing it again changes the signature. */
  body: string | Uint8Array
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>
}

export interface VerifyOptions {
  /** How far the time of the attempt may be from now; an old request that somebody kept is refused. */
  toleranceSeconds?: number
  /** Milliseconds since the epoch; for tests. */
  now?: number
}

/** The request was not sent by the service, was changed on the way, or is too old. Answer 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

export interface VerifiedWebhook {
  /** The id of the event, the same on every retry: what was seen before can be skipped. */
  readonly id: string
  readonly payload: WebhookPayload
}

const DEFAULT_TOLERANCE_SECONDS = 300

/**
 * Checks the signature of a webhook request and returns what it says. `secret` is the text that the answer to
 * registering the webhook showed.
 */
export async function verifyWebhook(
  secret: string,
  { body, headers }: WebhookRequest,
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now() }: VerifyOptions = {},
): Promise<VerifiedWebhook> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!/^\d+$/.test(timestamp)) throw new WebhookVerificationError('The timestamp is not a number.')
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError('The request is too old, or the clocks differ too much.')
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const isGenuine = await isSigned(secret, `${id}.${timestamp}.${text}`, signatures)
  if (!isGenuine) throw new WebhookVerificationError('No signature fits.')
  return { id, payload: JSON.parse(text) as WebhookPayload }
}

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string' || value === '')
    throw new WebhookVerificationError(`The header ${name} is missing.`)
  return value
}

/** The header may list several signatures; one that fits is enough. The comparison takes the same time always. */
async function isSigned(secret: string, text: string, signatures: string): Promise<boolean> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['verify'])
  for (const entry of signatures.split(' ')) {
    const bytes = entry.startsWith('v1,') ? decode(entry.slice(3)) : undefined
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, encoder.encode(text)))) return true
  }
  return false
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
