import type { ActAnswer, FamilyTools, FoundLock, HubSink, Order } from '../../family.ts'
import type { Bus } from './bus.ts'
import { officialCapability } from './capability.ts'
import { moveOfficially } from './movement.ts'
import { type News, OfficialLock } from './official-lock.ts'
import { ACTIONS, officialTopicOf, STATE_TOPICS } from './topics.ts'

const MOST_LOCKS = 200
/** After it came a lock says all it knows; whatever it might have been told before is over by then. */
const QUARANTINE_MS = 2000
/** 2: an opener, which does not speak this by itself. */
const OPENER = 2

/** The locks that speak MQTT by themselves, at one broker. */
export class OfficialNetwork {
  readonly #bus: Bus
  readonly #sink: HubSink
  readonly #tools: FamilyTools
  readonly #quarantineMs: number
  readonly #locks = new Map<string, OfficialLock>()
  readonly #entering = new Map<string, () => void>()
  readonly #online = new Set<string>()
  #hasWarned = false

  constructor(bus: Bus, sink: HubSink, tools: FamilyTools, quarantineMs = QUARANTINE_MS) {
    this.#bus = bus
    this.#sink = sink
    this.#tools = tools
    this.#quarantineMs = quarantineMs
  }

  lock(key: string): OfficialLock | undefined {
    for (const lock of this.#locks.values()) if (lock.key === key) return lock
    return undefined
  }

  isOnline(key: string): boolean {
    return this.#online.has(key)
  }

  /** The way to all of them is gone. */
  stop(): void {
    for (const lock of this.#locks.values()) this.#away(lock)
  }

  came(tree: string, keepaliveSeconds: number): void {
    const parts = officialTopicOf(`${tree}/connected`)
    if (!parts) return
    const lock = this.#know(parts.id, parts.spelled)
    if (!lock) return
    // Whatever it was before, this is another connection.
    this.#away(lock)
    lock.keepaliveSeconds = keepaliveSeconds
    this.#enter(lock)
  }

  went(tree: string): void {
    const parts = officialTopicOf(`${tree}/connected`)
    const lock = parts && this.#locks.get(parts.id)
    if (lock) this.#away(lock)
  }

  /** False: no topic of a lock. */
  heard(topic: string, payload: string, isKept: boolean): boolean {
    const parts = officialTopicOf(topic)
    if (!parts) return false
    if (isKept && !STATE_TOPICS.has(parts.leaf)) this.#warn(parts.leaf)
    else if (STATE_TOPICS.has(parts.leaf) || this.#locks.has(parts.id)) {
      const lock = this.#know(parts.id, parts.spelled)
      if (lock) this.#tell(lock, lock.hear(parts.leaf, payload, this.#tools.clock.now()))
    }
    return true
  }

  act(key: string, order: Order, signal: AbortSignal): Promise<ActAnswer> {
    if (!ACTIONS.includes(order.action)) return Promise.resolve({ answer: 'refused', why: 'notCapable' })
    const lock = this.lock(key)
    const isLate = this.#tools.clock.now() >= order.deadline
    if (!lock || !this.isOnline(key) || isLate || signal.aborted)
      return Promise.resolve({ answer: 'notSent' })
    // The gateway gives one order at a time; a second one would take the answer of the first.
    if (lock.ear) return Promise.resolve({ answer: 'refused', why: 'busy' })
    return moveOfficially(lock, this.#bus, this.#tools, order, signal)
  }

  #know(id: string, spelled: string): OfficialLock | undefined {
    const known = this.#locks.get(id)
    if (known || this.#locks.size >= MOST_LOCKS) return known
    const lock = new OfficialLock(id, spelled)
    this.#locks.set(id, lock)
    return lock
  }

  #tell(lock: OfficialLock, news: News): void {
    if (lock.deviceType === OPENER) return
    if (news.isAbout || news.isConnected !== undefined) this.#sink.found(lock.key, foundLock(lock, this.#bus))
    // Who is connected to our own broker we know ourselves.
    if (news.isConnected !== undefined && !this.#bus.isOwn) {
      if (!news.isConnected) this.#away(lock)
      else if (!lock.isConnected) this.#enter(lock)
    }
    if (news.isSight) this.#sink.state(lock.key, lock.sight, 'report')
    for (const happening of news.happenings) this.#sink.happened(lock.key, happening)
  }

  #enter(lock: OfficialLock): void {
    lock.isConnected = true
    this.#entering.get(lock.id)?.()
    const cancel = this.#tools.clock.after(this.#quarantineMs, () => {
      this.#entering.delete(lock.id)
      this.#online.add(lock.key)
      this.#sink.presence(lock.key, true)
    })
    this.#entering.set(lock.id, cancel)
  }

  #away(lock: OfficialLock): void {
    this.#entering.get(lock.id)?.()
    this.#entering.delete(lock.id)
    lock.away()
    if (this.#online.delete(lock.key)) this.#sink.presence(lock.key, false)
  }

  #warn(leaf: string): void {
    if (this.#hasWarned || (leaf !== 'lockAction' && leaf !== 'lock' && leaf !== 'unlock')) return
    this.#hasWarned = true
    this.#tools.log('WARNING: the broker keeps an order for a Nuki lock, which obeys it whenever it connects')
  }
}

const MODELS: Readonly<Record<number, string>> = {
  0: 'Smart Lock 1 or 2',
  3: 'Smart Door',
  4: 'Smart Lock 3.0 Pro or 4th generation',
  5: 'Smart Lock Ultra or 5th generation',
}

function foundLock(lock: OfficialLock, bus: Bus): FoundLock {
  const { name, firmware, deviceType = 4, state, keepaliveSeconds } = lock
  const model = MODELS[deviceType]
  return {
    ...(name && { name }),
    ...(firmware && { firmware }),
    vendor: 'Nuki',
    ...(model && { model }),
    isReady: state !== undefined,
    trouble: state === undefined ? 'interviewUnfinished' : 'noCodes',
    capability: officialCapability(bus, keepaliveSeconds),
  }
}
