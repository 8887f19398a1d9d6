import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/**
 * An index for everything that a list can be asked for, so that "nothing like that" is known without reading it all.
 * Until they are built nothing is written: some seconds for every million entries.
 */
export const searchedLists = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await indexLog(db)
    await indexStays(db)
    await nameStays(db, engine)
  },
})

/** Searches are in the order of the day; most entries are of nobody, so those of people are indexed alone. */
async function indexLog(db: UntypedDb): Promise<void> {
  const index = (name: string) => db.schema.createIndex(`smartlock_log_${name}`).on('smartlock_log')
  await index('date').columns(['account_id', 'date', 'id']).execute()
  await index('smartlock_date').columns(['account_id', 'smartlock_id', 'date', 'id']).execute()
  await index('action').columns(['account_id', 'action', 'date', 'id']).execute()
  await index('smartlock_action').columns(['account_id', 'smartlock_id', 'action', 'date', 'id']).execute()
  await index('user')
    .columns(['account_id', 'account_user_id', 'date', 'id'])
    .where('account_user_id', 'is not', null)
    .execute()
  await index('auth')
    .columns(['account_id', 'auth_id', 'date', 'id'])
    .where('auth_id', 'is not', null)
    .execute()
}

async function indexStays(db: UntypedDb): Promise<void> {
  const index = (name: string) => db.schema.createIndex(`reservation_${name}`).on('reservation')
  await index('address_arrival').columns(['account_id', 'address_id', 'valid_from', 'id']).execute()
  await index('state_arrival').columns(['account_id', 'state', 'valid_from', 'id']).execute()
  // The longest stay says how early one can have begun that is not over: the list is in the order of arrival.
  await index('length')
    .columns(['account_id', sql`(valid_until - valid_from)` as never])
    .execute()
}

const AT_ONCE = 1000

/** What names are looked for by, in capitals of every alphabet: the engines do not agree on those beyond ASCII. */
async function nameStays(db: UntypedDb, { text }: MigrationEngine): Promise<void> {
  for (const column of ['name_key', 'reference_key'])
    await db.schema
      .alterTable('reservation')
      .addColumn(column, text, (c) => c.notNull().defaultTo(''))
      .execute()
  for (let last = ''; ; ) {
    const rows: { id: string; name: string; reference: string | null }[] = await db
      .selectFrom('reservation')
      .select(['id', 'name', 'reference'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const { id, name, reference } of rows)
      await db
        .updateTable('reservation')
        .set({ name_key: inCapitals(name), reference_key: inCapitals(reference ?? '') })
        .where('id', '=', id)
        .execute()
    if (rows.length < AT_ONCE) return
    last = rows.at(-1)?.id ?? ''
  }
}

/** As the service makes them; written out here, because a migration never changes. */
const inCapitals = (text: string): string => text.normalize('NFKC').toUpperCase()
