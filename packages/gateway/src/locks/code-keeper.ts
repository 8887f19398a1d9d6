import { decide, zoneOf } from '@latchwork/access-window'
import type { LockCapability } from '@latchwork/contract'
import type { Clock } from '@latchwork/ldp-device'
import type { LockPage } from '../book/lock-page.ts'
import type { SlotEntry, WriteRefusal } from '../family.ts'
import type { Hub } from '../hubs/hub.ts'
import {
  entryOf,
  hasWindow,
  isErased,
  isWritten,
  nextStep,
  type Step,
  type Surroundings,
} from './code-plan.ts'
import { SlotWork } from './slot-work.ts'
import type { TimerWatch } from './timer-watch.ts'
import { LONGEST_WAIT_MS, WindowEdges } from './window-edges.ts'

/** Listing the places of others may take a radio exchange for each. */
const LIST_MS = 600_000
/** A lock that answers nothing useful is tried again after this, longer and longer. */
const FIRST_RETRY_MS = 5000
const LONGEST_RETRY_MS = 900_000
/** What a lock says about its codes so soon after we wrote one is mostly about ours: looked at once, a little later. */
const ECHO_MS = 3000

/** Where the lock is now; undefined while it cannot be reached. */
export interface Reach {
  readonly hub: Hub
  readonly capability: LockCapability
}

export interface KeeperHost {
  readonly lock: string
  reach(): Reach | undefined
  capability(): LockCapability | undefined
  timeZone(): number | undefined
  /** Whether the lock keeps windows itself. */
  readonly timer: TimerWatch
  /** What the lock holds for these keys is another thing now. */
  accessChanged(keys: readonly string[]): void
  foreignChanged(): void
  foreignListed(): void
  /** The lock refused what it was told: the entry is not in force. */
  codeRefused(key: string, why: WriteRefusal): void
}

/**
 * Sees to it that a lock holds the codes it should, now and at every edge of a window, one slot after the other. Works
 * from the book alone, so it goes on where it was after a crash, and needs no service.
 */
export class CodeKeeper {
  readonly #page: LockPage
  readonly #clock: Clock
  readonly #host: KeeperHost
  #working: Promise<void> | undefined
  #isStopped = false
  #mustGoOn = false
  #cancelWake: (() => void) | undefined
  #retries = 0
  /** Places to look at again; all own ones after a start. */
  #doubted: Set<number>
  #mustList: boolean
  readonly #lastTouch = new Map<number, number>()
  /** Places that were said to have changed and are looked at in a moment. */
  readonly #putOff = new Set<number>()
  readonly #edges: WindowEdges

