import { authorizationRows } from './authorization-rows.ts'
import { clusterRows } from './cluster-rows.ts'
import { consoleRows } from './console-rows.ts'
import { csvRows } from './csv-rows.ts'
import { deliveryRows } from './delivery-rows.ts'
import { estateRows } from './estate-rows.ts'
import { fleetRows } from './fleet-rows.ts'
import { gatewayRows } from './gateway-rows.ts'
import { guardedRows } from './guarded-rows.ts'
import { historyRows } from './history-rows.ts'
import { hotPathRows } from './hot-path-rows.ts'
import { importRows } from './import-rows.ts'
import { moveRows } from './move-rows.ts'
import { nukiRows } from './nuki-rows.ts'
import { type BenchOptions, PARTS, type Part, paceOf, readOptions } from './options.ts'
import { startPostgresStore } from './postgres-store.ts'
import { cleanUpAtExit, pinOwnProcess } from './processes.ts'
import { createProgress } from './progress.ts'
import { readRows } from './read-rows.ts'
import { describeMachine, keepParts, keepResults } from './results.ts'
import { roundTripRows } from './round-trip-rows.ts'
import type { Results, Row } from './row.ts'
import { searchRows } from './search-rows.ts'
import { slowDiskRows } from './slow-disk-rows.ts'
import { startUpRows } from './start-up-rows.ts'
import { stayRows } from './stay-rows.ts'
import { type Store, sqliteStore } from './stores.ts'
import { streamRows } from './stream-rows.ts'
import { suiteRows } from './suite-rows.ts'
import { targetTable, textTable } from './table.ts'
import { tenantRows } from './tenant-rows.ts'
import { unlockRows } from './unlock-rows.ts'

const MEASURE: Record<Part, typeof readRows> = {
  'start-up': startUpRows,
  reads: readRows,
  'guarded-reads': guardedRows,
  unlocks: unlockRows,
  'round-trip': roundTripRows,
  webhooks: deliveryRows,
  streams: streamRows,
  stays: stayRows,
  history: historyRows,
  'slow-disk': slowDiskRows,
  fleet: fleetRows,
  authorizations: authorizationRows,
  console: consoleRows,
  cluster: clusterRows,
  tenants: tenantRows,
  gateway: gatewayRows,
  move: moveRows,
  'hot-path': hotPathRows,
  import: importRows,
  nuki: nukiRows,
  search: searchRows,
  estate: estateRows,
  csv: csvRows,
  suite: suiteRows,
}

/** The other parts tell of the process, of the broker and of connections; the store changes little about them. */
const PARTS_ON_POSTGRES: readonly Part[] = [
  'reads',
  'unlocks',
  'round-trip',
  'webhooks',
  'stays',
  'history',
  'authorizations',
  'tenants',
  'hot-path',
  'search',
  'estate',
  'csv',
]

const TARGETS_ON_POSTGRES: readonly Part[] = ['reads', 'unlocks', 'round-trip']

interface Measured {
  readonly rows: Row[]
  /** Parts that broke off. What the others found is not lost for it. */
  readonly broken: Set<Part>
}

async function measureOn(store: Store, parts: readonly Part[], { rows, broken }: Measured): Promise<void> {
  for (const part of parts)
    try {
      rows.push(...(await MEASURE[part](store, paceOf(options), progress)))
    } catch (error) {
      broken.add(part)
      console.error(`${part} broke off:`, error)
    }
}

async function measureOnPostgres(measured: Measured): Promise<void> {
  progress('starting PostgreSQL')
  const store = await startPostgresStore()
  try {
    const wanted = options.targets ? TARGETS_ON_POSTGRES : PARTS_ON_POSTGRES
    const parts = options.parts.filter((part) => wanted.includes(part))
    await measureOn(store, parts, measured)
  } finally {
    await store.stop()
  }
}

function optionsOrUsage(): BenchOptions {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}

/** A part that broke off on one store is not kept of the other either. */
function keepFinished(results: Results): void {
  const { broken } = measured
  keepParts({ ...results, rows: results.rows.filter(({ part }) => !broken.has(part as Part)) })
}

const progress = createProgress()
const options = optionsOrUsage()
cleanUpAtExit()
pinOwnProcess()
const startedAt = performance.now()
const measured: Measured = { rows: [], broken: new Set() }
await measureOn(sqliteStore, options.parts, measured)
if (options.postgres) await measureOnPostgres(measured)
const { rows, broken } = measured
const seconds = Math.round((performance.now() - startedAt) / 1000)
const results = { machine: describeMachine(), seconds, rows }
console.log(options.targets ? targetTable(results) : textTable(results))
if (options.quick) console.log('\nNot kept: it was quick.')
else if (options.parts === PARTS && broken.size === 0) keepResults(results)
else if (options.keep) keepFinished(results)
else console.log('\nNot kept: only a full run is, or with --keep the parts that came to their end.')
if (broken.size > 0) console.log(`\nBroke off: ${[...broken].join(', ')}.`)
process.exit(broken.size > 0 ? 1 : 0)
