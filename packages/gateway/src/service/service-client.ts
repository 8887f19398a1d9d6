import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { ConnectionOptions } from 'node:tls'
import type { GatewayReport } from '@latchwork/contract'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'

/** What is longer is no answer of the service. */
const LONGEST_ANSWER = 4 * 1024 * 1024
const ANSWER_WITHIN_MS = 15_000
const LONGEST_TEXT = 500

const text = Type.String({ maxLength: LONGEST_TEXT })
const Claimed = Type.Object({ gatewayId: text, name: text })
const Reported = Type.Object({ reportSeconds: Type.Integer() })
const AdoptionList = Type.Object({
  revision: Type.Integer(),
  adoptions: Type.Array(
    Type.Object({
      key: text,
      smartlockId: Type.Integer(),
      deviceId: Type.String({ pattern: '^[0-9A-F]{8}$' }),
      type: Type.Integer({ minimum: 0, maximum: 9 }),
      name: text,
    }),
    { maxItems: 10_000 },
  ),
  broker: Type.Object({ url: text }),
})
export type AdoptionList = Static<typeof AdoptionList>
const NewCredentials = Type.Object({ username: text, secret: text, deviceId: text })

const shapes = {
  claim: Compile(Claimed),
  report: Compile(Reported),
  adoptions: Compile(AdoptionList),
  credentials: Compile(NewCredentials),
}

/** The service did not do what it was asked. `status` 0: it did not answer, or not as a service does. */
export class ServiceError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(status: number, code?: string, retryAfterMs?: number, cause?: unknown) {
    super(`the service answered ${status || 'nothing'}${code ? ` ${code}` : ''}`, { cause })
    this.status = status
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

/** What a gateway asks of the service over HTTP; outward, with its own token. */
export class ServiceClient {
  readonly #base: string
  readonly #trust: (() => ConnectionOptions) | undefined
  readonly #token: () => string
  readonly #signal: AbortSignal

  constructor(options: {
    server: string
    trust?: (() => ConnectionOptions) | undefined
    token: () => string
    signal: AbortSignal
  }) {
    this.#base = options.server.replace(/\/+$/, '')
    this.#trust = options.trust
    this.#token = options.token
    this.#signal = options.signal
  }

  async claim(claimCode: string, version: string) {
    return check(
      shapes.claim,
      await this.#post('/gateway/claim', { claimCode, token: this.#token(), version }, false),
    )
  }

  async report(report: GatewayReport) {
    return check(shapes.report, await this.#post('/gateway/self/report', report))
  }

  /** Waits for a change up to `waitSeconds`. */
  async adoptions(revision: number | undefined, waitSeconds: number) {
    const body = { ...(revision !== undefined && { revision }), waitSeconds }
    const answer = await this.#post('/gateway/self/adoptions', body, true, waitSeconds * 1000)
    return check(shapes.adoptions, answer)
  }

  async credentials(lock: string) {
    const path = `/gateway/self/adoptions/${encodeURIComponent(lock)}/credentials`
    return check(shapes.credentials, await this.#post(path, {}))
  }

  async #post(path: string, body: object, withToken = true, waitMs = 0): Promise<unknown> {
    const payload = JSON.stringify(body)
    const { status, headers, content } = await this.#send(`${this.#base}${path}`, payload, withToken, waitMs)
    const answer = parsed(content)
    if (status >= 200 && status < 300) return answer
    const code = (answer as { code?: unknown } | undefined)?.code
    const retryAfter = Number(headers['retry-after'])
    throw new ServiceError(
      status,
      typeof code === 'string' ? code.slice(0, LONGEST_TEXT) : undefined,
      Number.isFinite(retryAfter) ? retryAfter * 1000 : undefined,
    )
  }

  #send(url: string, payload: string, withToken: boolean, waitMs: number) {
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(ANSWER_WITHIN_MS + waitMs)])
    const request = url.startsWith('https:') ? tlsRequest : plainRequest
    return new Promise<{ status: number; headers: Record<string, unknown>; content: string }>(
      (resolve, reject) => {
        const failed = (error: unknown) => reject(new ServiceError(0, undefined, undefined, error))
        const call = request(url, {
          method: 'POST',
          signal,
          ...this.#trust?.(),
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(payload),
            ...(withToken && { authorization: `Bearer ${this.#token()}` }),
          },
        })
        call.on('error', failed)
        call.on('response', (response) => {
          const parts: Buffer[] = []
          let length = 0
          response.on('error', failed)
          response.on('data', (part: Buffer) => {
            length += part.length
            if (length > LONGEST_ANSWER) return call.destroy(new Error('the answer is too long'))
            parts.push(part)
          })
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              content: Buffer.concat(parts).toString('utf8'),
            }),
          )
        })
        call.end(payload)
      },
    )
  }
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

/** Something answered, and it was not the service. */
function check<T>(shape: { Check(value: unknown): value is T }, value: unknown): T {
  if (!shape.Check(value)) throw new ServiceError(0)
  return value
}
