import type { Storage } from './latchwork-process.ts'
import { openSession, type Session } from './store-session.ts'

/** The tables that an action leaves rows in, with the columns that hold its time. */
const TABLES = {
  event: ['created_at'],
  smartlock_log: ['date'],
  // Last, because it says when the first action was.
  operation: ['created_at', 'updated_at'],
} as const
type Table = keyof typeof TABLES

/** Copies lie so far apart in time that their ids cannot meet. */
const STEP_MS = 10_000

/**
 * Gives a stopped service a past of so many actions, by copying the rows of the real actions it has done already to
 * earlier times. So they have exactly the shape and the proportion that actions really leave.
 */
export async function addEarlierActions(storage: Storage, wanted: number): Promise<Record<string, number>> {
  const session = await openSession(storage)
  try {
    const [first] = await session.query("select count(*) as n from operation where status = 'confirmed'")
    const done = Number(first?.n)
    if (!done) throw new Error('There is no action to copy.')
    const copies = Math.ceil(wanted / done)
    for (const table of Object.keys(TABLES) as Table[]) {
      await session.query(await copySql(session, table, copies))
    }
    return await countRows(session)
  } finally {
    await session.close()
  }
}

async function copySql(session: Session, table: Table, copies: number): Promise<string> {
  const times: readonly string[] = TABLES[table]
  const shifted = (column: string) => `(t.${column} - s.n * ${STEP_MS})`
  const columns = await session.columnsOf(table)
  const values = columns.map((column) => {
    if (column === 'id') return `${session.hex12(shifted(times[0] as string))} || substr(t.id, 13)`
    return times.includes(column) ? shifted(column) : `t.${column}`
  })
  // What came before the first action, such as the locks' first reports, is not left by actions. Oldest first, as they
  // would have come.
  return `with recursive s(n) as (select 1 union all select n + 1 from s where n < ${copies})
    insert into ${table} (${columns.map((column) => `"${column}"`)})
    select ${values} from s cross join ${table} t
    where t.${times[0]} >= (select min(o.created_at) from operation o)
    order by s.n desc, t.id`
}

async function countRows(session: Session): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of Object.keys(TABLES)) {
    const [row] = await session.query(`select count(*) as n from ${table}`)
    counts[table] = Number(row?.n)
  }
  return counts
}
