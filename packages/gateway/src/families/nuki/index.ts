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
  WriteAnswer,
} from '../../family.ts'
import type { BusListener } from './bus.ts'
import { OfficialNetwork } from './official-network.ts'
import { openBus } from './open-bus.ts'

/** Locks of Nuki that speak MQTT by themselves: Smart Lock 3.0 Pro, fourth generation, Ultra. */
export const nukiMqttFamily: FamilyMaker = (hub, tools) => new NukiMqttFamily(hub, tools)

const OFFICIAL_TOPICS = ['nuki/+/+']

class NukiMqttFamily implements Family {
  readonly #hub: HubConfig
  readonly #tools: FamilyTools
  #network: OfficialNetwork | undefined

  constructor(hub: HubConfig, tools: FamilyTools) {
    this.#hub = hub
    this.#tools = tools
  }

  open(sink: HubSink, signal: AbortSignal): void {
    void this.#open(sink, signal)
  }

  act(lock: string, order: Order, signal: AbortSignal): Promise<ActAnswer> {
    return this.#network?.act(lock, order, signal) ?? Promise.resolve({ answer: 'notSent' })
  }

  write(): Promise<WriteAnswer> {
    return Promise.resolve({ answer: 'refused', why: 'notCapable' })
  }

  erase(): Promise<EraseAnswer> {
    return Promise.resolve({ answer: 'refused', why: 'notCapable' })
  }

  /** Nothing can be asked of such a lock: it tells by itself what changes. */
  look<W extends Look>(_lock: string, _what: W): Promise<Sight<W>> {
    return Promise.resolve({ seen: false })
  }

  async #open(sink: HubSink, signal: AbortSignal): Promise<void> {
    let network: OfficialNetwork | undefined
    const listener: BusListener = {
      up: () => sink.hubUp({ product: 'MQTT' }),
      down: (trouble: HubTrouble) => {
        network?.stop()
        sink.hubDown(trouble)
      },
      heard: (topic, payload, isKept) => network?.heard(topic, payload, isKept),
      came: (tree, keepaliveSeconds) => network?.came(tree, keepaliveSeconds),
      went: (tree) => network?.went(tree),
    }
    const bus = await openBus(this.#hub, OFFICIAL_TOPICS, this.#tools, listener)
    if (!bus) return sink.hubDown('badAddress')
    network = new OfficialNetwork(bus, sink, this.#tools)
    this.#network = network
    const close = () => {
      network?.stop()
      bus.close()
    }
    signal.addEventListener('abort', close, { once: true })
    if (signal.aborted) close()
  }
}
