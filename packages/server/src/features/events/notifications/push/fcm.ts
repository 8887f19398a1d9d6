import type { Dispatcher } from 'undici'
import type { Clock } from '../../../../platform/clock.ts'
import type { Push, PushGateway, PushOutcome } from './push.ts'

/** What we use of a service account's key file. */
interface ServiceAccount {
  project_id: string
  client_email: string
  private_key: string
  private_key_id: string
  token_uri: string
}

export interface FcmOptions {
  account: ServiceAccount
  url: string
  ca: string[] | undefined
  clock: Clock
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const TIMEOUT_MS = 10_000
/** A token is renewed this long before it ends. */
const MARGIN_MS = 60_000

interface AccessToken {
  text: string
  goodUntil: number
}

/** Firebase Cloud Messaging, HTTP v1: a signed claim buys a token for an hour, and the token sends messages. */
export function createFcm(options: FcmOptions): PushGateway {
  const { account, url } = options
  let token: Promise<AccessToken> | undefined
  let client: Promise<Client> | undefined
  const useClient = () => {
    client ??= openClient(options.ca)
    return client
  }

  async function accessToken(): Promise<string> {
    const known = await token?.catch(() => undefined)
    if (!known || known.goodUntil <= options.clock.now()) token = buyToken(options, await useClient())
    return ((await token) as AccessToken).text
  }

  return {
    async send(push) {
      try {
        const { post } = await useClient()
        const headers = { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' }
        const target = `${url}/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`
        const answer = await post(target, headers, JSON.stringify(messageFor(push)))
        // The next attempt brings a new one.
        if (answer.status === 401) token = undefined
        return outcomeOf(answer)
      } catch (error) {
        return { result: 'later', error: `Firebase cannot be reached: ${(error as Error).message}` }
      }
    },
    close() {
      void client?.then(({ dispatcher }) => dispatcher.destroy())
    },
  }
}

const messageFor = ({ token, title, text, data }: Push) => ({
  message: { token, notification: { title, body: text }, data, android: { priority: 'HIGH' } },
})

interface Answer {
  status: number
  body: string
  retryAfter: string | undefined
}

interface Client {
  dispatcher: Dispatcher
  post(url: string, headers: Record<string, string>, body: string): Promise<Answer>
}

async function openClient(ca: string[] | undefined): Promise<Client> {
  // Loaded with the first push: most installations send none.
  const { Agent, request } = await import('undici')
  const dispatcher = new Agent({ connect: { timeout: TIMEOUT_MS, ...(ca && { ca }) } })
  return {
    dispatcher,
    async post(url, headers, body) {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const answer = await request(url, { method: 'POST', headers, body, dispatcher, signal })
      const retryAfter = answer.headers['retry-after']
      return {
        status: answer.statusCode,
        body: await answer.body.text(),
        retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
      }
    },
  }
}

/** RFC 7523: the claim is signed with the service account's key and exchanged for a token. */
async function buyToken({ account, clock }: FcmOptions, { post }: Client): Promise<AccessToken> {
  const { importPKCS8, SignJWT } = await import('jose')
  const now = clock.now()
  const seconds = Math.floor(now / 1000)
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', kid: account.private_key_id, typ: 'JWT' })
    .setIssuer(account.client_email)
    .setAudience(account.token_uri)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 3600)
    .sign(await importPKCS8(account.private_key, 'RS256'))
  const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await post(account.token_uri, headers, form.toString())
  if (answer.status !== 200) throw new Error(`the token was refused with ${answer.status}`)
  const { access_token, expires_in } = JSON.parse(answer.body) as { access_token: string; expires_in: number }
  return { text: access_token, goodUntil: now + expires_in * 1000 - MARGIN_MS }
}

/**
 * UNREGISTERED: the app was removed, or the token is none of this project. Every other 404, as for a project or a path
 * that does not exist, is a mistake of the settings, and the receivers are as good as before.
 */
function outcomeOf({ status, body, retryAfter }: Answer): PushOutcome {
  if (status >= 200 && status < 300) return { result: 'delivered' }
  const { code, text } = problemIn(body)
  const reason = code ?? text ?? `status ${status}`
  if (code === 'UNREGISTERED')
    return { result: 'gone', error: `Firebase does not know this push id (${reason}).` }
  const seconds = Number(retryAfter)
  const wait = Number.isFinite(seconds) && seconds > 0 ? { retryAfterMs: seconds * 1000 } : {}
  return { result: 'later', error: `Firebase refused the message (${reason}).`, ...wait }
}

const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'

interface FcmProblem {
  error?: { status?: string; details?: { '@type'?: string; errorCode?: string }[] }
}

/** Firebase's own code is in the detail of its own type; the status is that of any Google service. */
function problemIn(body: string): { code?: string | undefined; text?: string | undefined } {
  try {
    const { error } = JSON.parse(body) as FcmProblem
    const code = error?.details?.find((detail) => detail['@type'] === FCM_ERROR)?.errorCode
    return { code, text: error?.status }
  } catch {
    return {}
  }
}
