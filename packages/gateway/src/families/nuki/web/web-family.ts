import type {
  ActAnswer,
  EraseAnswer,
  Family,
  FamilyMaker,
  FamilyTools,
  HubConfig,
  HubSink,
  Look,
  Order,
  Sight,
  SlotEntry,
  WriteAnswer,
} from '../../../family.ts'
import { type ListedLock, WebAccount, type WebPace } from './web-account.ts'
import { WebClient } from './web-client.ts'
import { type CodeRoad, eraseByWeb, lookByWeb, writeByWeb } from './web-codes.ts'
import { WebHooks } from './web-hooks.ts'
import { lockNow, moveByWeb } from './web-movement.ts'

/** Locks that nothing local reaches, through the web service of their maker: late, and proven by asking again. */
export const nukiWebFamily: FamilyMaker = (hub, tools) => new NukiWebFamily(hub, tools, {})

export interface WebOptions extends Partial<WebPace> {
  readonly rereadMs?: number
  readonly provenMs?: number
  readonly lateMs?: number
}

/** Tests do not wait for a service that does not wait. */
export const nukiWebFamilyWith =
  (options: WebOptions): FamilyMaker =>
  (hub, tools) =>
    new NukiWebFamily(hub, tools, options)

const PACE: WebPace = { pollMs: 30_000, calledPollMs: 300_000, shortestMs: 1000, codesMs: 300_000 }
const REREAD_MS = 700
/** Something that was accepted is looked for so long before it is told as not proven. */
const PROVEN_MS = 45_000
/** So long nothing is sent again: the service may only be late. */
const LATE_MS = 600_000

interface Opened {
  readonly client: WebClient
  readonly account: WebAccount
}

class NukiWebFamily implements Family {
  readonly #hub: HubConfig
  readonly #tools: FamilyTools
  readonly #options: WebOptions
  #opened: Opened | undefined

  constructor(hub: HubConfig, tools: FamilyTools, options: WebOptions) {
    this.#hub = hub
    this.#tools = tools
    this.#options = options
  }

  open(sink: HubSink, signal: AbortSignal): void {
    const { address, token } = this.#hub
    if (!isSound(address)) sink.hubDown('badAddress')
    else if (token) void this.#run(new WebClient(address, token, this.#tools), sink, signal)
    else sink.hubDown('refused')
  }

  async act(key: string, order: Order, signal: AbortSignal): Promise<ActAnswer> {
    const road = this.#road(key)
    if (!road) return { answer: 'notSent' }
    const answer = await moveByWeb(road, order, signal)
    this.#opened?.account.nudge(false)
    return answer
  }

  async write(key: string, slot: number, entry: SlotEntry, signal: AbortSignal): Promise<WriteAnswer> {
    const road = this.#road(key)
    return road ? await writeByWeb(road, slot, entry, this.#limited(signal)) : { answer: 'notSent' }
  }

  async erase(key: string, slot: number, signal: AbortSignal): Promise<EraseAnswer> {
    const road = this.#road(key)
    return road ? await eraseByWeb(road, slot, this.#limited(signal)) : { answer: 'notSent' }
  }

  async look<W extends Look>(key: string, what: W, signal: AbortSignal): Promise<Sight<W>> {
    const road = this.#road(key)
    const seen = road && (await this.#see(road, what, signal))
    return (seen ?? { seen: false }) as Sight<W>
  }

  async #see(road: CodeRoad, what: Look, signal: AbortSignal) {
    if (what === 'state') {
      const lock = await lockNow(road, signal)
      return lock && { seen: true, state: lock.sight }
    }
    if (what === 'clock') return undefined
    const only = what === 'slots' ? undefined : what.slot
    const slots = await lookByWeb(road, only, signal)
    if (!slots || only === undefined) return slots && { seen: true, slots }
    return { seen: true, slot: slots.find(({ slot }) => slot === only) ?? { slot: only, holds: 'free' } }
  }

  #limited(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([signal, AbortSignal.timeout(this.#options.provenMs ?? PROVEN_MS)])
  }

  #road(key: string): CodeRoad | undefined {
    const lock = this.#opened?.account.locks.get(key)
    return lock && this.#opened && this.#roadTo(lock, this.#opened)
  }

  #roadTo(lock: ListedLock, { client, account }: Opened): CodeRoad {
    return {
      client,
      tools: this.#tools,
      lock: lock.web,
      underway: lock.underway,
      rereadMs: this.#options.rereadMs ?? REREAD_MS,
      lateMs: this.#options.lateMs ?? LATE_MS,
      listed: (codes, noticed) => account.listed(lock, codes, noticed),
    }
  }

  async #run(client: WebClient, sink: HubSink, signal: AbortSignal): Promise<void> {
    const { webhook } = this.#hub
    const hooks = webhook && new WebHooks(webhook, this.#tools, (isAboutCodes) => account.nudge(isAboutCodes))
    const pace = { ...PACE, ...this.#options }
    const account: WebAccount = new WebAccount(client, sink, this.#tools, {
      pace,
      isCalled: () => hooks?.isTold === true,
      // One that was away may have given up calling us.
      onUp: () => void hooks?.register(client, signal),
    })
    this.#opened = { client, account }
    if (hooks) {
      signal.addEventListener('abort', () => hooks.close(), { once: true })
      if (!(await hooks.listen())) return sink.hubDown('cannotListen')
      if (signal.aborted) return hooks.close()
    }
    await account.run(signal)
  }
}

/** The token must not travel in clear text to another machine. */
function isSound(address: string): boolean {
  const url = URL.parse(address)
  if (!url || url.username || url.password || url.search || url.hash) return false
  const isHere = /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere)
}
