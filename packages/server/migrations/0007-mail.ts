import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Every mail: what waits to be sent, and what became of the others. */
export const mail = ({ text, integer, long, ...engine }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await engine
      .createTable(db, 'mail')
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('account_id', integer, (c) =>
        c.notNull().references('account.account_id').onDelete('cascade'),
      )
      .addColumn('recipient', text, (c) => c.notNull())
      .addColumn('template', text, (c) => c.notNull())
      .addColumn('language', text, (c) => c.notNull())
      .addColumn('values_sealed', text)
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('attempts', integer, (c) => c.notNull())
      .addColumn('error', text)
      .addColumn('next_at', long)
      .addColumn('leased_until', long)
      .addColumn('lease_owner', text)
      .addColumn('expires_at', long)
      .addColumn('created_at', long, (c) => c.notNull())
      .addColumn('updated_at', long, (c) => c.notNull())
      .execute()
    const index = (name: string) => db.schema.createIndex(name).on('mail')
    await index('mail_account').columns(['account_id', 'id']).execute()
    // What was sent is not due, however much there is of it.
    await index('mail_due').column('next_at').where('next_at', 'is not', null).execute()
    await index('mail_expiry').column('expires_at').where('expires_at', 'is not', null).execute()
  },
})
