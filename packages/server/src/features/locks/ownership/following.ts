import type { FollowingBus } from '../../../devices/bus.ts'
import type { Ctx } from '../../../platform/context.ts'
import { shareOfDevice } from '../../../schema/lock-shares.ts'
import { concerns } from './rules.ts'
import * as store from './store.ts'

/** Locks that are registered or deleted are announced by wake-ups; this is the net below. */
const POLL_MS = 30_000
const RETRY_MS = 1000

export interface FollowingOptions {
  readonly system: Ctx<never>
  readonly bus: Pick<FollowingBus, 'follow' | 'unfollow'>
  /** The shares to listen to; undefined for all. */
  readonly shares: () => readonly number[] | undefined
}

/** Has the bus listen to the locks that this process serves, and to no others. */
export class Following {
  readonly #options: FollowingOptions
  readonly #followed = new Set<string>()
  /** What is to be listened to anew. */
  readonly #forgotten: (readonly number[] | undefined)[] = []
  #line: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #unlisten = () => {}
  #isStopped = false

  constructor(options: FollowingOptions) {
    this.#options = options
  }

  start(): void {
    const { system, shares } = this.#options
    this.#unlisten = system.wake.listen('lock', (about) => {
      if (concerns({ shares }, about)) void this.look()
    })
  }

  stop(): void {
    this.#isStopped = true
    this.#unlisten()
    clearTimeout(this.#timer)
  }

  /** Listens anew to the locks of these shares, or of all: what they said before was for somebody else, or for nobody. */
  beginAnew(shares?: readonly number[]): Promise<void> {
    this.#forgotten.push(shares)
    return this.look()
  }

  /** Brings what is listened to into line with what this process serves. Who comes while a look waits is served by it. */
  look(): Promise<void> {
    this.#next ??= this.#line.then(() => {
      this.#next = undefined
      return this.#turn()
    })
    this.#line = this.#next
    return this.#line
  }

  async #turn(): Promise<void> {
    if (this.#isStopped) return
    clearTimeout(this.#timer)
    let waitMs = POLL_MS
    try {
      await this.#compare()
    } catch (err) {
      this.#options.system.log.warn({ err }, 'the locks to listen to cannot be read')
      waitMs = RETRY_MS
    }
    // Real time: it is about a connection.
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.look(), waitMs).unref()
  }

  async #compare(): Promise<void> {
    const { system, bus, shares } = this.#options
    for (const anew of this.#forgotten.splice(0)) this.#forget(anew)
    const served = shares()
    const wanted = new Set(served?.length === 0 ? [] : await store.listDevices(system.db, served))
    const gone = [...this.#followed].filter((deviceId) => !wanted.has(deviceId))
    const fresh = [...wanted].filter((deviceId) => !this.#followed.has(deviceId))
    for (const deviceId of gone) this.#followed.delete(deviceId)
    for (const deviceId of fresh) this.#followed.add(deviceId)
    if (gone.length > 0) await bus.unfollow(gone)
    if (fresh.length > 0) await bus.follow(fresh)
  }

  #forget(shares: readonly number[] | undefined): void {
    for (const deviceId of [...this.#followed])
      if (shares === undefined || shares.includes(shareOfDevice(deviceId))) this.#followed.delete(deviceId)
  }
}
