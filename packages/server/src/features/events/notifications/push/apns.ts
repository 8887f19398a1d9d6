import { type ClientHttp2Session, connect, constants } from 'node:http2'
import type { Clock } from '../../../../platform/clock.ts'
import type { Push, PushGateway, PushOutcome } from './push.ts'

export interface ApnsOptions {
  /** Content of the p8 file. */
  key: string
  keyId: string
  teamId: string
  topic: string
  url: string
  ca: string[] | undefined
  clock: Clock
}

const TIMEOUT_MS = 10_000
/** A token must be between 20 and 60 minutes old when the next one comes. */
const TOKEN_MS = 40 * 60_000
const KEEP_S = 24 * 60 * 60
/** Apple's words for a device that takes nothing more. */
const GONE = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'ExpiredToken', 'Unregistered'])

interface ProviderToken {
  text: string
  madeAt: number
}

interface Answer {
  status: number
  body: string
}

/** Apple Push Notification service: one HTTP/2 connection, and a token signed with the team's key. */
export function createApns(options: ApnsOptions): PushGateway {
  let session: ClientHttp2Session | undefined
  let token: Promise<ProviderToken> | undefined

  function useSession(): ClientHttp2Session {
    if (session && !session.closed && !session.destroyed) return session
    const opened = connect(options.url, options.ca && { ca: options.ca })
    const drop = () => {
      if (session === opened) session = undefined
    }
    // Whoever waits for an answer hears of it from the request.
    opened.on('error', drop).on('goaway', drop).on('close', drop)
    opened.setTimeout(TIMEOUT_MS * 6, () => opened.close())
    opened.unref()
    session = opened
    return opened
  }

  async function providerToken(): Promise<string> {
    const known = await token?.catch(() => undefined)
    if (!known || options.clock.now() - known.madeAt >= TOKEN_MS) token = signToken(options)
    return ((await token) as ProviderToken).text
  }

  return {
    async send(push) {
      try {
        const headers = { ...headersFor(options), authorization: `bearer ${await providerToken()}` }
        const path = `/3/device/${encodeURIComponent(push.token)}`
        const answer = await post(useSession(), { ...headers, ':path': path }, bodyFor(push))
        // The next attempt brings a new one.
        if (answer.status === 403) token = undefined
        return outcomeOf(answer)
      } catch (error) {
        return { result: 'later', error: `Apple cannot be reached: ${(error as Error).message}` }
      }
    },
    close() {
      session?.destroy()
    },
  }
}

const headersFor = ({ topic, clock }: ApnsOptions) => ({
  ':method': 'POST',
  'apns-topic': topic,
  'apns-push-type': 'alert',
  'apns-priority': '10',
  'apns-expiration': String(Math.floor(clock.now() / 1000) + KEEP_S),
})

const bodyFor = ({ title, text, data }: Push): string =>
  JSON.stringify({ aps: { alert: { title, body: text }, sound: 'default' }, ...data })

function post(session: ClientHttp2Session, headers: Record<string, string>, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = session.request(headers)
    const chunks: Buffer[] = []
    let status = 0
    const timer = setTimeout(() => {
      request.close(constants.NGHTTP2_CANCEL)
      reject(new Error('no answer in time'))
    }, TIMEOUT_MS)
    request.on('response', (answer) => {
      status = Number(answer[':status'])
    })
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', reject)
    request.on('close', () => {
      clearTimeout(timer)
      if (status === 0) reject(new Error('the connection was closed'))
      else resolve({ status, body: Buffer.concat(chunks).toString() })
    })
    request.end(body)
  })
}

async function signToken({ key, keyId, teamId, clock }: ApnsOptions): Promise<ProviderToken> {
  const { importPKCS8, SignJWT } = await import('jose')
  const madeAt = clock.now()
  const text = await new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setIssuedAt(Math.floor(madeAt / 1000))
    .sign(await importPKCS8(key, 'ES256'))
  return { text, madeAt }
}

function outcomeOf({ status, body }: Answer): PushOutcome {
  if (status === 200) return { result: 'delivered' }
  const reason = reasonOf(body) ?? `status ${status}`
  if (status === 410 || GONE.has(reason))
    return { result: 'gone', error: `Apple does not know this push id (${reason}).` }
  return { result: 'later', error: `Apple refused the message (${reason}).` }
}

function reasonOf(body: string): string | undefined {
  try {
    return (JSON.parse(body) as { reason?: string }).reason
  } catch {
    return undefined
  }
}
