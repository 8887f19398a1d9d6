import type { PairingOrder } from '@latchwork/contract'
import type {
  ActAnswer,
  EraseAnswer,
  Family,
  FamilyMaker,
  FamilyTools,
  HubConfig,
  HubSink,
  LockSettings,
  Look,
  Order,
  Sight,
  SlotEntry,
  WriteAnswer,
} from '../../family.ts'
import type { Bus } from './bus.ts'
import type { HubLock } from './hub-lock.ts'
import { HubNetwork, type HubNetworkOptions } from './hub-network.ts'
import { changePairingByHub } from './hub-pairings.ts'
import { configureByHub } from './hub-settings.ts'
import { eraseByHub, type HubRoad, lookByHub, moveByHub, writeByHub } from './hub-work.ts'
import { OfficialNetwork } from './official-network.ts'
import { openBus } from './open-bus.ts'
import { TwoWays } from './two-ways.ts'

/** Every Nuki lock with a nuki_hub beside it: codes and log by the hub, movements by the lock itself where it can. */
export const nukiHubFamily: FamilyMaker = (hub, tools) => new NukiHubFamily(hub, tools, {})

/** Tests do not wait for a hub that does not wait. */
export const nukiHubFamilyWith =
  (options: HubNetworkOptions): FamilyMaker =>
  (hub, tools) =>
    new NukiHubFamily(hub, tools, options)

const TOPICS = [
  'nuki/+/+',
  '+/lock/#',
  '+/opener/#',
  '+/maintenance/mqttConnectionState',
  '+/info/nukiHubVersion',
]

/** Twice what the hub takes to read a lock again. */
const LIST_MS = 15_000

interface Open {
  readonly bus: Bus
  readonly official: OfficialNetwork
  readonly hubs: HubNetwork
}

class NukiHubFamily implements Family {
  readonly #hub: HubConfig
  readonly #tools: FamilyTools
  readonly #options: HubNetworkOptions
  #open: Open | undefined

  constructor(hub: HubConfig, tools: FamilyTools, options: HubNetworkOptions) {
    this.#hub = hub
    this.#tools = tools
    this.#options = options
  }

  open(sink: HubSink, signal: AbortSignal): void {
    void this.#connect(sink, signal)
  }

  /** On one of the two ways, and never on both: by the lock itself where it is connected, else through the hub. */
  act(key: string, order: Order, signal: AbortSignal): Promise<ActAnswer> {
    const { official, hubs, bus } = this.#open ?? {}
    if (!official || !hubs || !bus) return Promise.resolve({ answer: 'notSent' })
    if (official.isOnline(key)) return official.act(key, order, signal)
    const lock = hubs.reached(key)
    const isLate = this.#tools.clock.now() >= order.deadline
    if (!lock || isLate || signal.aborted) return Promise.resolve({ answer: 'notSent' })
    return moveByHub(this.#roadTo(lock, bus), order, signal)
  }

  write(key: string, slot: number, entry: SlotEntry, signal: AbortSignal): Promise<WriteAnswer> {
    const road = this.#road(key, signal)
    return road ? writeByHub(road, slot, entry, signal) : Promise.resolve({ answer: 'notSent' })
  }

  erase(key: string, slot: number, signal: AbortSignal): Promise<EraseAnswer> {
    const road = this.#road(key, signal)
    return road ? eraseByHub(road, slot, signal) : Promise.resolve({ answer: 'notSent' })
  }

  async look<W extends Look>(key: string, what: W, signal: AbortSignal): Promise<Sight<W>> {
    const unseen = { seen: false } as Sight<W>
    const road = this.#road(key, signal)
    if (!road || what === 'state' || what === 'clock') return unseen
    const slots = await lookByHub(road, signal)
    if (!slots) return unseen
    const all: Sight<'slots'> = { seen: true, slots }
    if (what === 'slots') return all as Sight<W>
    const { slot } = what as { slot: number }
    const sight = slots.find((one) => one.slot === slot) ?? { slot, holds: 'free' }
    return { seen: true, slot: sight } as Sight<W>
  }

  configure(key: string, settings: LockSettings, signal: AbortSignal) {
    const road = this.#road(key, signal)
    return road ? configureByHub(road, settings, signal) : Promise.resolve({})
  }

  changePairing(key: string, pairingId: number, order: PairingOrder | null, signal: AbortSignal) {
    const road = this.#road(key, signal)
    return road ? changePairingByHub(road, pairingId, order, signal) : Promise.resolve('notSent' as const)
  }

  #road(key: string, signal: AbortSignal) {
    const lock = this.#open?.hubs.reached(key)
    if (!this.#open || !lock || signal.aborted) return undefined
    return this.#roadTo(lock, this.#open.bus)
  }

  #roadTo(lock: HubLock, bus: Bus): HubRoad {
    return { lock, bus, tools: this.#tools, listMs: this.#options.listMs ?? LIST_MS }
  }

  async #connect(sink: HubSink, signal: AbortSignal): Promise<void> {
    const stop = () => {
      this.#open?.official.stop()
      this.#open?.hubs.stop()
    }
    const bus = await openBus(this.#hub, TOPICS, this.#tools, {
      up: () => sink.hubUp({ product: 'nuki_hub' }),
      down: (trouble) => {
        stop()
        sink.hubDown(trouble)
      },
      heard: (topic, payload, isKept) => {
        if (!this.#open?.official.heard(topic, payload, isKept))
          this.#open?.hubs.heard(topic, payload, isKept)
      },
      came: (tree, keepaliveSeconds) => {
        if (tree.startsWith('nuki/')) this.#open?.official.came(tree, keepaliveSeconds)
        else this.#open?.hubs.came(tree, keepaliveSeconds)
      },
      went: (tree) => {
        this.#open?.official.went(tree)
        this.#open?.hubs.went(tree)
      },
    })
    if (!bus) return sink.hubDown('badAddress')
    const ways = new TwoWays(sink, (key, codeId) => this.#open?.hubs.lock(key)?.slotOfCode(codeId))
    const official = new OfficialNetwork(bus, ways.official, this.#tools)
    const hubs = new HubNetwork(bus, ways.hub, this.#tools, this.#options)
    this.#open = { bus, official, hubs }
    const close = () => {
      stop()
      bus.close()
    }
    signal.addEventListener('abort', close, { once: true })
    if (signal.aborted) close()
  }
}
