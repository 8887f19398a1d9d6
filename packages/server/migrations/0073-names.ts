import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Names in their order, whatever their capitals, so that doors and people are found by the first letters of theirs. */
export const names = (_engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await db.schema
      .createIndex('smartlock_name')
      .on('smartlock')
      .columns(['account_id', sql`(lower(name))` as never, 'smartlock_id'])
      .execute()
    await db.schema
      .createIndex('account_user_name')
      .on('account_user')
      .columns(['account_id', sql`(lower(name))` as never, 'account_user_id', 'email_key'])
      .execute()
    await db.schema
      .createIndex('address_name')
      .on('address')
      .columns(['account_id', sql`(lower(name))` as never, 'address_id'])
      .execute()
  },
})
