import { sql } from 'kysely'
import { idFloor } from '../ids.ts'
import { inBites } from './bites.ts'
import { isLockTimeout } from './database-away.ts'
import { type Db, engineOf, type GrowingTable } from './engine.ts'
import { inDatabaseTransaction } from './transaction.ts'

const isNeeded = ({ isNeeded: stays }: GrowingTable, beforeMs: number) => stays?.(beforeMs) ?? sql`false`

/** The current month and the next two. */
const MONTHS_AHEAD = 3
/** Older rows that are brought in go to the default partition. */
const MOST_MONTHS = 120
/** Only one process at a time changes partitions. */
const PARTITION_LOCK_ID = 4_270_913_771
/** Everybody queues behind a waiting schema change, so it does not wait long; the transaction is then tried again. */
const LOCK_TIMEOUT_MS = 200

interface Month {
  readonly name: string
  readonly startMs: number
  readonly endMs: number
}

const monthAt = (year: number, month: number): Month => {
  const start = new Date(Date.UTC(year, month))
  return {
    name: `y${start.getUTCFullYear()}m${String(start.getUTCMonth() + 1).padStart(2, '0')}`,
    startMs: start.getTime(),
    endMs: Date.UTC(year, month + 1),
  }
}

/**
 * Creates the partitions of this month and the next two where they are missing; returns the names of the new ones.
 * A month whose rows already lie in the default partition stays there. Does nothing on SQLite.
 */
export async function ensurePartitions(
  db: Db,
  growing: readonly GrowingTable[],
  nowMs: number,
): Promise<string[]> {
  if (engineOf(db) === 'sqlite') return []
  const now = new Date(nowMs)
  const created: string[] = []
  for (const table of growing) {
    const existing = await listPartitions(db, table)
    for (let ahead = 0; ahead < MONTHS_AHEAD; ahead++) {
      const month = monthAt(now.getUTCFullYear(), now.getUTCMonth() + ahead)
      const partition = `${table.name}_${month.name}`
      if (!existing.includes(partition) && (await createPartition(db, table, month))) created.push(partition)
    }
  }
  return created
}

/** The same for every month since one, so that what is brought in from elsewhere lies in its months as well. */
export async function ensureMonths(
  db: Db,
  growing: readonly GrowingTable[],
  fromMs: number,
  nowMs: number,
): Promise<void> {
  const from = new Date(Math.max(fromMs, nowMs - MOST_MONTHS * 31 * 86_400_000))
  for (let month = from.getUTCMonth(); ; month += MONTHS_AHEAD) {
    const at = Date.UTC(from.getUTCFullYear(), month)
    await ensurePartitions(db, growing, Math.min(at, nowMs))
    if (at >= nowMs) return
  }
}

/**
 * Drops the months that ended before the limit and hold nothing that is still needed, each as a whole; returns how many.
 * Does nothing on SQLite.
 */
export async function dropOldPartitions(db: Db, table: GrowingTable, beforeMs: number): Promise<number> {
  if (engineOf(db) === 'sqlite') return 0
  let dropped = 0
  for (const partition of await listPartitions(db, table)) {
    const [, year, month] = /_y(\d{4,})m(\d\d)$/.exec(partition) ?? []
    if (!year || !month) continue
    const which = monthAt(Number(year), Number(month) - 1)
    if (which.endMs <= beforeMs && (await dropPartition(db, table, which, beforeMs))) dropped++
  }
  return dropped
}

/** Looks before it locks: a month that is still needed is looked at every hour, and nobody has to wait for that. */
async function dropPartition(db: Db, table: GrowingTable, month: Month, beforeMs: number): Promise<boolean> {
  const partition = `${table.name}_${month.name}`
  if (await holdsNeeded(db, table, month, beforeMs)) return false
  return changingPartitions(db, async (tx) => {
    // Another process may have dropped it while we waited for our turn.
    if (!(await listPartitions(tx, table)).includes(partition)) return false
    // Nobody writes to the old month while it is looked through once more; readers wait for its end alone.
    await sql`lock table ${sql.table(partition)} in share row exclusive mode`.execute(tx)
    if (await holdsNeeded(tx, table, month, beforeMs)) return false
    await lockWhole(tx, table)
    await sql`drop table ${sql.table(partition)}`.execute(tx)
    return true
  })
}

