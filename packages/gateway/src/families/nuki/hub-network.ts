import type { LockCapability } from '@latchwork/contract'
import type { FamilyTools, FoundLock, Happening, HubSink } from '../../family.ts'
import type { Bus } from './bus.ts'
import { MOST_PLACES, NAME_LENGTH } from './code-names.ts'
import { hubChecks } from './hub-checks.ts'
import { HANDLERS, type HubNews } from './hub-hearing.ts'
import { HubLock } from './hub-lock.ts'

const MOST_HUBS = 100
const ROOT = /^[A-Za-z0-9_-]{1,32}$/
/** The hub itself takes no actions for six seconds after it connected. */
const QUARANTINE_MS = 7000
const ASKED_MS = 90_000
const MISSED_BY_ANOTHER_MS = 120_000
const AT_ANOTHER_BROKER_MS = 60_000

export interface HubNetworkOptions {
  readonly quarantineMs?: number
  readonly listMs?: number
}

/** The locks behind hubs of the kind nuki_hub, at one broker. */
export class HubNetwork implements HubNews {
  readonly #bus: Bus
  readonly #sink: HubSink
  readonly #tools: FamilyTools
  readonly #quarantineMs: number
  readonly #locks = new Map<string, HubLock>()
  readonly #entering = new Map<string, () => void>()
  readonly #online = new Set<string>()
  /** Which hub speaks for a lock, by the key of the lock. */
  readonly #speakers = new Map<string, HubLock>()
  #hasWarned = false

  constructor(bus: Bus, sink: HubSink, tools: FamilyTools, options: HubNetworkOptions = {}) {
    this.#bus = bus
    this.#sink = sink
    this.#tools = tools
    this.#quarantineMs = options.quarantineMs ?? QUARANTINE_MS
  }

  lock(key: string): HubLock | undefined {
    const speaker = this.#speakers.get(key)
    return speaker?.key === key ? speaker : undefined
  }

  isOnline(key: string): boolean {
    const root = this.lock(key)?.root
    return root !== undefined && this.#online.has(root)
  }

