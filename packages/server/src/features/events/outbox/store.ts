import { type Compilable, sql } from 'kysely'
import { bindableJson } from '../../../platform/store/bindable.ts'
import type { Db } from '../../../platform/store/database.ts'
import { insertAll } from '../../../platform/store/many-rows.ts'
import { prepared } from '../../../platform/store/prepared.ts'
import type { EventTable } from '../../../schema/events.ts'

export const insert = insertAll<EventTable>('event', (db) => db.insertInto('event'))

/** Events of one account, and where they want to stand in its log. */
export interface Claim {
  account_id: number
  first: string
  last: string
}

/**
 * PostgreSQL only: holds the head rows of the accounts, in their order, until the transaction ends, and inserts the
 * events of those whose last event is older than the first of these. Returns the accounts for which that was so.
 */
export const insertBehindHeads = async (
  db: Db,
  claims: readonly Claim[],
  rows: readonly EventTable[],
): Promise<Set<number>> => {
  const done = await appendAll(db, { claims: JSON.stringify(claims), rows: bindableJson(rows) })
  return new Set(done.map(({ account_id }) => account_id))
}

const COLUMNS = sql.join(
  (
    [
      'id',
      'account_id',
      'feature',
      'smartlock_id',
      'api_key_id',
      'payload',
      'notices',
      'created_at',
    ] satisfies (keyof EventTable)[]
  ).map((column) => sql.ref(column)),
)

const appendAll = prepared<{ claims: string; rows: string }, { account_id: number }>((db, slot) => {
  const statement = sql<{ account_id: number }>`
    with claim as (
      select * from json_to_recordset(${slot('claims')}::json) as c (account_id integer, first text, last text)
    ), head as (
      insert into event_head (account_id, last_id)
      select account_id, last from claim order by account_id
      on conflict (account_id) do update set last_id = case
        when event_head.last_id < (select first from claim where claim.account_id = excluded.account_id)
        then excluded.last_id else event_head.last_id end
      returning account_id, last_id
    ), added as (
      insert into event (${COLUMNS})
      select ${COLUMNS} from json_populate_recordset(null::event, ${slot('rows')}::json) as r
      where exists (select 1 from head join claim using (account_id) where last_id = last and account_id = r.account_id)
    )
    select account_id from head join claim using (account_id) where last_id = last`
  return { compile: () => statement.compile(db) } as Compilable<{ account_id: number }>
})

/** The account's last id; the row is held until the transaction ends. */
export async function holdHead(db: Db, accountId: number): Promise<string> {
  const head = await db
    .insertInto('event_head')
    .values({ account_id: accountId, last_id: '' })
    .onConflict((c) => c.column('account_id').doUpdateSet({ last_id: sql`event_head.last_id` }))
    .returning('last_id')
    .executeTakeFirstOrThrow()
  return head.last_id
}

export const moveHead = (db: Db, accountId: number, lastId: string) =>
  db.updateTable('event_head').set({ last_id: lastId }).where('account_id', '=', accountId).execute()

export const removeHead = (db: Db, accountId: number) =>
  db.deleteFrom('event_head').where('account_id', '=', accountId).execute()
