import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/migration-engine.ts'

/** Answers that are kept to be repeated are encrypted. What was kept in clear is not worth more than a day, and goes. */
export const secrets = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await sealAnswers(db, engine)
  },
})

async function sealAnswers(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await db.schema.dropTable('idempotency').execute()
  await engine
    .createTable(db, 'idempotency')
    .addColumn('token_id', text, (c) => c.notNull())
    .addColumn('key', text, (c) => c.notNull())
    .addColumn('status', integer, (c) => c.notNull())
    .addColumn('answer_sealed', text, (c) => c.notNull())
    .addColumn('created_at', long, (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_pk', ['token_id', 'key'])
    .execute()
  await db.schema.createIndex('idempotency_created_at').on('idempotency').column('created_at').execute()
}
