import { randomInt } from 'node:crypto'
import type {
  ActAnswer,
  EraseAnswer,
  Family,
  FamilyMaker,
  FamilyTools,
  HubConfig,
  HubSink,
  HubTrouble,
  Look,
  Order,
  Sight,
  SlotEntry,
  WriteAnswer,
} from '../../family.ts'
import type { HubEvent } from './frame.ts'
import { Network, type NetworkOptions } from './network.ts'
import { type Greeting, HubSocket } from './socket.ts'

const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 60_000

/** Locks behind `@zwave-js/server`, as zwave-js-ui and Home Assistant run it. */
export const zwaveFamily: FamilyMaker = (hub, tools) => new ZwaveFamily(hub, tools, {})

/** Tests look for a lost lock sooner than people do, and speak to servers that are older. */
export const zwaveFamilyWith =
  (options: NetworkOptions): FamilyMaker =>
  (hub, tools) =>
    new ZwaveFamily(hub, tools, options)

/** Comes back to the hub whenever it is lost, and knows the network only while it is connected. */
class ZwaveFamily implements Family {
  readonly #hub: HubConfig
  readonly #tools: FamilyTools
  readonly #options: NetworkOptions
  #network: Network | undefined
  #socket: HubSocket | undefined
  #sink: HubSink | undefined
  #failures = 0
  #trouble: HubTrouble | undefined
  #stopRetry: (() => void) | undefined
  /** Locks of the last connection: the hub may have forgotten one while it was not reached. */
  #known: ReadonlySet<string> = new Set()

  constructor(hub: HubConfig, tools: FamilyTools, options: NetworkOptions) {
    this.#hub = hub
    this.#tools = tools
    this.#options = options
  }

  open(sink: HubSink, signal: AbortSignal): void {
    this.#sink = sink
    signal.addEventListener('abort', () => this.#close(), { once: true })
    if (!signal.aborted) this.#connect(signal)
  }

  act(lock: string, order: Order, signal: AbortSignal): Promise<ActAnswer> {
    return this.#network?.act(lock, order, signal) ?? Promise.resolve({ answer: 'notSent' })
  }

  write(lock: string, slot: number, entry: SlotEntry, signal: AbortSignal): Promise<WriteAnswer> {
    return this.#network?.write(lock, slot, entry, signal) ?? Promise.resolve({ answer: 'notSent' })
  }

  erase(lock: string, slot: number, signal: AbortSignal): Promise<EraseAnswer> {
    return this.#network?.erase(lock, slot, signal) ?? Promise.resolve({ answer: 'notSent' })
  }

  look<W extends Look>(lock: string, what: W, signal: AbortSignal): Promise<Sight<W>> {
    return this.#network?.look(lock, what, signal) ?? Promise.resolve({ seen: false })
  }

  #connect(signal: AbortSignal): void {
    const address = addressOf(this.#hub.address)
    if (!address) {
      this.#sink?.hubDown('badAddress')
      return
    }
    const owner = {
      opened: (greeting: Greeting) => this.#opened(socket, greeting),
      heard: (event: HubEvent) => this.#network?.heard(event),
      ended: (trouble: HubTrouble) => this.#ended(trouble, signal),
    }
    const socket = new HubSocket(address, this.#tools, owner, this.#options.newestSchema)
    this.#socket = socket
  }

  #opened(socket: HubSocket, greeting: Greeting): void {
    if (!this.#sink) return
    this.#failures = 0
    this.#trouble = undefined
    this.#tools.log('Z-Wave server connected', { schema: greeting.schema, nodes: greeting.nodes.length })
    this.#sink.hubUp({ product: 'Z-Wave JS', version: greeting.version })
    this.#network = new Network(socket, this.#sink, this.#tools, {
      isPrivate: this.#hub.address.startsWith('wss:'),
      ...this.#options,
    })
    this.#network.start(greeting)
    for (const lock of this.#known) if (!this.#network.has(lock)) this.#sink.lost(lock)
  }

  #ended(trouble: HubTrouble, signal: AbortSignal): void {
    if (this.#network) this.#known = this.#network.stop()
    this.#network = undefined
    this.#socket = undefined
    if (signal.aborted) return
    if (trouble !== this.#trouble) this.#tools.log(`Z-Wave server: ${trouble}`)
    this.#trouble = trouble
    this.#sink?.hubDown(trouble)
    const delay = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(this.#failures++, 10))
    // Many gateways that lost one hub do not come back in the same moment.
    this.#stopRetry = this.#tools.clock.after(delay / 2 + randomInt(delay / 2), () => this.#connect(signal))
  }

  #close(): void {
    this.#stopRetry?.()
    this.#socket?.close()
  }
}

/** Undefined: no address of a socket. */
function addressOf(address: string): string | undefined {
  const url = URL.parse(address)
  return url && (url.protocol === 'ws:' || url.protocol === 'wss:') ? url.href : undefined
}
