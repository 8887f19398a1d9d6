import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** The tokens that bridge programs use, what they have shown with them, and where they are told of changes. */
export const bridges = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await createBridges(db, engine)
    await createProofs(db, engine)
    await createCallbacks(db, engine)
  },
})

async function createBridges(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'bridge')
    .addColumn('account_id', integer, (c) =>
      c.primaryKey().notNull().references('account.account_id').onDelete('cascade'),
    )
    .addColumn('bridge_id', integer, (c) => c.notNull().unique())
    .addColumn('token_sealed', text, (c) => c.notNull())
    .addColumn('pairing_until', long)
    .addColumn('log_cleared_at', long)
    .addColumn('created_at', long, (c) => c.notNull())
    .addColumn('token_made_at', long, (c) => c.notNull())
    .execute()
}

async function createProofs(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'bridge_proof')
    .addColumn('account_id', integer, (c) => c.notNull().references('bridge.account_id').onDelete('cascade'))
    .addColumn('proof', text, (c) => c.notNull())
    .addColumn('refused_with', integer)
    .addColumn('ends_at', long, (c) => c.notNull())
    .addPrimaryKeyConstraint('bridge_proof_pk', ['account_id', 'proof'])
    .execute()
}

async function createCallbacks(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'bridge_callback')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('account_id', integer, (c) => c.notNull().references('bridge.account_id').onDelete('cascade'))
    .addColumn('slot', integer, (c) => c.notNull())
    .addColumn('url', text, (c) => c.notNull())
    .addColumn('last_event_id', text, (c) => c.notNull())
    .addColumn('failures', integer, (c) => c.notNull())
    .addColumn('next_at', long, (c) => c.notNull())
    .addColumn('leased_until', long)
    .addColumn('lease_owner', text)
    .addUniqueConstraint('bridge_callback_slot', ['account_id', 'slot'])
    .execute()
}
