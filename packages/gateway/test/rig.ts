import { rmSync } from 'node:fs'
import type { TestContext } from 'node:test'
import type { AccessEntry, HeldAccess } from '@latchwork/contract/device'
import type { Clock } from '@latchwork/ldp-device'
import { AdoptionBook } from '../src/book/adoptions.ts'
import { openBook } from '../src/book/book.ts'
import { LockPage } from '../src/book/lock-page.ts'
import type { WriteRefusal } from '../src/family.ts'
import { Hub } from '../src/hubs/hub.ts'
import { AccessDesk } from '../src/locks/access-desk.ts'
import { CodeKeeper } from '../src/locks/code-keeper.ts'
import { TimerWatch } from '../src/locks/timer-watch.ts'
import { systemClock } from '../src/system-clock.ts'
import { newDataDir } from './data-folder.ts'
import { aboutOf, type FakeHub, FakeLock, fakeHub } from './fake-family.ts'

const LOCK = 'fake:1'
export const keyOf = (number: number) => number.toString(16).padStart(24, '0')
export const codeEntry = (code: number, changes: Partial<AccessEntry> = {}): AccessEntry => ({
  type: 13,
  name: `Code of ${code}`,
  enabled: true,
  remote: false,
  code,
  ...changes,
})

/** Real time that a test can set ahead: what waits for a moment is woken when the clock is set past it. */
export class SetClock implements Clock {
  #aheadMs = 0
  readonly #waiting = new Set<{ at: number; fire: () => void }>()

  now(): number {
    return Date.now() + this.#aheadMs
  }

  after(delayMs: number, callback: Parameters<Clock['after']>[1]): () => void {
    const entry = {
      at: this.now() + delayMs,
      fire: () => {
        cancel()
        void callback()
      },
    }
    const cancelReal = systemClock.after(delayMs, entry.fire)
    const cancel = () => {
      cancelReal()
      this.#waiting.delete(entry)
    }
    this.#waiting.add(entry)
    return cancel
  }

  setTo(instant: number): void {
    this.#aheadMs += instant - this.now()
    for (const entry of [...this.#waiting]) if (entry.at <= this.now()) entry.fire()
  }
}

export interface Rig {
  readonly lock: FakeLock
  readonly hub: FakeHub
  readonly clock: SetClock
  readonly page: LockPage
  readonly keeper: CodeKeeper
  /** What was told about keys without being asked, newest last. */
  readonly told: Record<string, HeldAccess | undefined>[]
  readonly timer: TimerWatch
  timeZone: number | undefined
  /** Orders access rights; answers errors by number of the key, and what is held. */
  order(set: Record<number, AccessEntry | null>): Promise<{
    errors: Record<number, number>
    values: Record<number, HeldAccess>
  }>
  /** As if the process were killed and started again. */
  restart(): Promise<Rig>
  /** Waits until nothing is left to be done. */
  settled(): Promise<void>
}

/** One lock behind one hub and a real book, without a service: the orders come from the test. */
export function startRig(t: TestContext, lock = new FakeLock()): Rig {
  const dataDir = newDataDir()
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const hub = fakeHub({ [LOCK]: lock })
  return rigOn(t, { dataDir, hub, lock, clock: new SetClock(), rev: { last: 0 } })
}

interface Ground {
  readonly dataDir: string
  readonly hub: FakeHub
  readonly lock: FakeLock
  readonly clock: SetClock
  readonly rev: { last: number }
}

function rigOn(t: TestContext, ground: Ground): Rig {
  const { dataDir, hub: fake, lock, clock, rev } = ground
  const book = openBook(dataDir, Buffer.alloc(32, 7))
  const adoptions = new AdoptionBook(book)
  if (!adoptions.one(LOCK))
    adoptions.begin({ key: LOCK, deviceId: '0A0B0C0D', smartlockId: 1, type: 0, name: 'Door' })
  const page = new LockPage(book, LOCK)
  const told: Rig['told'] = []
  const hub = new Hub({
    id: 'fake-1',
    config: { family: 'fake', address: 'nowhere' },
    make: fake.make,
    clock,
    log: () => undefined,
    listener: {
      changed: () => {
        void (hub.isUp && hub.locks.get(LOCK)?.isOnline ? keeper.lockIsBack() : keeper.work())
      },
      state: () => undefined,
      happened: (_lock, { what, slot, at }) => {
        if (what === 'codesChanged') keeper.codesChanged(slot)
        if (what === 'unlocked') keeper.codeUsed(slot, at)
      },
    },
  })
  const about = () => hub.locks.get(LOCK)?.about ?? aboutOf(LOCK, lock)
  const capability = () => timer.capability() ?? lock.capability
  const timer: TimerWatch = new TimerWatch(LOCK, {
    clock,
    adoptions,
    timeZone: () => rig.timeZone,
    about,
    changed: () => undefined,
  })
  const keeper: CodeKeeper = new CodeKeeper(
    page,
    clock,
    {
      lock: LOCK,
      reach: () =>
        hub.isUp && hub.locks.get(LOCK)?.isOnline ? { hub, capability: capability() } : undefined,
      capability,
      timeZone: () => rig.timeZone,
      timer,
      accessChanged: (keys) => told.push(Object.fromEntries(keys.map((key) => [key, desk.held([key])[key]]))),
      foreignChanged: () => undefined,
      foreignListed: () => adoptions.noteForeignListed(LOCK),
      codeRefused: (key: string, why: WriteRefusal) => desk.refuse(key, why),
    },
    adoptions.one(LOCK)?.knowsForeign ?? false,
  )
  const desk = new AccessDesk({
    page,
    keeper,
    key: () => Buffer.alloc(32, 1),
    capability,
    nextNumber: () => adoptions.nextNumber(LOCK),
  })
  const close = async () => {
    hub.close()
    await keeper.stop()
    book.close()
  }
  let isClosed = false
  const closeOnce = async () => {
    if (!isClosed) {
      isClosed = true
      await close()
    }
  }
  t.after(closeOnce)
  const rig: Rig = {
    lock,
    hub: fake,
    clock,
    page,
    keeper,
    told,
    timer,
    timeZone: undefined,
    async order(set) {
      rev.last += 1
      const keyed = Object.fromEntries(Object.entries(set).map(([n, entry]) => [keyOf(Number(n)), entry]))
      const answer = await desk.apply({ rev: rev.last, set: keyed })
      const numbered = <V>(entries: [string, V][]) =>
        Object.fromEntries(entries.map(([key, value]) => [Number.parseInt(key, 16), value]))
      return {
        errors: numbered((answer?.errors ?? []).map(({ path, code }) => [path, code])),
        values: numbered(Object.entries((answer?.values ?? {}) as Record<string, HeldAccess>)),
      }
    },
    async restart() {
      await closeOnce()
      const next = rigOn(t, ground)
      next.timeZone = rig.timeZone
      return next
    },
    settled: () => keeper.work(),
  }
  hub.open()
  return rig
}