/** Asks the whole table: the month may be gone by the time its own name is used. */
async function holdsNeeded(db: Db, table: GrowingTable, month: Month, beforeMs: number): Promise<boolean> {
  if (!table.isNeeded) return false
  const { rows } = await sql`
    select 1 from ${sql.table(table.name)}
    where id >= ${idFloor(month.startMs)} and id < ${idFloor(month.endMs)} and ${isNeeded(table, beforeMs)}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Two who delete the same rows hold them in the same order. */
const inOrder = (db: Db) => (engineOf(db) === 'postgres' ? sql`for update` : sql``)

/** Deletes the rows made before the limit, in bites; returns how many. */
export const deleteOlderThan = (
  db: Db,
  table: GrowingTable,
  beforeMs: number,
  goOn?: (() => void) | undefined,
): Promise<number> => {
  const target = sql.table(table.name)
  return inBites(
    db,
    async (limit) => {
      const { numAffectedRows } = await sql`
        delete from ${target} where id in (
          select id from ${target}
          where id < ${idFloor(beforeMs)} and not ${isNeeded(table, beforeMs)}
          order by id limit ${limit} ${inOrder(db)})`.execute(db)
      return Number(numAffectedRows)
    },
    goOn,
  )
}

/** Some of the rows of one account that were made before the limit; returns how many there were. */
export async function deleteSomeOlderOf(
  db: Db,
  table: GrowingTable,
  { accountId, beforeMs, limit }: { accountId: number; beforeMs: number; limit: number },
): Promise<number> {
  const target = sql.table(table.name)
  const { numAffectedRows } = await sql`
    delete from ${target} where account_id = ${accountId} and id in (
      select id from ${target}
      where account_id = ${accountId} and id < ${idFloor(beforeMs)} and not ${isNeeded(table, beforeMs)}
      order by id limit ${limit} ${inOrder(db)})`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes some rows of one account; returns how many there were. */
export async function deleteSomeOf(
  db: Db,
  table: GrowingTable,
  accountId: number,
  limit: number,
): Promise<number> {
  const target = sql.table(table.name)
  const { numAffectedRows } = await sql`
    delete from ${target} where account_id = ${accountId} and id in (
      select id from ${target} where account_id = ${accountId} order by id limit ${limit} ${inOrder(db)})`.execute(
    db,
  )
  return Number(numAffectedRows)
}

async function listPartitions(db: Db, table: GrowingTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select partition.relname as name
    from pg_inherits join pg_class partition on partition.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = to_regclass(${table.name})
    order by partition.relname`.execute(db)
  return rows.map((row) => row.name)
}

/** Returns false when the month is already there or its rows are in the default partition. */
async function createPartition(db: Db, table: GrowingTable, month: Month): Promise<boolean> {
  const partition = `${table.name}_${month.name}`
  const from = idFloor(month.startMs)
  const to = idFloor(month.endMs)
  const hasStrays = async (looker: Db): Promise<boolean> => {
    const fallback = sql.table(`${table.name}_default`)
    const { rows } = await sql`select 1 from ${fallback} where id >= ${from} and id < ${to} limit 1`.execute(
      looker,
    )
    return rows.length > 0
  }
  // The month stays where it is for as long as it has rows, which is asked every hour: it costs nobody a lock.
  if (await hasStrays(db)) return false
  return changingPartitions(db, async (tx) => {
    await lockWhole(tx, table)
    if ((await listPartitions(tx, table)).includes(partition) || (await hasStrays(tx))) return false
    await sql`
      create table ${sql.table(partition)} partition of ${sql.table(table.name)}
      for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(tx)
    return true
  })
}

const lockWhole = (tx: Db, table: GrowingTable) =>
  sql`lock table ${sql.table(table.name)} in access exclusive mode`.execute(tx)

/**
 * Returns false when somebody uses the table for so long that it could not be had, as a backup does: it is tried again
 * in an hour, and until then rows of a month without a partition go to the default one. Whoever queries locks the table
 * before its partitions; where we do it the other way round, it is we who give up before the two wait for each other.
 */
const changingPartitions = async (db: Db, work: (tx: Db) => Promise<boolean>): Promise<boolean> => {
  try {
    return await inDatabaseTransaction(db, async (tx) => {
      await sql`select pg_advisory_xact_lock(${PARTITION_LOCK_ID})`.execute(tx)
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx)
      return work(tx)
    })
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw error
  }
}