  stop(): void {
    for (const lock of this.#locks.values()) this.#away(lock)
  }

  came(tree: string, keepaliveSeconds: number): void {
    const lock = this.#know(tree)
    if (!lock) return
    this.#away(lock)
    lock.keepaliveSeconds = keepaliveSeconds
    lock.isHubUp = true
    this.#enter(lock)
  }

  went(tree: string): void {
    const lock = this.#locks.get(tree)
    if (lock) this.#away(lock)
  }

  heard(topic: string, payload: string, isKept: boolean): void {
    const slash = topic.indexOf('/')
    const [root, leaf] = [topic.slice(0, slash), topic.slice(slash + 1)]
    const handler = HANDLERS.get(leaf)
    if (!handler || (isKept && !handler.isState)) return
    const lock = this.#know(root)
    if (!lock) return
    handler.take(this, lock, payload)
  }

  // What the handlers tell.

  connection(lock: HubLock, isUp: boolean): void {
    // Who is connected to our own broker we know ourselves.
    if (this.#bus.isOwn || lock.isHubUp === isUp) return
    lock.isHubUp = isUp
    if (isUp) this.#enter(lock)
    else this.#away(lock)
  }

  described(lock: HubLock): void {
    const key = this.#spokenFor(lock)
    if (key === undefined) return
    this.#sink.found(key, this.#found(lock))
    if (this.#online.has(lock.root)) this.#sink.presence(key, lock.isAvailable)
  }

  sighted(lock: HubLock): void {
    const key = this.#spokenFor(lock)
    if (key !== undefined) this.#sink.state(key, lock.sight, 'report')
  }

  happened(lock: HubLock, happening: Happening): void {
    const key = this.#spokenFor(lock)
    if (key !== undefined) this.#sink.happened(key, happening)
  }

  get now(): number {
    return this.#tools.clock.now()
  }

  /**
   * The lock that a hub may speak for. A hub says itself beside which lock it stands: once one was there, no other one takes
   * its place, or it would be told the codes of somebody else's door.
   */
  #spokenFor(lock: HubLock): string | undefined {
    const { key } = lock
    if (key === undefined) return undefined
    const speaker = this.lock(key)
    if (speaker && speaker !== lock && speaker.wasHubUp) {
      if (lock.wasHubUp) this.#warn()
      return undefined
    }
    this.#speakers.set(key, lock)
    return key
  }

  #warn(): void {
    if (this.#hasWarned) return
    this.#hasWarned = true
    this.#tools.log(
      'WARNING: two hubs say that they stand beside the same Nuki lock; the one that came first is believed until a restart',
    )
  }

  #know(root: string): HubLock | undefined {
    const known = this.#locks.get(root)
    if (known || !ROOT.test(root) || root === 'nuki' || this.#locks.size >= MOST_HUBS) return known
    const lock = new HubLock(root)
    this.#locks.set(root, lock)
    return lock
  }

  #enter(lock: HubLock): void {
    lock.wasHubUp = true
    this.#entering.get(lock.root)?.()
    const cancel = this.#tools.clock.after(this.#quarantineMs, () => {
      this.#entering.delete(lock.root)
      this.#online.add(lock.root)
      this.described(lock)
    })
    this.#entering.set(lock.root, cancel)
  }

  #away(lock: HubLock): void {
    this.#entering.get(lock.root)?.()
    this.#entering.delete(lock.root)
    lock.isHubUp = false
    lock.hear({ word: 'gone' })
    const key = this.#spokenFor(lock)
    if (this.#online.delete(lock.root) && key !== undefined) this.#sink.presence(key, false)
  }

  #found(lock: HubLock): FoundLock {
    const { about, state, codes } = lock
    const hasCodes = about?.hasKeypad === true && codes !== undefined
    const isReady = state !== undefined
    return {
      ...(about?.name && { name: about.name }),
      ...(about?.firmware && { firmware: about.firmware }),
      vendor: 'Nuki',
      model: 'Smart Lock, through nuki_hub',
      isReady,
      ...(!isReady && { trouble: 'interviewUnfinished' }),
      ...(isReady && !hasCodes && { trouble: 'noCodes' }),
      checks: hubChecks(lock),
      ...(Object.keys(lock.settings).length > 0 && { settings: lock.settings }),
      capability: this.#capability(lock, hasCodes),
    }
  }

  #capability(lock: HubLock, hasCodes: boolean): LockCapability {
    const { isOwn, isPrivate } = this.#bus
    const keptMs = (lock.keepaliveSeconds ?? 0) * 1500 + 1000
    const missedMs = lock.keepaliveSeconds ? Math.min(keptMs, ASKED_MS) : ASKED_MS
    return {
      actions: [1, 2, 3, 4, 5, 6],
      expiry: isOwn ? { by: 'sender', worstLateMs: 1000 } : { by: 'none', worstLateMs: AT_ANOTHER_BROKER_MS },
      proof: 'report',
      // A hub that is not set to no retries tells the lock again, and a latch may be pulled again.
      mayRepeat: lock.seen.repeats,
      presence: { detectMs: isOwn ? missedMs : MISSED_BY_ANOTHER_MS, probe: false },
      ...(hasCodes && {
        codes: {
          places: MOST_PLACES,
          minDigits: 6,
          maxDigits: 6,
          alphabet: '123456789',
          forbiddenPrefixes: ['12'],
          unique: 'lock',
          nameLength: NAME_LENGTH,
          readBack: lock.seen.showsCodes ? 'value' : 'occupied',
          foreign: true,
        },
      }),
      windows: {
        dates: lock.timebase ? 'lock' : 'gateway',
        weekly: 'lock',
        acrossMidnight: false,
      },
      events: { who: lock.hasLog, denied: lock.hasLog, buffered: false },
      secretsOnWire: !isPrivate,
    }
  }
}
