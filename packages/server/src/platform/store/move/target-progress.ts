import type { Row, Value } from './moved-table.ts'
import type { Progress, TableProgress } from './stores.ts'

/** What the target keeps about the move, by name, with the rows that it is about: the table `move_progress`. */
export const MAKE_PROGRESS =
  'create table if not exists move_progress (name text primary key, value text not null)'
export const READ_PROGRESS = 'select name, value from move_progress'
const OF_TABLE = 'table '

export const tableEntry = (
  table: string,
  { upTo, isWhole }: TableProgress,
): [name: string, value: string] => [`${OF_TABLE}${table}`, JSON.stringify([isWhole, upTo])]

export function readProgress(rows: readonly Row[]): Progress | undefined {
  const entries = new Map(rows.map(([name, value]) => [String(name), String(value)]))
  const moveId = entries.get('move')
  if (moveId === undefined) return undefined
  const tables = new Map<string, TableProgress>()
  for (const [name, value] of entries) {
    if (!name.startsWith(OF_TABLE)) continue
    const [isWhole, upTo] = JSON.parse(value) as [boolean, Value[] | null]
    tables.set(name.slice(OF_TABLE.length), { isWhole, upTo })
  }
  return { moveId, position: entries.get('position'), tables }
}

/** An index or a reference that is made when all rows are there; which of them is in the name. */
export const LATER = { index: 'later index ', reference: 'later reference ' } as const
