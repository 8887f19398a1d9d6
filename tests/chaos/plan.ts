/** What can be done to the service and its neighbours. */
export const FAULT_KINDS = [
  'kill',
  'freeze',
  'database restart',
  'database crash',
  'database cut',
  'database half-open',
  'database frozen',
  'pool used up',
  'full disk',
  'broker restart',
  'broker cut',
  'broker half-open',
  'clock jump',
  'database failover',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/** What is done, for whoever reads the report. */
export const FAULT_WORDS: Record<FaultKind, string> = {
  kill: 'SIGKILL of a process; another is started at once',
  freeze: 'SIGSTOP of a process for one to five seconds',
  'database restart': 'PostgreSQL is stopped and started',
  'database crash': 'PostgreSQL ends without a shutdown and recovers from its log',
  'database cut': 'all connections to PostgreSQL are reset',
  'database half-open': 'all connections to PostgreSQL go silent for ever, new ones work',
  'database frozen': 'nothing passes to or from PostgreSQL for one to five seconds',
  'pool used up': 'the table of locks is locked for one to five seconds, until no connection is left',
  'full disk':
    'somebody else takes all the room on the disk that holds the tables, for four to eight seconds; only where a small disk may be mounted',
  'broker restart': 'Mosquitto is killed and started, and remembers nothing',
  'broker cut': 'all connections of the service to Mosquitto are reset',
  'broker half-open': 'all connections of the service to Mosquitto go silent for ever, new ones work',
  'database failover':
    'PostgreSQL is lost for good, and its replica, which has all that was committed, is promoted; once, as the last fault',
  'clock jump': 'the clock of a process is up to 20 s ahead or behind for one to five seconds',
}

/** There is one replica, and what comes after it could not be done to it. */
const LAST: FaultKind = 'database failover'

export interface PlannedFault {
  readonly kind: FaultKind
  /** Which process it hits, where it hits one. */
  readonly target: number
  /** How long it lasts, where it lasts. */
  readonly holdMs: number
  /** How far a clock jumps. */
  readonly jumpMs: number
  /** The quiet time before it. */
  readonly gapMs: number
}

export interface PlanOptions {
  readonly seed: number
  readonly processes: number
  /** So many of the faults are kills. */
  readonly kills: number
  /** Faults that are not kills; all kinds come in turn. */
  readonly others: number
  readonly kinds: readonly FaultKind[]
}

/** A generator of numbers from 0 to 1 that repeats itself with the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The same seed plans the same faults in the same order: what a run met can be met again. */
export function planFaults({ seed, processes, kills, others, kinds }: PlanOptions): PlannedFault[] {
  const random = seeded(seed)
  const further = kinds.filter((kind) => kind !== 'kill' && kind !== LAST)
  const wanted: FaultKind[] = [
    ...Array.from({ length: kills }, () => 'kill' as const),
    ...Array.from(
      { length: further.length > 0 ? others : 0 },
      (_, i) => further[i % further.length] as FaultKind,
    ),
  ]
  const last = kinds.includes(LAST) && others > 0 ? [LAST] : []
  return [...shuffled(wanted, random), ...last].map((kind) => ({
    kind,
    target: Math.floor(random() * processes),
    holdMs: Math.round(1000 + random() * 4000),
    jumpMs: Math.round((random() * 2 - 1) * 20_000),
    gapMs: Math.round(500 + random() * 2000),
  }))
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value)
}
