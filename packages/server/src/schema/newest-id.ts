import type { Db } from '../platform/store/engine.ts'

/** Tables whose ids are cursors: a reader asks for what is greater than the last one it has seen. */
const ORDERED_TABLES = ['event', 'operation', 'smartlock_log', 'webhook_log'] as const

/**
 * The greatest time-ordered id that was ever shown as a cursor. New ids have to lie above it also when the machine's clock
 * was set back while the service was down; a reader would otherwise never see them.
 */
export async function newestId(db: Db): Promise<string | undefined> {
  const newest = await Promise.all(ORDERED_TABLES.map((table) => newestOf(db, table)))
  // Events may be gone by their retention, and the webhook that had them all is still where they ended.
  const cursor = await db
    .selectFrom('webhook_endpoint')
    .select((e) => e.fn.max('last_event_id').as('id'))
    .executeTakeFirst()
  return [...newest, cursor?.id ?? undefined]
    .filter((id) => id !== undefined)
    .sort()
    .at(-1)
}

async function newestOf(db: Db, table: (typeof ORDERED_TABLES)[number]): Promise<string | undefined> {
  const row = await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id
}
