import type { FollowingBus } from '../../../devices/bus.ts'
import type { Ctx } from '../../../platform/context.ts'
import { shareOfDevice } from '../../../schema/lock-shares.ts'
import { concerns } from './rules.ts'
import * as store from './store.ts'

/** Locks that are registered or deleted are announced by wake-ups; this is the net below. */
const POLL_MS = 30_000
const RETRY_MS = 1000

export interface Following {
  /** Listens anew to the locks of these shares, or of all: what they said before was for somebody else, or for nobody. */
  beginAnew(shares?: readonly number[]): Promise<void>
  /** Brings what is listened to into line with what this process serves. */
  look(): Promise<void>
  start(): void
  stop(): void
}

/** Has the bus listen to the locks that this process serves, and to no others. */
export function createFollowing(
  system: Ctx<never>,
  bus: Pick<FollowingBus, 'follow' | 'unfollow'>,
  shares: () => readonly number[] | undefined,
): Following {
  const followed = new Set<string>()
  /** What is to be listened to anew. */
  const forgotten: (readonly number[] | undefined)[] = []
  let line: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let unlisten = () => {}
  let isStopped = false

  function forget(anew: readonly number[] | undefined): void {
    for (const deviceId of [...followed])
      if (anew === undefined || anew.includes(shareOfDevice(deviceId))) followed.delete(deviceId)
  }

  async function compare(): Promise<void> {
    for (const anew of forgotten.splice(0)) forget(anew)
    const served = shares()
    const wanted = new Set(served?.length === 0 ? [] : await store.listDevices(system.db, served))
    const gone = [...followed].filter((deviceId) => !wanted.has(deviceId))
    const fresh = [...wanted].filter((deviceId) => !followed.has(deviceId))
    for (const deviceId of gone) followed.delete(deviceId)
    for (const deviceId of fresh) followed.add(deviceId)
    if (gone.length > 0) await bus.unfollow(gone)
    if (fresh.length > 0) await bus.follow(fresh)
  }

  async function turn(): Promise<void> {
    if (isStopped) return
    clearTimeout(timer)
    let waitMs = POLL_MS
    try {
      await compare()
    } catch (err) {
      system.log.warn({ err }, 'the locks to listen to cannot be read')
      waitMs = RETRY_MS
    }
    // Real time: it is about a connection.
    if (!isStopped) timer = setTimeout(() => void look(), waitMs).unref()
  }

  let next: Promise<void> | undefined

  /** Those who come while a look waits for its turn are served by it. */
  function look(): Promise<void> {
    next ??= line.then(() => {
      next = undefined
      return turn()
    })
    line = next
    return line
  }

  return {
    beginAnew(anew) {
      forgotten.push(anew)
      return look()
    },
    look,
    start() {
      unlisten = system.wake.listen('lock', (about) => {
        if (concerns({ shares }, about)) void look()
      })
    },
    stop() {
      isStopped = true
      unlisten()
      clearTimeout(timer)
    },
  }
}
