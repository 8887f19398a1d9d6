import type { LockCapability } from '@latchwork/contract'
import type { FamilyTools, FoundLock, Happening, HubSink } from '../../family.ts'
import type { Bus } from './bus.ts'
import { MOST_PLACES, NAME_LENGTH } from './code-names.ts'
import { hubChecks } from './hub-checks.ts'
import { BOX_HANDLERS, HANDLERS, type HubNews } from './hub-hearing.ts'
import { HUB_KINDS, HubBox, type HubKind, type HubLock } from './hub-lock.ts'
import { OPENER_ACTIONS } from './hub-opener.ts'

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

/** The locks and openers behind hubs of the kind nuki_hub, at one broker. */
export class HubNetwork implements HubNews {
  readonly #bus: Bus
  readonly #sink: HubSink
  readonly #tools: FamilyTools
  readonly #quarantineMs: number
  readonly #boxes = new Map<string, HubBox>()
  readonly #entering = new Map<string, () => void>()
  /** Which hub speaks for a lock, by the key of the lock. */
  readonly #speakers = new Map<string, HubLock>()
  #hasWarned = false

  constructor(bus: Bus, sink: HubSink, tools: FamilyTools, options: HubNetworkOptions = {}) {
    this.#bus = bus
    this.#sink = sink
    this.#tools = tools
    this.#quarantineMs = options.quarantineMs ?? QUARANTINE_MS
  }

  /** The lock behind the hub that takes orders for it now, and is believed. */
  reached(key: string): HubLock | undefined {
    const lock = this.lock(key)
    return lock?.box.isOnline && this.#tools.believes(key, lock.root, true) ? lock : undefined
  }

  lock(key: string): HubLock | undefined {
    const speaker = this.#speakers.get(key)
    return speaker?.key === key ? speaker : undefined
  }

  stop(): void {
    for (const box of this.#boxes.values()) this.#away(box)
  }

  came(tree: string, keepaliveSeconds: number): void {
    const box = this.#know(tree)
    if (!box) return
    this.#away(box)
    box.keepaliveSeconds = keepaliveSeconds
    box.isUp = true
    this.#enter(box)
  }

  went(tree: string): void {
    const box = this.#boxes.get(tree)
    if (box) this.#away(box)
  }

  heard(topic: string, payload: string, isKept: boolean): void {
    const [root = '', kind, ...rest] = topic.split('/')
    const ofBox = BOX_HANDLERS.get(topic.slice(root.length + 1))
    if (ofBox) {
      const box = this.#know(root)
      if (box) ofBox(this, box, payload)
      return
    }
    const handler = HANDLERS.get(rest.join('/'))
    if (!handler || !isKind(kind) || (isKept && !handler.isState)) return
    const lock = this.#know(root)?.lock(kind)
    if (lock) handler.take(this, lock, payload)
  }

  // What the handlers tell.

  connection(box: HubBox, isUp: boolean): void {
    // Who is connected to our own broker we know ourselves.
    if (this.#bus.isOwn || box.isUp === isUp) return
    box.isUp = isUp
    if (isUp) this.#enter(box)
    else this.#away(box)
  }

  described(lock: HubLock): void {
    const key = this.#spokenFor(lock)
    if (key === undefined) return
    this.#sink.found(key, this.#found(lock))
    if (lock.box.isOnline) this.#sink.presence(key, lock.isAvailable)
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
    if (key !== lock.spokenFor) this.#fallSilent(lock)
    if (key === undefined) return undefined
    const speaker = this.lock(key)
    if (speaker && speaker !== lock && speaker.box.wasUp) {
      if (lock.box.wasUp) this.#warn()
      return undefined
    }
    if (!this.#tools.believes(key, lock.root, lock.box.wasUp)) return undefined
    this.#speakers.set(key, lock)
    lock.spokenFor = key
    return key
  }

  #fallSilent(lock: HubLock): void {
    const { spokenFor } = lock
    lock.spokenFor = undefined
    if (spokenFor !== undefined && this.#speakers.get(spokenFor) === lock) this.#speakers.delete(spokenFor)
  }

  #warn(): void {
    if (this.#hasWarned) return
    this.#hasWarned = true
    this.#tools.log(
      'WARNING: two hubs say that they stand beside the same Nuki lock; the one that came first is believed',
    )
  }

  #know(root: string): HubBox | undefined {
    const known = this.#boxes.get(root)
    if (known || !ROOT.test(root) || root === 'nuki' || this.#boxes.size >= MOST_HUBS) return known
    const box = new HubBox(root)
    this.#boxes.set(root, box)
    return box
  }

  #enter(box: HubBox): void {
    box.wasUp = true
    this.#entering.get(box.root)?.()
    const cancel = this.#tools.clock.after(this.#quarantineMs, () => {
      this.#entering.delete(box.root)
      box.isOnline = true
      for (const lock of box.locks.values()) this.described(lock)
    })
    this.#entering.set(box.root, cancel)
  }

  #away(box: HubBox): void {
    this.#entering.get(box.root)?.()
    this.#entering.delete(box.root)
    const wasOnline = box.isOnline
    box.isUp = false
    box.isOnline = false
    for (const lock of box.locks.values()) {
      lock.hear({ word: 'gone' })
      const key = this.#spokenFor(lock)
      if (wasOnline && key !== undefined) this.#sink.presence(key, false)
    }
  }

  #found(lock: HubLock): FoundLock {
    const { about, state, codes, kind, pairings } = lock
    const hasCodes = about?.hasKeypad === true && codes !== undefined
    const isReady = state !== undefined
    return {
      ...(about?.name && { name: about.name }),
      ...(about?.firmware && { firmware: about.firmware }),
      vendor: 'Nuki',
      model: kind === 'opener' ? 'Opener, through nuki_hub' : 'Smart Lock, through nuki_hub',
      ...(kind === 'opener' && { kind }),
      isReady,
      ...(!isReady && { trouble: 'interviewUnfinished' }),
      ...(isReady && !hasCodes && { trouble: 'noCodes' }),
      checks: hubChecks(lock),
      ...(Object.keys(lock.settings).length > 0 && { settings: lock.settings }),
      ...(pairings && { pairings }),
      capability: this.#capability(lock, hasCodes),
    }
  }

  #capability(lock: HubLock, hasCodes: boolean): LockCapability {
    const { isOwn, isPrivate } = this.#bus
    const { keepaliveSeconds } = lock.box
    const keptMs = (keepaliveSeconds ?? 0) * 1500 + 1000
    const missedMs = keepaliveSeconds ? Math.min(keptMs, ASKED_MS) : ASKED_MS
    return {
      actions: lock.kind === 'opener' ? [...OPENER_ACTIONS] : [1, 2, 3, 4, 5, 6],
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
      // Who is paired with a lock is made with the app of its maker; the hub has no way for it.
      ...(lock.pairings && { pairings: { change: lock.seen.mayChangePairings !== false, add: false } }),
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

const isKind = (text: string | undefined): text is HubKind =>
  (HUB_KINDS as readonly string[]).includes(text ?? '')
