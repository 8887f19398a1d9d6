import { sql } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import { prepared } from '../../../platform/store/prepared.ts'
import type { EventTable } from '../../../schema/events.ts'

const insertOne = prepared<EventTable, never>((db, slot) =>
  db
    .insertInto('event')
    .values({
      id: slot('id'),
      account_id: slot('account_id'),
      feature: slot('feature'),
      smartlock_id: slot('smartlock_id'),
      api_key_id: slot('api_key_id'),
      payload: slot('payload'),
      notices: slot('notices'),
      created_at: slot('created_at'),
    })
    .$castTo<never>(),
)

/** Rows of one statement: both engines limit how many values it may hold. */
const CHUNK = 500

/** Nearly always there is one, which is not worth building a statement for. */
export async function insert(db: Db, rows: readonly EventTable[]): Promise<void> {
  const [only] = rows
  if (only && rows.length === 1) {
    await insertOne(db, only)
    return
  }
  for (let i = 0; i < rows.length; i += CHUNK)
    await db
      .insertInto('event')
      .values(rows.slice(i, i + CHUNK))
      .execute()
}

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
