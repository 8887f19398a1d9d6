import type { LockCapability } from '@latchwork/contract'
import type {
  ActAnswer,
  EraseAnswer,
  Family,
  FamilyMaker,
  HubSink,
  LockSight,
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

/** A lock that is outside the house: what it holds lasts, whatever becomes of the gateway. */
export class FakeLock {
  readonly slots = new Map<number, string>()
  bolt: LockSight['bolt'] = 'locked'
  capability: LockCapability = CAPABILITY
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
      sink.found(key, { name: key, vendor: 'Fake', model: 'F1', isReady: true, capability: lock.capability })
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

function exchanges(
  hub: Pick<FakeHub, 'locks' | 'exchangeMs' | 'asked'>,
  isUp: () => boolean,
): Omit<Family, 'open'> {
  const radio = async (what: string, key: string) => {
    hub.asked.push(`${what} ${key}`)
    if (hub.exchangeMs > 0) await new Promise((resolve) => setTimeout(resolve, hub.exchangeMs))
    return isUp() ? hub.locks.get(key) : undefined
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
    async write(key: string, slot: number, { digits }: SlotEntry): Promise<WriteAnswer> {
      const lock = await radio(`write ${slot}`, key)
      if (!lock) return { answer: 'notSent' }
      lock.writes += 1
      lock.onWrite()
      const isTaken = [...lock.slots].some(([other, code]) => other !== slot && code === digits)
      if (isTaken && !lock.isMute) return { answer: 'refused', why: 'duplicate' }
      if (!lock.dropsWrites && !isTaken) lock.slots.set(slot, digits)
      if (lock.leavesOff) lock.disabled.add(slot)
      else lock.disabled.delete(slot)
      if (lock.isMute || lock.dropsWrites) return { answer: 'unproven' }
      return { answer: 'proven', by: lock.masks ? 'occupied' : 'value' }
    },
    async erase(key: string, slot: number): Promise<EraseAnswer> {
      const lock = await radio(`erase ${slot}`, key)
      if (!lock) return { answer: 'notSent' }
      lock.erasures += 1
      if (!lock.dropsWrites) lock.slots.delete(slot)
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
        return { slot, holds, ...(!lock.masks && { digits }) }
      }
      if (what === 'state') return { seen: true, state: { bolt: lock.bolt } } as Sight<W>
      if (what === 'slots')
        return { seen: true, slots: [...lock.slots.keys()].map(sight) } as unknown as Sight<W>
      return { seen: true, slot: sight((what as { slot: number }).slot) } as Sight<W>
    },
  }
}
