import {
  isMoved,
  isOwnTable,
  keyColumns,
  literal,
  type MovedTable,
  quoted,
  type ToldColumn,
  tablesOf,
} from './moved-table.ts'
import { IS_MOVING } from './refusal.ts'
import type { MoveState } from './stores.ts'

/** Asks a database for rows. */
export type Ask = (text: string) => Promise<Record<string, unknown>[]>

const SHAPE = `select m.name as name, p.name as col, lower(p.type) as type, p.pk as pk, m.sql like '%autoincrement%' as gen
  from sqlite_master m join pragma_table_info(m.name) p where m.type = 'table' order by m.name`

export async function sqliteTables(ask: Ask): Promise<MovedTable[]> {
  const told = (await ask(SHAPE)).map(
    (row): ToldColumn => ({
      table: String(row.name),
      column: String(row.col),
      type: String(row.type),
      key: Number(row.pk),
      isGenerated: row.gen === 1 && Number(row.pk) > 0,
    }),
  )
  return tablesOf(told.filter(({ table }) => !isOwnTable(table)))
}

const EVENTS = [
  ['insert', ['new']],
  ['update', ['old', 'new']],
  ['delete', ['old']],
] as const

const NOW = `cast(unixepoch('subsec') * 1000 as integer)`

const note = (table: MovedTable, row: 'old' | 'new'): string => {
  const key = keyColumns(table).map((column) => `${row}.${quoted(column)}`)
  return `insert into move_journal (tbl, row_key) values (${literal(table.name)}, json_array(${key}));`
}

/**
 * A trigger for each table and event. It refuses while the move is in its last seconds, and for ever once the store was
 * handed over: the database refuses, so that no part of a service can be forgotten.
 */
const triggersOf = (table: MovedTable): string[] =>
  EVENTS.map(
    ([event, rows]) => `create trigger if not exists ${quoted(`move_${event}_${table.name}`)}
      after ${event} on ${quoted(table.name)} when ${isMoved(table.name, `${rows[0]}.`)} begin
        select raise(abort, '${IS_MOVING}') from move_state where phase = 'moved' or paused_until > ${NOW};
        ${rows.map((row) => note(table, row)).join('\n')}
      end`,
  )

/** What changes the source on SQLite, as statements: the service that holds the file runs them, or the command itself. */
export const SQLITE_STEPS = {
  begin: (tables: readonly MovedTable[], { moveId, target }: Omit<MoveState, 'phase'>): string[] => [
    `create table if not exists move_state (id integer primary key, move_id text not null, target text not null,
       phase text not null, paused_until integer not null) strict`,
    `create table if not exists move_journal (seq integer primary key autoincrement, tbl text not null, row_key text not null) strict`,
    ...tables.flatMap(triggersOf),
    `insert into move_state (id, move_id, target, phase, paused_until)
       values (1, ${literal(moveId)}, ${literal(target)}, 'begun', 0) on conflict do nothing`,
  ],
  pause: (untilMs: number): string[] => [
    `update move_state set paused_until = ${Math.trunc(untilMs)} where phase = 'begun'`,
  ],
  /** Only if really nothing was written: whoever wrote left a line in the journal. */
  handOver: (position: string): string[] => [
    `update move_state set phase = 'moved' where phase = 'begun'
       and (select coalesce(max(seq), 0) from move_journal) = ${Number(position)}`,
  ],
  forget: (tables: readonly MovedTable[]): string[] => [
    ...tables.flatMap(({ name }) =>
      EVENTS.map(([event]) => `drop trigger if exists ${quoted(`move_${event}_${name}`)}`),
    ),
    'drop table if exists move_state',
    'drop table if exists move_journal',
  ],
} as const
