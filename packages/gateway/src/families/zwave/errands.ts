import type { FamilyTools, LockSight } from '../../family.ts'
import type { KnownLock } from './known-lock.ts'
import { STATUS } from './lock-node.ts'
import { readLock } from './movement.ts'
import type { HubSocket } from './socket.ts'

/** A bolt needs so long; asked earlier, the lock would say where it was. */
const READ_AFTER_MS = 1500
/** Later and later, and then not any more: each try wakes a battery. */
const READ_AGAIN_MS = [5_000, 30_000, 120_000, 600_000]
/** A lock that is gone is asked for again; each time the radio is busy for three seconds. */
const PROBE_AGAIN_MS = [30_000, 60_000, 300_000, 900_000, 3_600_000]
/** While somebody else's request is under way, or an action. */
const BUSY_MS = 250

/** On whose behalf they are run. */
interface Master {
  readonly socket: HubSocket
  readonly tools: FamilyTools
  heardFrom(lock: KnownLock): void
  tellSight(lock: KnownLock, sight: LockSight, from: 'read'): void
  tellPresence(lock: KnownLock, isOnline: boolean): void
}

interface Due {
  readAt?: number | undefined
  readTries: number
  onlyHearsay?: boolean
  probeAt?: number | undefined
  probeTries: number
}

/**
 * What the family asks by itself: how a lock stands when only the hub said so, and whether a lock is there. One request
 * at a time, none while an action waits, and none that would make an action wait for more than that one.
 */
export class Errands {
  readonly #master: Master
  readonly #probeAfterMs: number
  readonly #due = new Map<KnownLock, Due>()
  #stopTimer: (() => void) | undefined
  #actions = 0
  #isRunning = false
  #isStopped = false

  constructor(master: Master, probeAfterMs: number) {
    this.#master = master
    this.#probeAfterMs = probeAfterMs
  }

  /** Of what is only hearsay nothing is read if the lock has said the same by then. */
  readSoon(lock: KnownLock, { onlyHearsay = false } = {}): void {
    const due = this.#of(lock)
    due.onlyHearsay = onlyHearsay && (due.readAt === undefined || due.onlyHearsay === true)
    due.readAt = this.#now() + READ_AFTER_MS
    due.readTries = 0
    this.#arm()
  }

  /** The lock is offline: ask again and again whether it answers. */
  probeLater(lock: KnownLock): void {
    const due = this.#of(lock)
    due.readAt = undefined
    due.probeTries = 0
    due.probeAt = this.#now() + this.#probeDelay(0)
    this.#arm()
  }

  forget(lock: KnownLock): void {
    this.#due.delete(lock)
  }

  stop(): void {
    this.#isStopped = true
    this.#stopTimer?.()
    this.#due.clear()
  }

  /** An action waits: nothing new is begun until `goOn`. Returns what `quiet` finds out. */
  standBack(quiet: () => Promise<boolean>): Promise<boolean> {
    this.#actions++
    return quiet()
  }

  goOn(): void {
    this.#actions--
    this.#arm()
  }

  #now(): number {
    return this.#master.tools.clock.now()
  }

  #of(lock: KnownLock): Due {
    const known = this.#due.get(lock)
    if (known) return known
    const due: Due = { readTries: 0, probeTries: 0 }
    this.#due.set(lock, due)
    return due
  }

  /** When this lock is to be asked next, for whatever reason. */
  #dueAt(lock: KnownLock, due: Due): number {
    const probeAt = lock.isOnline
      ? lock.heardAt + this.#probeAfterMs
      : (due.probeAt ?? Number.POSITIVE_INFINITY)
    return Math.min(due.readAt ?? Number.POSITIVE_INFINITY, probeAt)
  }

  #arm(): void {
    if (this.#isStopped || this.#isRunning) return
    this.#stopTimer?.()
    const next = Math.min(...[...this.#due].map(([lock, due]) => this.#dueAt(lock, due)))
    if (!Number.isFinite(next)) return
    const isBusy = this.#actions > 0 || this.#master.socket.outstanding > 0
    const delay = Math.max(isBusy ? BUSY_MS : 0, next - this.#now())
    this.#stopTimer = this.#master.tools.clock.after(Math.min(delay, 0x7fff_ffff), () => this.#run())
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    try {
      for (const [lock, due] of [...this.#due]) {
        if (this.#isStopped || this.#actions > 0 || this.#master.socket.outstanding > 0) break
        if (this.#dueAt(lock, due) <= this.#now()) await this.#ask(lock, due)
      }
    } finally {
      this.#isRunning = false
      this.#arm()
    }
  }

  async #ask(lock: KnownLock, due: Due): Promise<void> {
    if (due.readAt !== undefined && due.readAt <= this.#now()) return this.#read(lock, due)
    return this.#probe(lock, due)
  }

  async #read(lock: KnownLock, due: Due): Promise<void> {
    const asked = due.readAt
    if (due.onlyHearsay && lock.hearsay === undefined) {
      due.readAt = undefined
      return
    }
    const sight = await readLock(this.#master.socket, lock.node)
    if (sight) {
      this.#master.heardFrom(lock)
      this.#master.tellSight(lock, sight, 'read')
    }
    // A new reason to read came up meanwhile.
    if (due.readAt !== asked) return
    const isMoving = sight?.bolt === 'locking' || sight?.bolt === 'unlocking'
    const again = sight && !isMoving ? undefined : READ_AGAIN_MS[due.readTries++]
    due.readAt = again === undefined ? undefined : this.#now() + again
  }

  async #probe(lock: KnownLock, due: Due): Promise<void> {
    const answer = await this.#master.socket.request('node.ping', { nodeId: lock.node.nodeId })
    if (!this.#due.has(lock)) return
    const didAnswer = answer.ok && answer.result.responded === true
    if (didAnswer) lock.node = { ...lock.node, status: STATUS.alive }
    if (didAnswer) this.#master.heardFrom(lock)
    due.probeTries = didAnswer || lock.isOnline ? 0 : due.probeTries + 1
    due.probeAt = this.#now() + this.#probeDelay(due.probeTries)
    this.#master.tellPresence(lock, didAnswer && lock.node.isReady)
  }

  /** Never more often than a lock that is there would be asked. */
  #probeDelay(tries: number): number {
    const delay = PROBE_AGAIN_MS[Math.min(tries, PROBE_AGAIN_MS.length - 1)] as number
    return Math.min(delay, this.#probeAfterMs)
  }
}
