import type { LockCapability } from '@latchwork/contract'
import type {
  ActAnswer,
  EraseAnswer,
  Family,
  FamilyMaker,
  FoundLock,
  HubSink,
  LockSight,
  LockTimer,
  Look,
  Order,
  Sight,
  SlotEntry,
  SlotSight,
  WriteAnswer,
} from '../src/family.ts'

/** A lock with a keypad that takes four to eight digits, tells its codes, and leaves all windows to the gateway. */
export const CAPABILITY: LockCapability = {
  actions: [1, 2],
  expiry: { by: 'none', worstLateMs: 10_000 },
  proof: 'read',
  mayRepeat: false,
  presence: { detectMs: 1000, probe: false },
  codes: {
    places: 30,
    minDigits: 4,
    maxDigits: 8,
    alphabet: '0123456789',
    forbiddenPrefixes: [],
    unique: 'lock',
    nameLength: 0,
    readBack: 'value',
    foreign: true,
  },
  windows: { dates: 'gateway', weekly: 'gateway', acrossMidnight: true },
  events: { who: true, denied: true, buffered: false },
  secretsOnWire: false,
}

/** What the hub says of a lock. */
export const aboutOf = (name: string, { capability, timer }: FakeLock): FoundLock => ({
  name,
  vendor: 'Fake',
  model: 'F1',
  isReady: true,
  ...(timer && { timer }),
  capability,
})

/** Of a lock that keeps windows itself, one kind at a time. */
export const TIMED_WINDOWS = {
  dates: 'lock',
  weekly: 'lock',
  acrossMidnight: false,
  together: false,
  worstLateMs: 3_720_000,
} as const
export const TIMER: LockTimer = {
  stepMs: 60_000,
  firstDate: Date.UTC(2020, 0, 1),
  lastDate: Date.UTC(2099, 0, 1),
  mostMinutes: 1439,
  lastMinute: 1440,
}

/** A lock that is outside the house: what it holds lasts, whatever becomes of the gateway. */
export class FakeLock {
  readonly slots = new Map<number, string>()
  bolt: LockSight['bolt'] = 'locked'
  capability: LockCapability = CAPABILITY
  /** Of a lock that keeps windows itself: what its clock shows, and what it keeps. */
  timer: LockTimer | undefined
  shown: (() => number) | undefined
  readonly windows = new Map<number, NonNullable<SlotEntry['window']>>()
  /** It says yes to a window and forgets it. */
  dropsWindows = false
  clockReads = 0
  /** Writes and erasures that reached it, and fresh reads of its slots. */
  writes = 0
  erasures = 0
  reads = 0
  moves = 0
  /** It takes what it is told, and nobody hears of it. */
  isMute = false
  /** What is written to it gets lost on the way, unnoticed. */
  dropsWrites = false
  /** It shows that there is a code, not which. */
  masks = false
  /** Places whose code is there and switched off; what it is told from now on ends so, too, if it leaves them off. */
  readonly disabled = new Set<number>()
  leavesOff = false
  /** Nothing reaches it, and its hub has not noticed yet. */
  isOut = false
  /** Nothing can be read from it. */
  withholds = false
  /** Called with every write that reaches it. */
  onWrite: () => void = () => undefined
}

export interface FakeHub {
  readonly make: FamilyMaker
  readonly locks: Map<string, FakeLock>
  /** The family at work now. */
  readonly sink: HubSink
  /** How long the radio takes for each exchange. */
  exchangeMs: number
  /** All exchanges, in order: what the hub was asked to do. */
  readonly asked: string[]
  goDown(): void
  comeUp(): void
}

/** A hub that knows these locks; it outlives the gateways that speak to it, as a hub does. */
export function fakeHub(locks: Record<string, FakeLock>): FakeHub {
  let sink: HubSink | undefined
  let isUp = true
  const announce = () => {
    if (!sink || !isUp) return
    sink.hubUp({ product: 'fake' })
    for (const [key, lock] of hub.locks) {
      sink.found(key, aboutOf(key, lock))
      sink.presence(key, true)
      sink.state(key, { bolt: lock.bolt }, 'read')
    }
  }
  const hub = {
    locks: new Map(Object.entries(locks)),
    exchangeMs: 0,
    asked: [] as string[],
    get sink() {
      if (!sink) throw new Error('no gateway has opened this hub yet')
      return sink
    },
    make: () => ({
      ...exchanges(hub, () => isUp),
      open(opened: HubSink, signal: AbortSignal) {
        sink = opened
        signal.addEventListener('abort', () => {
          if (sink === opened) sink = undefined
        })
        if (isUp) announce()
        else opened.hubDown('noAnswer')
      },
    }),
    goDown() {
      isUp = false
      sink?.hubDown('lost')
    },
    comeUp() {
      isUp = true
      announce()
    },
  }
  return hub
}

