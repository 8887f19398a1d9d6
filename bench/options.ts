import { parseArgs } from 'node:util'

/** The parts of the benchmark that can be asked for by name. */
export const PARTS = [
  'reads',
  'guarded-reads',
  'unlocks',
  'round-trip',
  'webhooks',
  'streams',
  'stays',
  'history',
  'slow-disk',
  'start-up',
  'fleet',
  'authorizations',
  'console',
  'cluster',
  'tenants',
  'gateway',
  'move',
  'hot-path',
  'import',
  'nuki',
  'search',
  'estate',
  'csv',
  'suite',
] as const
export type Part = (typeof PARTS)[number]

export interface BenchOptions {
  readonly parts: readonly Part[]
  /** Short windows: shows that everything works, not how fast it is. */
  readonly quick: boolean
  /** Also measures what depends on the store on PostgreSQL. */
  readonly postgres: boolean
  /** Only what has an aim, with windows that are short but not too short to tell. */
  readonly targets: boolean
  /** The part `move` with a million authorizations and five million entries of the log. */
  readonly large: boolean
  /** Keeps the rows of the parts that were measured, next to those of the others from earlier. */
  readonly keep: boolean
}

/** How long and how often everything is measured. */
export interface Pace {
  readonly warmUpSeconds: number
  /** How long a service and its locks have worked before unlocks are measured. */
  readonly settleSeconds: number
  readonly windowSeconds: number
  /** Each side is measured so many times, in turn; the median counts. */
  readonly rounds: number
  readonly roundTripsPerRound: number
  readonly starts: number
  readonly earlierActions: number
  readonly fleet: number
  readonly deliveries: number
  readonly streams: number
  /** Accounts of the part `tenants`. */
  readonly tenants: number
  /** Locks of the account of which single ones are read while others report. */
  readonly lockOf: number
  /** Locks of the part `fleet`, and how often one of them is unlocked at each size. */
  readonly fleetScale: number
  readonly fleetUnlocks: number
  /** Authorizations in the stores of the part of that name, three sizes, and how often each call is measured. */
  readonly authorizations: readonly [number, number, number]
  readonly authorizationCalls: number
  /** Rights and entries of the log of the part `estate`, at its largest. */
  readonly estate: { readonly rights: number; readonly entries: number }
  /** Rows of each file of the part `csv`. */
  readonly csvRows: number
  /** Entries in the log of the part `history`. */
  readonly logEntries: number
  /** Authorizations and entries of the log of the part `move`. */
  readonly moved: readonly [number, number]
  /** How long the console is scrolled through, or shown events, in one go. */
  readonly scrollSeconds: number
}

const FULL: Pace = {
  warmUpSeconds: 1,
  settleSeconds: 30,
  windowSeconds: 1.5,
  rounds: 3,
  roundTripsPerRound: 100,
  starts: 5,
  earlierActions: 100_000,
  fleet: 2000,
  deliveries: 3000,
  streams: 1000,
  tenants: 1000,
  lockOf: 5000,
  fleetScale: 10_000,
  fleetUnlocks: 300,
  authorizations: [100, 10_000, 1_000_000],
  authorizationCalls: 100,
  estate: { rights: 1_000_000, entries: 2_000_000 },
  csvRows: 10_000,
  logEntries: 2_000_000,
  moved: [50_000, 250_000],
  scrollSeconds: 4,
}

const QUICK: Pace = {
  ...FULL,
  warmUpSeconds: 0.3,
  settleSeconds: 0.3,
  windowSeconds: 0.5,
  rounds: 1,
  roundTripsPerRound: 50,
  starts: 2,
  earlierActions: 10_000,
  fleet: 300,
  deliveries: 500,
  streams: 200,
  tenants: 100,
  lockOf: 500,
  fleetScale: 300,
  fleetUnlocks: 30,
  authorizations: [100, 1000, 20_000],
  authorizationCalls: 20,
  estate: { rights: 200_000, entries: 400_000 },
  csvRows: 1000,
  logEntries: 50_000,
  moved: [2000, 10_000],
  scrollSeconds: 2,
}

/** For the targets: everything as large as it is promised, measured for as long as it has to be. */
const SHORT: Pace = {
  ...FULL,
  warmUpSeconds: 0.5,
  windowSeconds: 1,
  // By three windows a single slow second decided.
  rounds: 5,
  roundTripsPerRound: 60,
  // What a long past costs is no target.
  earlierActions: 0,
  deliveries: 1500,
  fleetUnlocks: 30,
  logEntries: 500_000,
}

/** The parts that have a target which was promised (docs/benchmarks.md). */
export const TARGET_PARTS: readonly Part[] = [
  'start-up',
  'reads',
  'unlocks',
  'round-trip',
  'webhooks',
  'slow-disk',
  'tenants',
  'cluster',
  'fleet',
  'gateway',
]

export const paceOf = ({ quick, targets, large }: BenchOptions): Pace => ({
  ...(targets ? SHORT : quick ? QUICK : FULL),
  ...(large && { moved: [1_000_000, 5_000_000] as const }),
})

const USAGE = `npm run bench -- [--targets] [--quick] [--postgres] [--large] [--keep] [${PARTS.join('] [')}]`

export function readOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean' },
      postgres: { type: 'boolean' },
      targets: { type: 'boolean' },
      large: { type: 'boolean' },
      keep: { type: 'boolean' },
    },
  })
  const unknown = positionals.filter((name) => !isPart(name))
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}. Usage: ${USAGE}`)
  const targets = values.targets ?? false
  return {
    parts: positionals.length > 0 ? positionals.filter(isPart) : targets ? TARGET_PARTS : PARTS,
    quick: values.quick ?? false,
    postgres: values.postgres ?? targets,
    targets,
    large: values.large ?? false,
    keep: values.keep ?? false,
  }
}

const isPart = (name: string): name is Part => (PARTS as readonly string[]).includes(name)