  constructor(page: LockPage, clock: Clock, host: KeeperHost, knowsForeign: boolean) {
    this.#page = page
    this.#clock = clock
    this.#host = host
    this.#doubted = new Set(page.slots.keys())
    this.#mustList = !knowsForeign
    this.#edges = new WindowEdges(page, clock, {
      surroundings: () => this.surroundings(),
      isReached: () => host.reach() !== undefined,
      tell: (keys) => host.accessChanged(keys),
      passed: () => void this.work(),
    })
  }

  /** Resolves when nothing of it is under way any more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#edges.stop()
    this.#cancelWake?.()
    await this.#working
  }

  /** Whether nothing of ours is left on the lock. */
  get isClean(): boolean {
    return this.#page.slots.size === 0
  }

  /** Something changed: orders, the time zone, the lock's presence. Resolves when there is nothing to do for now. */
  work(): Promise<void> {
    this.#mustGoOn = true
    // Whatever is under way may take long to find out that the lock is offline.
    this.#edges.watch()
    this.#working ??= this.#goOn()
    return this.#working
  }

  /** The lock came back: what it could not be told is told now, and what it did not prove may be tried again. */
  lockIsBack(): Promise<void> {
    this.#retries = 0
    this.#host.timer.doubt()
    for (const slot of this.#page.slots.values())
      if (slot.isErasing && slot.attempts > 0) this.#page.putSlot({ ...slot, attempts: 0 })
    return this.work()
  }

  /** Somebody changed codes at the lock. */
  codesChanged(slot: number | undefined): void {
    const touchedAt = slot === undefined ? undefined : this.#lastTouch.get(slot)
    if (slot !== undefined && touchedAt !== undefined && this.#clock.now() - touchedAt < ECHO_MS) {
      if (this.#putOff.has(slot)) return
      this.#putOff.add(slot)
      this.#clock.after(ECHO_MS, () => {
        this.#putOff.delete(slot)
        if (!this.#isStopped) this.codesChanged(slot)
      })
      return
    }
    if (slot === undefined) this.#mustList = true
    else if (slot >= 1 && slot <= 65_535) this.#doubted.add(slot)
    void this.work()
  }

  /** What was not proven is asked about again: the lock is read, not written. */
  doubt(keys: readonly string[]): void {
    for (const key of keys) {
      const slot = this.#page.slotOf(key)
      if (slot && slot.attempts > 0) this.#doubted.add(slot.slot)
    }
  }

  surroundings(): Surroundings | undefined {
    const capability = this.#host.capability()
    const zone = zoneOf(this.#host.timeZone())
    return capability && { capability, timer: this.#host.timer.timer, zone, now: this.#clock.now() }
  }

  /** A code that opened outside of the hours that the lock keeps for it shows that it does not keep them. */
  codeUsed(slot: number | undefined, at = this.#clock.now()): void {
    const own = slot === undefined ? undefined : this.#page.slots.get(slot)
    const window = own?.held === undefined ? undefined : entryOf(own.held).window
    if (!window || own?.wanted !== undefined || !isOutside(window, at)) return
    this.#host.timer.distrust()
    void this.work()
  }

  async #goOn(): Promise<void> {
    let isStuck = false
    while (this.#mustGoOn && !isStuck && !this.#isStopped) {
      this.#mustGoOn = false
      isStuck = !(await this.#untilNothingIsLeft())
    }
    this.#edges.tellRest()
    // In the same breath as the loop ends: whoever asks for work from here on starts it anew.
    this.#working = undefined
    this.#planWake(isStuck)
  }

  /** False: the lock is there and did not let itself be worked on. */
  async #untilNothingIsLeft(): Promise<boolean> {
    for (;;) {
      const reach = this.#host.reach()
      if (!reach?.capability.codes || this.#isStopped) return true
      const work = new SlotWork(this.#page, this.#host.lock, reach.hub, reach.capability.codes)
      if (!(await this.#settleDoubts(work, reach))) return false
      const surroundings = this.surroundings()
      const step = surroundings && nextStep(this.#page, surroundings)
      if (!step) return true
      if (!(await this.#perform(step, work))) return false
    }
  }

  async #perform(step: Step, work: SlotWork): Promise<boolean> {
    const key = step.do === 'erase' ? step.slot.key : step.right.key
    const foreignBefore = this.#page.foreign.size
    const { end, ...rest } =
      step.do === 'erase'
        ? await work.erase(step.slot)
        : await work.write(step.right, step.slot, step.content)
    const slot = step.do === 'erase' ? step.slot.slot : this.#page.slotOf(key)?.slot
    if (slot !== undefined) this.#lastTouch.set(slot, this.#clock.now())
    if (this.#page.foreign.size !== foreignBefore) this.#host.foreignChanged()
    if (end === 'away') return false
    this.#retries = 0
    // From now on the windows are the gateway's, and the right is written without one.
    if ('why' in rest && rest.why === 'window') this.#host.timer.distrust()
    else if ('why' in rest) this.#host.codeRefused(key, rest.why)
    // What was there may have been taken off for it.
    if ('why' in rest && slot !== undefined) this.#doubted.add(slot)
    if (end !== 'unproven' || this.isUnproven(key)) this.#tell(key)
    return true
  }

  /** Looks at places that may hold something else than the book says. */
  async #settleDoubts(work: SlotWork, { hub }: Reach): Promise<boolean> {
    if (!(await this.#host.timer.settle(hub, this.#hasWindows()))) return false
    if (this.#mustList && !(await this.#list(work, hub))) return false
    for (const slot of this.#doubted) {
      const sight = await work.look(slot)
      if (sight === 'away') return false
      this.#doubted.delete(slot)
      if (sight) this.#take(work, sight)
    }
    return true
  }

  async #list(work: SlotWork, hub: Hub): Promise<boolean> {
    const sight = await hub.turns.work('list', LIST_MS, (signal) =>
      hub.family.look(this.#host.lock, 'slots', signal),
    )
    if (sight === undefined || sight === 'silent' || !sight.seen) return false
    this.#mustList = false
    const used = new Map(sight.slots.map((one) => [one.slot, one]))
    for (const slot of [...this.#page.foreign]) if (!used.has(slot)) this.#page.dropForeign(slot)
    for (const slot of this.#page.slots.keys()) this.#take(work, used.get(slot) ?? { slot, holds: 'free' })
    for (const one of sight.slots) {
      this.#doubted.delete(one.slot)
      if (one.holds !== 'free' && !this.#page.slots.has(one.slot)) this.#page.addForeign(one.slot)
    }
    this.#host.foreignListed()
    this.#host.foreignChanged()
    return true
  }

  #tell(key: string): void {
    this.#edges.told(key)
    this.#host.accessChanged([key])
  }

  /** One place, as it was seen just now. */
  #take(work: SlotWork, sight: Parameters<SlotWork['compare']>[1]): void {
    const own = this.#page.slots.get(sight.slot)
    if (!own) {
      const isNews =
        sight.holds === 'free' ? this.#page.dropForeign(sight.slot) : this.#page.addForeign(sight.slot)
      if (isNews) this.#host.foreignChanged()
      return
    }
    const wasProven = own.held !== undefined && !own.isErasing && own.wanted === undefined
    if (!work.compare(own, sight)) return
    if (this.#page.slots.get(own.slot)?.proof === undefined) this.#vanished(own.key, wasProven)
    if (this.#page.foreign.has(own.slot)) this.#host.foreignChanged()
    this.#tell(own.key)
  }

  /** A code that was there and is not any more, or is switched off, is put back once; then it is the service's turn. */
  #vanished(key: string, wasProven: boolean): void {
    const right = this.#page.rights.get(key)
    if (right && wasProven) this.#page.putRight({ ...right, repairs: right.repairs + 1 })
  }

  /** When the lock's clock is looked at again; after a while, where the lock did not let itself be worked on. */
  #planWake(isStuck: boolean): void {
    this.#cancelWake?.()
    if (this.#isStopped) return
    // Passed in the last moment of the work, after it looked what to do.
    if (this.#edges.watch() && this.#host.reach()) void this.work()
    const lookMs = this.#nextLook() - this.#clock.now()
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** this.#retries, LONGEST_RETRY_MS)
    if (isStuck) this.#retries += 1
    const waitMs = isStuck ? Math.min(retryMs, lookMs) : lookMs
    if (!Number.isFinite(waitMs)) return
    this.#cancelWake = this.#clock.after(Math.min(waitMs, LONGEST_WAIT_MS), () => this.work())
  }

  /** One that is not reached now is asked as soon as it is. */
  #nextLook(): number {
    if (!this.#host.reach()) return Number.POSITIVE_INFINITY
    return this.#host.timer.nextLook(this.#hasWindows())
  }

  #hasWindows(): boolean {
    return this.#page.rights.values().some(hasWindow)
  }

  /** How a right stands that cannot be what it should: written or erased as often as it may be, and not proven. */
  isUnproven(key: string): boolean {
    const slot = this.#page.slotOf(key)
    if (!slot) return false
    return isErased(slot) || (slot.wanted !== undefined && isWritten(slot, slot.wanted))
  }
}

/** So far off the clocks of lock and gateway may be. */
const NEAR_MS = 300_000

function isOutside({ zone, ...window }: NonNullable<SlotEntry['window']>, at: number): boolean {
  return [at - NEAR_MS, at, at + NEAR_MS].every((instant) => decide(window, zone, instant) !== 'allowed')
}