const hasElsewhere = (lock: FakeLock, slot: number, digits: string): boolean =>
  [...lock.slots].some(([other, code]) => other !== slot && code === digits)

function takesWindow(lock: FakeLock, slot: number, window: SlotEntry['window']): boolean {
  lock.windows.delete(slot)
  if (window && lock.dropsWindows) lock.slots.delete(slot)
  else if (window) lock.windows.set(slot, window)
  return !window || !lock.dropsWindows
}

function takeCode(lock: FakeLock, slot: number, { digits, window }: SlotEntry): WriteAnswer {
  if (!takesWindow(lock, slot, window)) return { answer: 'refused', why: 'window' }
  const isTaken = hasElsewhere(lock, slot, digits)
  if (isTaken && !lock.isMute) return { answer: 'refused', why: 'duplicate' }
  if (!lock.dropsWrites && !isTaken) lock.slots.set(slot, digits)
  if (lock.leavesOff) lock.disabled.add(slot)
  else lock.disabled.delete(slot)
  if (lock.isMute || lock.dropsWrites) return { answer: 'unproven' }
  return { answer: 'proven', by: lock.masks ? 'occupied' : 'value' }
}

function exchanges(
  hub: Pick<FakeHub, 'locks' | 'exchangeMs' | 'asked'>,
  isUp: () => boolean,
): Omit<Family, 'open'> {
  const radio = async (what: string, key: string) => {
    hub.asked.push(`${what} ${key}`)
    if (hub.exchangeMs > 0) await new Promise((resolve) => setTimeout(resolve, hub.exchangeMs))
    const lock = hub.locks.get(key)
    return isUp() && !lock?.isOut ? lock : undefined
  }
  return {
    async act(key: string, { action }: Order): Promise<ActAnswer> {
      const lock = await radio(`act ${action}`, key)
      if (!lock) return { answer: 'notSent' }
      lock.moves += 1
      lock.bolt = action === 1 ? 'unlocked' : 'locked'
      return lock.isMute
        ? { answer: 'unproven' }
        : { answer: 'proven', how: 'read', state: { bolt: lock.bolt } }
    },
    async write(key: string, slot: number, entry: SlotEntry): Promise<WriteAnswer> {
      const lock = await radio(`write ${slot}`, key)
      if (!lock) return { answer: 'notSent' }
      lock.writes += 1
      lock.onWrite()
      return takeCode(lock, slot, entry)
    },
    async erase(key: string, slot: number): Promise<EraseAnswer> {
      const lock = await radio(`erase ${slot}`, key)
      if (!lock) return { answer: 'notSent' }
      lock.erasures += 1
      if (!lock.dropsWrites) lock.slots.delete(slot)
      lock.windows.delete(slot)
      return { answer: lock.isMute || lock.dropsWrites ? 'unproven' : 'proven' }
    },
    async look<W extends Look>(key: string, what: W, signal: AbortSignal): Promise<Sight<W>> {
      const lock = await radio(typeof what === 'string' ? `look ${what}` : `look ${what.slot}`, key)
      if (!lock || lock.withholds || signal.aborted) return { seen: false } as Sight<W>
      const sight = (slot: number): SlotSight => {
        lock.reads += 1
        const digits = lock.slots.get(slot)
        if (digits === undefined) return { slot, holds: 'free' }
        const holds = lock.disabled.has(slot) ? 'disabled' : 'code'
        return { slot, holds, ...(!lock.masks && { digits }), ...(lock.timer && { windowUnseen: true }) }
      }
      if (what === 'clock') {
        lock.clockReads += 1
        return (lock.shown ? { seen: true, shown: lock.shown() } : { seen: false }) as Sight<W>
      }
      if (what === 'state') return { seen: true, state: { bolt: lock.bolt } } as Sight<W>
      if (what === 'slots')
        return { seen: true, slots: [...lock.slots.keys()].map(sight) } as unknown as Sight<W>
      return { seen: true, slot: sight((what as { slot: number }).slot) } as Sight<W>
    },
  }
}
