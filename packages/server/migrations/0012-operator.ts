import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Who runs the service, what people see of their sessions, and lists of mails and applications by state. */
export const operator = ({ text, long }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await db.schema.alterTable('account').addColumn('operator_since', long).execute()
    // The account of the first start is the oldest one.
    await sql`update account set operator_since = created_at
      where account_id = (select min(account_id) from account where master_account_id is null)`.execute(db)
    const session = () => db.schema.alterTable('session')
    await session().addColumn('user_agent', text).execute()
    await session().addColumn('network', text).execute()
    await session().addColumn('last_used_at', long).execute()
    await db.schema.createIndex('mail_state').on('mail').columns(['state', 'id']).execute()
    await db.schema
      .createIndex('advanced_api_key_status')
      .on('advanced_api_key')
      .columns(['status', 'api_key_id'])
      .execute()
  },
})
