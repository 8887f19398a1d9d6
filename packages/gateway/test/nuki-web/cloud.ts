import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { InjectOptions } from 'fastify'
import { createWorld, type World } from '../../../server/test/world.ts'
import { turningSpec } from '../../../simulator/test/specs.ts'
import type { HubConfig } from '../../src/family.ts'
import { NUKI_ID } from '../nuki/partner.ts'

interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

export interface CloudFaults {
  /** Says 204 and does nothing: with orders, with changes of codes. */
  swallowsOrders: boolean
  swallowsCodes: boolean
  /** Shows everything as it was when this was switched on. */
  isFrozen: boolean
  /** Leaves the digits out of its lists. */
  hidesCodes: boolean
  /** Takes a change of a code and carries it out so much later. */
  delaysCodesMs: number
  /** Wants to be left alone for so many seconds. */
  wantsPauseSeconds: number
}
const WELL: CloudFaults = {
  ...{ swallowsOrders: false, swallowsCodes: false, isFrozen: false, hidesCodes: false },
  ...{ delaysCodesMs: 0, wantsPauseSeconds: 0 },
}

export interface CloudRequest {
  readonly method: string
  readonly path: string
  readonly body: Record<string, unknown>
  readonly at: number
}

const isCodeChange = ({ method, path }: Pick<CloudRequest, 'method' | 'path'>) =>
  method !== 'GET' && /^\/smartlock\/\d+\/auth/.test(path)
const isOrder = ({ method, path }: Pick<CloudRequest, 'method' | 'path'>) =>
  method === 'POST' && path.endsWith('/action')

/** A second service of the same interface with one simulated lock, in the place of the maker's; it can be made to lie. */
export class Cloud {
  readonly world: World
  readonly lock: Awaited<ReturnType<World['simulated']>>
  readonly faults: CloudFaults = { ...WELL }
  readonly requests: CloudRequest[] = []
  /** What it signs its calls with, once somebody registered. */
  hookSecret: string | undefined
  /** A change of a code was lost, or may still come. */
  owesCodes = false
  #server: Server | undefined
  #port = 0
  readonly #shown = new Map<string, Answer>()

  private constructor(world: World, lock: Cloud['lock']) {
    this.world = world
    this.lock = lock
  }

  static async start(t: Parameters<typeof createWorld>[0], movementMs = 300): Promise<Cloud> {
    let cloud: Cloud | undefined
    t.after(async () => cloud?.close())
    const world = await createWorld(t, 'sqlite', { config: { outbound: { allowLoopback: true } } })
    const spec = { ...turningSpec(4, {}, { keypadPaired: true }), deviceId: NUKI_ID }
    cloud = new Cloud(world, await world.simulated({ spec, movementMs }))
    await cloud.open()
    return cloud
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  get key(): string {
    return `nuki:${this.lock.deviceId}`
  }

  hub(more: Partial<HubConfig> = {}): HubConfig {
    return { family: 'nuki-web', address: this.url, token: this.world.owner.token, ...more }
  }

  /** At the same place as before. */
  async open(): Promise<void> {
    const server = createServer((request, response) => {
      // Who asks when the service behind is gone gets no answer.
      this.#take(request, response).catch(() => response.destroy())
    })
    this.#server = server
    server.listen(this.#port, '127.0.0.1')
    await once(server, 'listening')
    this.#port = (server.address() as AddressInfo).port
  }

  close(): void {
    this.#server?.closeAllConnections()
    this.#server?.close()
  }

  heal(): void {
    Object.assign(this.faults, WELL)
  }

  changesOfCodes(): CloudRequest[] {
    return this.requests.filter(isCodeChange)
  }

  orders(): CloudRequest[] {
    return this.requests.filter(isOrder)
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const text = Buffer.concat(parts).toString()
    const { method = '', url = '' } = request
    const asked = { method, path: url, body: text ? JSON.parse(text) : {}, at: Date.now() }
    this.requests.push(asked)
    const { status, headers, body } = await this.#answer(asked, () =>
      this.#ask(method, url, request.headers, text),
    )
    response.writeHead(status, headers).end(body)
  }

  async #answer(asked: CloudRequest, ask: () => Promise<Answer>): Promise<Answer> {
    const { wantsPauseSeconds, isFrozen, hidesCodes } = this.faults
    if (wantsPauseSeconds > 0)
      return { status: 429, headers: { 'retry-after': String(wantsPauseSeconds) }, body: '' }
    if (this.#lies(asked, ask)) return { status: 204, headers: {}, body: '' }
    if (asked.method !== 'GET') return this.#heard(asked, await ask())
    const answer = (isFrozen ? this.#shown.get(asked.path) : undefined) ?? (await ask())
    if (!isFrozen) this.#shown.set(asked.path, answer)
    return hidesCodes ? withoutCodes(answer) : answer
  }

  /** Whether it says yes and does nothing, or not now. */
  #lies(asked: CloudRequest, ask: () => Promise<Answer>): boolean {
    const { swallowsOrders, swallowsCodes, delaysCodesMs } = this.faults
    if (isOrder(asked)) return swallowsOrders
    if (!isCodeChange(asked) || !(swallowsCodes || delaysCodesMs > 0)) return false
    this.owesCodes = true
    if (!swallowsCodes) setTimeout(() => ask().catch(() => undefined), delaysCodesMs)
    return true
  }

  #heard({ path, method }: CloudRequest, answer: Answer): Answer {
    if (path === '/api/decentralWebhook' && method === 'PUT' && answer.status === 200)
      this.hookSecret = JSON.parse(answer.body).secret
    return answer
  }

  async #ask(
    method: string,
    url: string,
    { authorization, 'content-type': type }: IncomingMessage['headers'],
    payload: string,
  ): Promise<Answer> {
    const answer = await this.world.service.app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      ...(payload && { payload }),
    })
    return {
      status: answer.statusCode,
      headers: { 'content-type': 'application/json' },
      body: answer.payload,
    }
  }
}

function withoutCodes(answer: Answer): Answer {
  const value: unknown = JSON.parse(answer.body)
  if (!Array.isArray(value)) return answer
  return { ...answer, body: JSON.stringify(value.map(({ code: _, ...rest }) => rest)) }
}
