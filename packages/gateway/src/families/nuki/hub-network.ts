import type { LockCapability } from '@latchwork/contract'
import type { FamilyTools, FoundLock, Happening, HubSink } from '../../family.ts'
import type { Bus } from './bus.ts'
import { HubLock, MOST_PLACES } from './hub-lock.ts'
import { aboutOf, batteryOf, clockOf, codesOf, DOORS, loggedOf, STATES } from './hub-topics.ts'
import { timebaseOf } from './hub-window.ts'
import { boltOf } from './topics.ts'

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
export class HubNetwork {
  readonly #bus: Bus
  readonly #sink: HubSink
  readonly #tools: FamilyTools
  readonly #quarantineMs: number
  readonly #locks = new Map<string, HubLock>()
  readonly #entering = new Map<string, () => void>()
  readonly #online = new Set<string>()

  constructor(bus: Bus, sink: HubSink, tools: FamilyTools, options: HubNetworkOptions = {}) {
    this.#bus = bus
    this.#sink = sink
    this.#tools = tools
    this.#quarantineMs = options.quarantineMs ?? QUARANTINE_MS
  }

  lock(key: string): HubLock | undefined {
    for (const lock of this.#locks.values()) if (lock.key === key) return lock
    return undefined
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
    if (!lock.key) return
    this.#sink.found(lock.key, this.#found(lock))
    if (this.#online.has(lock.root)) this.#sink.presence(lock.key, lock.isAvailable)
  }

  sighted(lock: HubLock): void {
    if (lock.key) this.#sink.state(lock.key, lock.sight, 'report')
  }

  happened(lock: HubLock, happening: Happening): void {
    if (lock.key) this.#sink.happened(lock.key, happening)
  }

  get now(): number {
    return this.#tools.clock.now()
  }

  #know(root: string): HubLock | undefined {
    const known = this.#locks.get(root)
    if (known || !ROOT.test(root) || root === 'nuki' || this.#locks.size >= MOST_HUBS) return known
    const lock = new HubLock(root)
    this.#locks.set(root, lock)
    return lock
  }

  #enter(lock: HubLock): void {
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
    if (this.#online.delete(lock.root) && lock.key) this.#sink.presence(lock.key, false)
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
          nameLength: 14,
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

interface Handler {
  /** What a broker may keep, and what says something although it is old. */
  readonly isState: boolean
  take(network: HubNetwork, lock: HubLock, payload: string): void
}

const state = (take: Handler['take']): Handler => ({ isState: true, take })
const word = (kind: 'action' | 'result' | 'completion' | 'codeResult'): Handler => ({
  isState: false,
  take: (_network, lock, text) => lock.hear({ word: kind, text }),
})

const HANDLERS: ReadonlyMap<string, Handler> = new Map([
  [
    'maintenance/mqttConnectionState',
    state((network, lock, text) => network.connection(lock, text === 'online')),
  ],
  [
    'info/nukiHubVersion',
    state((_network, lock, text) => {
      lock.version = text.slice(0, 32)
    }),
  ],
  [
    'lock/availability',
    state((network, lock, text) => {
      lock.isAvailable = text === 'online'
      network.described(lock)
    }),
  ],
  [
    'lock/configuration/basicJson',
    state((network, lock, text) => {
      lock.about = aboutOf(text) ?? lock.about
      network.described(lock)
    }),
  ],
  ['lock/state', state(hearState)],
  [
    'lock/doorSensorState',
    state((network, lock, text) => {
      const { door: _, ...rest } = lock.sight
      const door = DOORS.get(text)
      lock.sight = { ...rest, ...(door && { door }) }
      network.sighted(lock)
    }),
  ],
  [
    'lock/battery/basicJson',
    state((network, lock, text) => {
      const battery = batteryOf(text)
      if (battery) lock.sight = { ...lock.sight, battery }
      network.sighted(lock)
    }),
  ],
  ['lock/json', { isState: false, take: hearClock }],
  ['lock/keypad/json', state(hearCodes)],
  ['lock/rollingLog', { isState: false, take: hearLog }],
  [
    'lock/retry',
    {
      isState: false,
      take: (network, lock, text) => {
        if (!/^[1-9]$/.test(text) || lock.seen.repeats) return
        lock.seen.repeats = true
        network.described(lock)
      },
    },
  ],
  ['lock/action', word('action')],
  ['lock/commandResult', word('result')],
  ['lock/completionStatus', word('completion')],
  ['lock/keypad/commandResultJson', word('codeResult')],
])

function hearState(network: HubNetwork, lock: HubLock, text: string): void {
  const told = STATES.get(text)
  if (told === undefined) return
  const wasKnown = lock.state !== undefined
  lock.state = told
  lock.sight = { ...lock.sight, bolt: boltOf(told) }
  lock.hear({ word: 'state', state: told })
  network.sighted(lock)
  if (!wasKnown) network.described(lock)
}

/** Which time the lock's dates are in is told by its clock, as often as it shows it. */
function hearClock(network: HubNetwork, lock: HubLock, text: string): void {
  const shown = clockOf(text)
  if (shown === undefined) return
  const { now } = network
  const before = lock.timebase
  lock.timebase = timebaseOf(shown, now)
  if (lock.timebase !== before) network.described(lock)
}

function hearCodes(network: HubNetwork, lock: HubLock, text: string): void {
  const codes = codesOf(text)
  if (!codes) return
  const before = JSON.stringify(lock.codes)
  lock.codes = codes
  lock.seen.showsCodes = codes.some(({ digits }) => digits !== undefined)
  lock.hear({ word: 'codes', codes })
  network.described(lock)
  if (before !== undefined && before !== JSON.stringify(codes))
    network.happened(lock, { what: 'codesChanged', by: 'unknown' })
}

function hearLog(network: HubNetwork, lock: HubLock, text: string): void {
  const logged = loggedOf(text)
  if (!logged) return
  if (!lock.hasLog) {
    lock.hasLog = true
    network.described(lock)
  }
  const { happening, codeId } = logged
  const slot = codeId === undefined ? undefined : lock.slotOfCode(codeId)
  const who = slot !== undefined ? { slot } : codeId !== undefined ? { credential: codeId } : {}
  network.happened(lock, { ...happening, ...who })
}
