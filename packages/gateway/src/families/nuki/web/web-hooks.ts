import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FamilyTools, HubConfig } from '../../../family.ts'
import type { WebClient } from './web-client.ts'

const MOST_BYTES = 64 * 1024
const HEAR_OUT_MS = 10_000
const CHECK_MS = 1000
const MOST_CALLERS = 32
const SIGNATURE_BYTES = 32
const CODES_FEATURE = 'DEVICE_AUTHS'
const FEATURES = ['DEVICE_STATUS', 'DEVICE_LOGS', CODES_FEATURE]

/** What the service calls us with: it says that there is news, and we ask for it ourselves. */
export class WebHooks {
  readonly #place: NonNullable<HubConfig['webhook']>
  readonly #tools: FamilyTools
  readonly #onNews: (isAboutCodes: boolean) => void
  #server: Server | undefined
  #secret: string | undefined

  constructor(
    place: NonNullable<HubConfig['webhook']>,
    tools: FamilyTools,
    onNews: (isAboutCodes: boolean) => void,
  ) {
    this.#place = place
    this.#tools = tools
    this.#onNews = onNews
  }

  /** The service knows where to call, and we know its signature. */
  get isTold(): boolean {
    return this.#secret !== undefined
  }

  /** False: we cannot listen there. */
  listen(): Promise<boolean> {
    const url = URL.parse(this.#place.listen)
    if (url?.protocol !== 'http:') return Promise.resolve(false)
    const server = createServer({
      requestTimeout: HEAR_OUT_MS,
      headersTimeout: HEAR_OUT_MS,
      connectionsCheckingInterval: CHECK_MS,
    })
    endOldestAbove(server, MOST_CALLERS)
    server.on('request', (request, response) => {
      void this.#hear(request).then((status) => response.writeHead(status, { connection: 'close' }).end())
    })
    this.#server = server
    return new Promise((resolve) => {
      server.once('error', () => resolve(false))
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
      server.listen({ host, port: Number(url.port || 80) }, () => resolve(true))
    })
  }

  close(): void {
    this.#server?.close()
    this.#server?.closeAllConnections()
  }

  /** One of ours whose secret nobody knows any more is replaced; so there is never more than one. */
  async register(client: WebClient, signal: AbortSignal): Promise<void> {
    const { url } = this.#place
    const listed = await client.get('/api/decentralWebhook', { signal })
    const hooks = listed.said === 'yes' && Array.isArray(listed.value) ? listed.value : []
    for (const hook of hooks)
      if (hook?.webhookUrl === url && Number.isInteger(hook.id))
        await client.ask('DELETE', `/api/decentralWebhook/${hook.id}`, { signal })
    const body = { webhookUrl: url, webhookFeatures: FEATURES }
    const made = await client.ask('PUT', '/api/decentralWebhook', { signal, body })
    const secret = made.said === 'yes' ? (made.value as { secret?: unknown } | undefined)?.secret : undefined
    this.#secret = typeof secret === 'string' && secret.length >= 16 ? secret : undefined
    this.#tools.log(
      this.isTold
        ? 'the service calls when there is news'
        : 'the account has no webhooks; asking now and then',
    )
  }

  async #hear(request: IncomingMessage): Promise<number> {
    const secret = this.#secret
    if (secret === undefined) return 503
    if (request.method !== 'POST') return 405
    const shown = Buffer.from(String(request.headers['x-nuki-signature-sha256'] ?? ''), 'hex')
    // The body of a caller without a signature is not worth reading.
    if (shown.length !== SIGNATURE_BYTES) return 401
    const body = await bodyOf(request)
    if (!body) return 413
    const expected = createHmac('sha256', secret).update(body).digest()
    if (!timingSafeEqual(shown, expected)) return 401
    this.#onNews(body.includes(CODES_FEATURE))
    return 204
  }
}

/**
 * Limits the connections by ending the oldest one. Turning newcomers away would let callers that send nothing keep the
 * service out; a call of the service takes milliseconds, so its connection is never the oldest for long.
 */
function endOldestAbove(server: Server, most: number): void {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    if (open.size <= most) return
    const [oldest] = open
    // 'close' comes later, and the next caller must not find this one again.
    if (oldest) open.delete(oldest)
    oldest?.destroy()
  })
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of request) {
      length += part.length
      if (length > MOST_BYTES) return undefined
      parts.push(part)
    }
  } catch {
    return undefined
  }
  return Buffer.concat(parts)
}
