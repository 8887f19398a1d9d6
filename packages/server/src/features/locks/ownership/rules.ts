import type { Woken } from '../../../platform/work/wake.ts'
import { shareOfLock } from '../../../schema/lock-shares.ts'
import type { Ownership } from './owner.ts'
import type { ServingProcess, ShareRow } from './store.ts'

/** Shares given away at once: the locks of one wait while it changes hands, so it is done in small steps. */
export const GIVE_AT_ONCE = 8

export interface Situation {
  readonly processId: string
  /** All that are there, in the order of their ids. */
  readonly processes: readonly Pick<ServingProcess, 'process_id' | 'is_linked'>[]
  /** Those that have been there for long enough to be given something that works where it is. */
  readonly settled: ReadonlySet<string>
  readonly shares: readonly ShareRow[]
}

export interface Division {
  readonly take: readonly ShareRow[]
  readonly give: readonly number[]
}

/**
 * What one process does so that all of them come to have equally many shares: it takes what nobody serves up to its
 * part, and gives away what it has beyond its part. All see the same rows and come to the same parts. Who cannot reach
 * the broker takes nothing, and keeps what it has only while nobody else can.
 */
export function divide({ processId, processes, settled, shares }: Situation): Division {
  const present = new Set(processes.map(({ process_id }) => process_id))
  const linked = processes.filter(({ is_linked }) => is_linked === 1).map(({ process_id }) => process_id)
  const own = shares.filter(({ process_id }) => process_id === processId).map(({ share }) => share)
  const free = shares.filter(({ process_id }) => process_id === null || !present.has(process_id))
  const room = partOf(processId, linked, shares.length) - own.length
  const keeping = linked.filter((id) => id === processId || settled.has(id))
  const excess = keeping.length === 0 ? 0 : own.length - partOf(processId, keeping, shares.length)
  return {
    take: free.slice(0, Math.max(0, room)),
    give: excess > 0 ? own.slice(-Math.min(excess, GIVE_AT_ONCE)) : [],
  }
}

/** Equal parts; what is left over goes to the first, one each. */
function partOf(processId: string, processes: readonly string[], total: number): number {
  const at = processes.indexOf(processId)
  if (at < 0) return 0
  return Math.floor(total / processes.length) + (at < total % processes.length ? 1 : 0)
}

/** Whether a wake-up about locks concerns this process. */
export function concerns(ownership: Pick<Ownership, 'shares'>, about: Woken): boolean {
  const shares = ownership.shares()
  if (about === 'all' || shares === undefined) return true
  return about.values().some((smartlockId) => shares.includes(shareOfLock(smartlockId)))
}
