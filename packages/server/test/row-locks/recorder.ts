import pg from 'pg'
import { NamedQuery, type Row } from '../../src/platform/store/postgres-query.ts'
import { type HeldRow, REMOVED_AS_A_WHOLE, WatchedTransaction } from './transaction.ts'
import { type Parent, ROW_MESSAGE, type TableKeys } from './triggers.ts'

/** Set by the set-up of a test run: the keys of all tables of the databases whose rows are watched. */
export const KEYS_VARIABLE = 'LATCHWORK_TEST_ROW_KEYS'

const faults = new Map<string, string[]>()

/** What transactions on a database did against the order of rows (src/schema/row-order.ts) since this was last asked. */
export function takeRowFaults(databaseUrl: string): string[] {
  const database = new URL(databaseUrl).pathname.slice(1)
  const found = faults.get(database) ?? []
  faults.delete(database)
  return found
}

interface Message {
  readonly op: 'INSERT' | 'UPDATE' | 'DELETE'
  readonly table: string
  readonly depth: number
  readonly row: Record<string, unknown>
}

/** What is known of one connection. */
interface Watched {
  messages: Message[]
  open: WatchedTransaction | undefined
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown

/**
 * Watches every connection of this process below the store, where nothing can be asked for unseen: which rows each
 * statement came to hold, by what the triggers say and by what was read to be held.
 */
export function watchRows(keys: Readonly<Record<string, TableKeys>>): void {
  const connections = new WeakMap<pg.Client, Watched>()
  const original = pg.Client.prototype.query as unknown as Query
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const watched = connections.get(this) ?? listenTo(this, connections)
    const sql = textOf(args[0])
    const forget = () => {
      watched.messages = []
    }
    if (args[0] instanceof NamedQuery) {
      const query = args[0]
      const { callback } = query
      const done = query.handleCommandComplete.bind(query)
      const before = [...query.before]
      query.handleCommandComplete = (message, connection) => {
        const statement = before.shift()
        if (statement) note(this, watched, keys, statement.text, [])
        done(message, connection)
      }
      query.callback = (error, result) => {
        if (error) forget()
        else note(this, watched, keys, query.text, query.read)
        callback(error, result)
      }
    }
    const result = original.apply(this, args)
    if (sql === undefined || !(result instanceof Promise)) return result
    return result.then(
      (answer: pg.QueryResult) => {
        note(this, watched, keys, sql, answer.rows)
        return answer
      },
      (error: unknown) => {
        forget()
        throw error
      },
    )
  } as unknown as typeof pg.Client.prototype.query
}

const textOf = (query: unknown): string | undefined =>
  typeof query === 'string' ? query : (query as { text?: string } | undefined)?.text

function listenTo(client: pg.Client, connections: WeakMap<pg.Client, Watched>): Watched {
  const watched: Watched = { messages: [], open: undefined }
  connections.set(client, watched)
  client.on('notice', ({ message }) => {
    if (message?.startsWith(ROW_MESSAGE)) watched.messages.push(JSON.parse(message.slice(ROW_MESSAGE.length)))
  })
  return watched
}

function note(
  client: pg.Client,
  watched: Watched,
  keys: Readonly<Record<string, TableKeys>>,
  sql: string,
  read: readonly Row[],
): void {
  const messages = watched.messages.splice(0)
  const database = client.database as string
  const isSeen = (fault: string) => {
    const known = faults.get(database) ?? []
    if (!known.includes(fault)) known.push(fault)
    faults.set(database, known)
  }
  if (/^\s*(begin|start transaction)\b/i.test(sql)) watched.open = new WatchedTransaction(keys, isSeen)
  else if (/^\s*(commit|rollback)\b/i.test(sql)) watched.open = undefined
  // What runs by itself asks for rows of one kind only, and tests do much of it by hand: not looked at.
  if (!watched.open) return
  // What was to be stored and was there already is told of twice: it is the row that was there.
  const changed = new Set(messages.filter(({ op }) => op === 'UPDATE').map(({ table }) => table))
  const told = messages.filter(({ op, table }) => !(op === 'INSERT' && changed.has(table)))
  const rows = [...told.flatMap((message) => rowsOf(keys, sql, message)), ...readToBeHeld(sql, read)]
  if (rows.length > 0) watched.open.hold(sql, rows)
}

const WITHOUT_WAITING = /skip locked|nowait/i

const mayBeThere = (sql: string, table: string): boolean =>
  new RegExp(`insert into "?${table}"?\\s(?:(?!insert into).)*on conflict`, 'is').test(sql)

function rowsOf(keys: Readonly<Record<string, TableKeys>>, sql: string, message: Message): HeldRow[] {
  const { op, table, row } = message
  const isNew = op === 'INSERT' && !mayBeThere(sql, table)
  const own = {
    table,
    row,
    // Nobody has a row that was not there; one that may be there already is waited for.
    waits: op === 'INSERT' ? !isNew : !WITHOUT_WAITING.test(sql),
    isNamed: op === 'INSERT' || mayBeThere(sql, table),
    isNew,
    isRemoved: op === 'DELETE',
    isCascade: message.depth > 1,
  }
  return op === 'INSERT' ? [...(keys[table]?.parents ?? []).flatMap(parentOf(row)), own] : [own]
}

const parentOf =
  (row: Record<string, unknown>) =>
  ({ table, columns, names }: Parent): HeldRow[] =>
    table === REMOVED_AS_A_WHOLE || columns.some((column) => row[column] == null)
      ? []
      : [
          {
            table,
            row: Object.fromEntries(names.map((name, i) => [name, row[columns[i] as string]])),
            waits: true,
            isNamed: true,
            isReference: true,
          },
        ]

const HELD_BY_READING = /^\s*select\b.*?\bfrom "?(\w+)"?.*\bfor (?:no key |key )?(?:update|share)\b/is

function readToBeHeld(sql: string, rows: readonly Row[]): HeldRow[] {
  const table = HELD_BY_READING.exec(sql)?.[1]
  if (table === undefined) return []
  return rows.map((row) => ({ table, row, waits: !WITHOUT_WAITING.test(sql) }))
}
