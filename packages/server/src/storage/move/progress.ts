import { atomically, type Link } from '../link/link.ts'
import { keyOf, quoted, type Row, type TableShape } from '../link/tables.ts'

/** The target keeps how far the move has come in the table `move_progress`, in the same transaction as the rows. */
const READ = 'select name, value from move_progress order by name'
const KEEP =
  'insert into move_progress (name, value) values (?, ?) on conflict (name) do update set value = excluded.value'
const LATER = 'later '

async function find(link: Link, name: string): Promise<string | undefined> {
  const [row] = await link.ask('select value from move_progress where name = ?', [name])
  return row && String(row[0])
}

/** The id of the move into this database that has begun and not ended. */
export const findMoveId = async (link: Link): Promise<string | undefined> =>
  (await link.hasTable('move_progress')) ? find(link, 'move') : undefined

export async function beginProgress(link: Link, moveId: string): Promise<void> {
  await link.ask('create table if not exists move_progress (name text primary key, value text not null)')
  await link.ask(KEEP, ['move', moveId])
}

export const endProgress = (link: Link) => link.ask('drop table move_progress')

/** Empties the tables, because migrations insert rows that the source has too, and drops what slows inserts down. */
export async function makeReady(link: Link, tables: readonly TableShape[]): Promise<void> {
  if (await find(link, 'ready')) return
  await atomically(link, async () => {
    for (const [create = '', drop] of await link.slowParts()) {
      await link.ask(KEEP, [`${LATER}${drop}`, create])
      await link.ask(String(drop))
    }
    for (const { name } of tables) await link.ask(`delete from ${quoted(name)}`)
    await link.ask(KEEP, ['ready', 'yes'])
  })
}

/** Makes the indexes and references again. Each leaves the list in the transaction that makes it. */
export async function makeSlowParts(link: Link): Promise<void> {
  for (const [name = '', create] of await link.ask(READ)) {
    if (!String(name).startsWith(LATER)) continue
    await atomically(link, async () => {
      await link.ask(String(create))
      await link.ask('delete from move_progress where name = ?', [name])
    })
  }
}

export interface Copied {
  readonly rows: number
  /** The key of the last row. */
  readonly after?: Row
}

export async function findCopied(link: Link, { name }: TableShape): Promise<Copied> {
  const text = await find(link, `table ${name}`)
  return text === undefined ? { rows: 0 } : (JSON.parse(text) as Copied)
}

/** Adds the next rows to the table. They are there together with the note that they are, or not at all. */
export async function addRows(
  link: Link,
  table: TableShape,
  page: readonly Row[],
  before: Copied,
): Promise<Copied> {
  const copied = { rows: before.rows + page.length, after: keyOf(table, page.at(-1) as Row) }
  await atomically(link, async () => {
    await link.insert(table, page)
    await link.ask(KEEP, [`table ${table.name}`, JSON.stringify(copied)])
  })
  return copied
}
