import type { ServingProcess } from './store.ts'

interface Seen {
  readonly beat: number
  /** When this beat was first seen. */
  readonly beatAt: number
  readonly firstAt: number
}

export interface ProcessWatch {
  /** Notes what the table says at a moment of this process's own clock. */
  note(processes: readonly ServingProcess[], at: number): void
  /** Those whose beat has stood still for so long before that moment. */
  silentFor(ms: number, at: number): ServingProcess[]
  /** Those that have been seen for so long. */
  thereFor(ms: number, at: number): Set<string>
}

/**
 * Watches the other processes. How long one has been silent is measured here, by a clock that nobody sets, and counted
 * from when its last beat was seen: never longer than it was. So neither the clocks of other machines nor that of the
 * database matter, and after an outage of the database everybody is given the time of a lease anew.
 */
export function createProcessWatch(): ProcessWatch {
  const seen = new Map<string, Seen & { row: ServingProcess }>()
  return {
    note(processes, at) {
      for (const id of seen.keys())
        if (!processes.some(({ process_id }) => process_id === id)) seen.delete(id)
      for (const row of processes) {
        const known = seen.get(row.process_id)
        const beatAt = known?.beat === row.beat ? known.beatAt : at
        seen.set(row.process_id, { row, beat: row.beat, beatAt, firstAt: known?.firstAt ?? at })
      }
    },
    silentFor: (ms, at) => [...seen.values()].filter(({ beatAt }) => at - beatAt >= ms).map(({ row }) => row),
    thereFor: (ms, at) =>
      new Set([...seen].filter(([, { firstAt }]) => at - firstAt >= ms).map(([id]) => id)),
  }
}
