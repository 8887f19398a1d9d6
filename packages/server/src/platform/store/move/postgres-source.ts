import { setTimeout as sleep } from 'node:timers/promises'
import { isMoved, keyColumns, literal, type MovedTable, quoted } from './moved-table.ts'
import { hasTable, type Link, openLink, postgresTables, rowsAfter, rowsOf } from './postgres-link.ts'
import { IS_MOVING, MOVING_CODE } from './refusal.ts'
import type { Change, MoveState, Pause, Snapshot, Source } from './stores.ts'

/** Whoever writes holds it together with the others until the end of the transaction; who pauses holds it alone. */
const WRITERS_LOCK = 4_270_913_773
const JOURNAL_BATCH = 2000
/** For so long the writers that are under way are waited for; new ones are refused from the beginning. */
const WRITERS_MS = 3000
/** A table is waited for only as long as others can wait behind it. */
const TABLE_MS = 200
const LOCK_NOT_AVAILABLE = '55P03'

const REFUSE = `raise exception '${IS_MOVING}' using errcode = '${MOVING_CODE}'`

const gate = (body: string): string =>
  `create or replace function move_gate() returns void language plpgsql as $$ begin ${body} end $$`

/**
 * Asked after the row was written: whoever is let through has a place among the running transactions by then, and is waited
 * for. The lock does not look at snapshots, so that a transaction that began before the pause is refused as well.
 */
const OPEN_GATE = `if not pg_try_advisory_xact_lock_shared(${WRITERS_LOCK}) then ${REFUSE}; end if;`

function noteOf(table: MovedTable): string {
  const key = (row: string) =>
    `json_build_array(${keyColumns(table).map((column) => `${row}.${quoted(column)}`)})::text`
  const line = (row: string) =>
    `if ${isMoved(table.name, `${row}.`)} then
       insert into move_journal (tbl, row_key) values (${literal(table.name)}, ${key(row)});
     end if;`
  return `begin
    perform move_gate();
    if tg_op <> 'INSERT' then ${line('old')} end if;
    if tg_op = 'INSERT' or (tg_op = 'UPDATE' and ${key('old')} <> ${key('new')}) then ${line('new')} end if;
    return null;
  end`
}

const noteName = ({ name }: MovedTable): string => quoted(`move_note_${name}`)

const BEGIN = [
  `create table if not exists move_state (id integer primary key, move_id text not null, target text not null, phase text not null)`,
  `create table if not exists move_journal (seq bigint generated always as identity primary key,
     xid xid8 not null default pg_current_xact_id(), tbl text not null, row_key text not null)`,
  'create index if not exists move_journal_xid on move_journal (xid)',
]

export async function openPostgresSource(url: string): Promise<Source> {
  const link = await openLink(url)
  const { ask } = link
  const tables = () => postgresTables(link)
  return {
    tables,
    async migrations() {
      return (await ask('select name from kysely_migration order by name')).map(([name]) => String(name))
    },
    state: () => stateIn(link),
    async begin({ moveId, target }) {
      for (const text of BEGIN) await ask(text)
      await ask(gate(OPEN_GATE))
      for (const table of await tables()) await watch(link, table)
      // Last: without it nothing counts as begun.
      await ask(
        `insert into move_state (id, move_id, target, phase) values (1, $1, $2, 'begun') on conflict do nothing`,
        [moveId, target],
      )
    },
    snapshot: () => openSnapshot(url),
    pause: () => pause(url),
    async forget() {
      for (const table of await tables()) await ask(`drop function if exists ${noteName(table)}() cascade`)
      await ask('drop function if exists move_gate()')
      await ask('drop table if exists move_state, move_journal')
    },
    close: () => link.close(),
  }
}

/** One table at a time, and none for long: everybody else queues behind a waiting change of a table. */
async function watch({ ask }: Link, table: MovedTable): Promise<void> {
  await ask(
    `create or replace function ${noteName(table)}() returns trigger language plpgsql as $$ ${noteOf(table)} $$`,
  )
  for (;;) {
    try {
      await ask('begin')
      await ask(`set local lock_timeout = ${TABLE_MS}`)
      await ask(`create or replace trigger move_note after insert or update or delete on ${quoted(table.name)}
        for each row execute function ${noteName(table)}()`)
      await ask('commit')
      return
    } catch (error) {
      await ask('rollback')
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
      await sleep(TABLE_MS)
    }
  }
}

async function stateIn(link: Link): Promise<MoveState | undefined> {
  if (!(await hasTable(link, 'move_state'))) return undefined
  const [row] = await link.ask('select move_id, target, phase from move_state')
  return row && { moveId: String(row[0]), target: String(row[1]), phase: row[2] as MoveState['phase'] }
}

/** The lock goes with its connection: a pause of a command that was killed is over. */
async function pause(url: string): Promise<Pause | undefined> {
  const { ask, close } = await openLink(url)
  try {
    await ask(`set lock_timeout = ${WRITERS_MS}`)
    await ask(`select pg_advisory_lock(${WRITERS_LOCK})`)
  } catch (error) {
    await close()
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return undefined
    throw error
  }
  return {
    async handOver() {
      await ask('begin')
      await ask(gate(`${REFUSE};`))
      await ask(`update move_state set phase = 'moved'`)
      await ask('commit')
      return true
    },
    end: () => close(),
  }
}

async function openSnapshot(url: string): Promise<Snapshot> {
  const link = await openLink(url)
  const { ask } = link
  await ask('begin isolation level repeatable read read only')
  const one = async (text: string) => (await ask(text))[0]?.[0]
  // What is not visible here is at or above the oldest transaction that was still open.
  const position = String(await one('select pg_snapshot_xmin(pg_current_snapshot())::text'))
  return {
    position,
    takenAt: performance.now(),
    async *changesSince(since) {
      for (let from = 0; ; ) {
        const batch = await ask(
          `select seq, tbl, row_key from move_journal where xid >= $1::text::xid8 and seq > $2 order by seq limit $3`,
          [since, from, JOURNAL_BATCH],
        )
        if (batch.length === 0) return
        yield batch.map(([, table, key]): Change => ({ table: String(table), key: JSON.parse(String(key)) }))
        from = Number(batch.at(-1)?.[0])
      }
    },
    rowsAfter: (table, after, limit, owners) => rowsAfter(link, table, after, limit, owners),
    rowsOf: (table, keys) => rowsOf(link, table, keys),
    count: async ({ name }) =>
      Number(await one(`select count(*) from ${quoted(name)} where ${isMoved(name)}`)),
    async numbersGivenOut(tables) {
      const given = new Map<string, number>()
      for (const { name, generated } of tables) {
        if (generated === undefined) continue
        const sequence = await one(
          `select pg_get_serial_sequence(${literal(quoted(name))}, ${literal(generated)})`,
        )
        const [row] = await ask(`select last_value, is_called::int from ${sequence}`)
        given.set(name, Number(row?.[1]) === 1 ? Number(row?.[0]) : Number(row?.[0]) - 1)
      }
      return given
    },
    close: () => link.close(),
  }
}
