import type { Clock } from '../clock.ts'
import type { Log } from '../observe/log.ts'

/** What this process took together, for as long as it works on it. */
export interface Lease<I> {
  /** Whether it is still ours: nobody else has it, and nobody else may take it yet. */
  isOurs(id: I): boolean
  /** Whether all of it stays ours for longer than this. */
  lastsFor(ms: number): boolean
  /** None of it is renewed any more. */
  end(): void
}

export interface Leases<I> {
  take(ids: readonly I[], until: number): Lease<I>
  /** What was taken and not ended yet, ours or not. */
  ids(): I[]
  /** Nothing is renewed any more. */
  stop(): void
}

export interface LeaseTerms<I> {
  leaseMs: number
  /** How often leases are renewed; well before they end. */
  renewMs?: number | undefined
  /** Prolongs those that are still ours, and returns them. */
  renew(ids: I[], until: number): Promise<readonly I[]>
}

interface Term<I> {
  readonly id: I
  until: number
}

const LOST = 0

/**
 * Renews leases while the work goes on: work that takes longer than a lease is not done twice. One that was lost all
 * the same, as after a machine slept, is not got back, and whoever works asks before each step.
 */
export function createLeases<I>(clock: Clock, log: Log, terms: LeaseTerms<I>): Leases<I> {
  const { leaseMs, renewMs = leaseMs / 3 } = terms
  const held = new Set<Term<I>>()
  let cancel: (() => void) | undefined
  let isRenewing = false
  let isStopped = false

  async function renew(): Promise<void> {
    cancel = undefined
    isRenewing = true
    const until = clock.now() + leaseMs
    const asked = [...held].filter((term) => term.until !== LOST)
    try {
      const ours = new Set(
        asked.length > 0
          ? await terms.renew(
              asked.map(({ id }) => id),
              until,
            )
          : [],
      )
      for (const term of asked) term.until = ours.has(term.id) ? until : LOST
    } catch (error) {
      log.warn({ err: error }, 'leases could not be renewed')
    } finally {
      isRenewing = false
      plan()
    }
  }

  function plan(): void {
    if (held.size > 0 && !isRenewing && !isStopped) cancel ??= clock.after(renewMs, renew)
  }

  function rest(): void {
    cancel?.()
    cancel = undefined
  }

  return {
    take(ids, until) {
      const own = new Map(ids.map((id) => [id, { id, until }]))
      for (const term of own.values()) held.add(term)
      plan()
      return leaseOf(clock, own, () => {
        for (const term of own.values()) held.delete(term)
        if (held.size === 0) rest()
      })
    },
    ids: () => [...held].map(({ id }) => id),
    stop() {
      isStopped = true
      rest()
    },
  }
}

const leaseOf = <I>(clock: Clock, own: ReadonlyMap<I, Term<I>>, end: () => void): Lease<I> => ({
  isOurs: (id) => clock.now() < (own.get(id)?.until ?? LOST),
  lastsFor: (ms) => own.values().every((term) => term.until - clock.now() > ms),
  end,
})
