import type { Expression, Insertable, Selectable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import { insertAll } from '../../../platform/store/many-rows.ts'
import { prepared } from '../../../platform/store/prepared.ts'
import type { WebhookLogTable } from '../../../schema/webhooks.ts'

export type LogRow = Selectable<WebhookLogTable>
export type NewLogRow = Insertable<WebhookLogTable>

/** The newest entries of a key that are kept (4.5). */
const KEPT_PER_KEY = 300

export const insert = insertAll<NewLogRow>('webhook_log', (db) => db.insertInto('webhook_log'))

const removeOld = prepared<{ apiKeyId: number }, never>((db, slot, engine) =>
  db
    .deleteFrom('webhook_log')
    .where(
      'id',
      'in',
      db
        .selectFrom('webhook_log')
        .select('id')
        .where('api_key_id', '=', slot('apiKeyId'))
        .where('id', '<', oldestKept(db, slot('apiKeyId')))
        .limit(1000)
        .$if(engine === 'postgres', (q) => q.forUpdate().skipLocked()),
    )
    .$castTo<never>(),
)

/** Removes what is beyond the newest of the key. Rows that another process removes right now are left to it. */
export const prune = (db: Db, apiKeyId: number) => removeOld(db, { apiKeyId })

const oldestKept = (db: Db, apiKeyId: number | Expression<number>) =>
  db
    .selectFrom('webhook_log as kept')
    .select('kept.id')
    .where('kept.api_key_id', '=', apiKeyId)
    .orderBy('kept.id', 'desc')
    .limit(1)
    .offset(KEPT_PER_KEY - 1)

export interface ListedLog extends LogRow {
  /** What was posted; gone once the event is. */
  payload: string | null
  feature: string | null
  smartlock_id: number | null
  /** The type of the operation behind a callback. */
  call_type: string | null
  request_sealed: string | null
}

export interface LogFilter {
  olderThanId?: string
  endpointId?: number
  limit: number
}

/** Newest first, with what was posted and the call that caused it. Entries between two clean-ups are not shown beyond the newest of the key. */
export const list = async (db: Db, apiKeyId: number, filter: LogFilter): Promise<ListedLog[]> => {
  const oldest = await oldestKept(db, apiKeyId).executeTakeFirst()
  let query = db
    .selectFrom('webhook_log as l')
    .leftJoin('event as e', (join) =>
      join.onRef('e.id', '=', 'l.event_id').onRef('e.account_id', '=', 'l.event_account_id'),
    )
    // The operation of the advanced call that a callback answers; its parts have the same number.
    .leftJoin('operation as o', (join) =>
      join
        .onRef('o.account_id', '=', 'l.event_account_id')
        .onRef('o.request_id', '=', 'l.request_id')
        .on('o.parent_id', 'is', null),
    )
    .selectAll('l')
    .select(['e.payload', 'e.feature', 'e.smartlock_id', 'o.request_sealed', 'o.type as call_type'])
    .where('l.api_key_id', '=', apiKeyId)
  if (oldest) query = query.where('l.id', '>=', oldest.id)
  if (filter.endpointId !== undefined) query = query.where('l.endpoint_id', '=', filter.endpointId)
  if (filter.olderThanId !== undefined) query = query.where('l.id', '<', filter.olderThanId)
  return query.orderBy('l.id', 'desc').limit(filter.limit).execute()
}

/** Of all accounts, so many at most; says how many there were. */
export const forgetAnswers = async (db: Db, beforeId: string, limit: number): Promise<number> => {
  const old = db
    .selectFrom('webhook_log')
    .select('id')
    .where('answer_sealed', 'is not', null)
    .where('id', '<', beforeId)
    .limit(limit)
  const { numUpdatedRows } = await db
    .updateTable('webhook_log')
    .set({ answer_sealed: null })
    .where('id', 'in', old)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const find = (db: Db, apiKeyId: number, id: string) =>
  db
    .selectFrom('webhook_log')
    .selectAll()
    .where('api_key_id', '=', apiKeyId)
    .where('id', '=', id)
    .executeTakeFirst()
