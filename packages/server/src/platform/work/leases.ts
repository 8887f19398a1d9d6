import type { Clock } from '../clock.ts'
import type { Log } from '../observe/log.ts'

/** What this process took for itself, kept for as long as it works on it. */
export interface Leases {
  /** Whether it is still ours: nobody else has it, and nobody else may take it yet. */
  isOurs(id: string): boolean
  /** It needs no lease any more. */
  done(id: string): void
  /** Nothing is renewed any more. */
  end(): void
}

export interface LeaseTerms {
  ids: readonly string[]
  /** When the lease began, and for how long it is. */
  from: number
  leaseMs: number
  /** Prolongs those that are still ours, and returns them. */
  renew(ids: string[], until: number): Promise<string[]>
}

/**
 * Renews leases while the work goes on, well before they end: work that takes longer than a lease is not done twice.
 * One that was lost all the same, as after a machine slept, is not got back, and whoever works asks before each step.
 */
export function keepLeases(clock: Clock, log: Log, { ids, from, leaseMs, renew }: LeaseTerms): Leases {
  const held = new Set(ids)
  let until = from + leaseMs
  let ended = false
  let cancel = () => {}

  async function prolong(): Promise<void> {
    const next = clock.now() + leaseMs
    const asked = [...held]
    try {
      const ours = new Set(await renew(asked, next))
      for (const id of asked) if (!ours.has(id)) held.delete(id)
      until = next
    } catch (error) {
      log.warn({ err: error }, 'leases could not be renewed')
    }
    plan()
  }

  function plan(): void {
    if (!ended && held.size > 0) cancel = clock.after(leaseMs / 3, prolong)
  }

  plan()
  return {
    isOurs: (id) => held.has(id) && clock.now() < until,
    done(id) {
      held.delete(id)
      if (held.size === 0) cancel()
    },
    end() {
      ended = true
      cancel()
    },
  }
}
