import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/**
 * How far each chain of the audit log was when it was last anchored, and one seal over all of them. The seal's row is
 * made here and never by the service: where it is missing somebody took it away.
 */
export const auditAnchor = ({ text, integer, long, ...engine }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await engine
      .createTable(db, 'audit_anchor')
      .addColumn('account_id', integer, (c) => c.notNull().primaryKey())
      .addColumn('seq', integer, (c) => c.notNull())
      .addColumn('hash', text, (c) => c.notNull())
      .execute()
    await engine
      .createTable(db, 'audit_seal')
      .addColumn('id', integer, (c) => c.notNull().primaryKey())
      .addColumn('number', long, (c) => c.notNull())
      .addColumn('since', long, (c) => c.notNull())
      .addColumn('at', long, (c) => c.notNull())
      .addColumn('accounts', integer, (c) => c.notNull())
      .addColumn('entries', long, (c) => c.notNull())
      .addColumn('digest', text, (c) => c.notNull())
      .addColumn('proof', text, (c) => c.notNull())
      .execute()
    await db
      .insertInto('audit_seal')
      .values({ id: 1, number: 0, since: 0, at: 0, accounts: 0, entries: 0, digest: '', proof: '' })
      .execute()
  },
})
