import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Gateways and the locks they found; what locks say they can do, and how they prove what they report. */
export const gateways = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await createGateways(db, engine)
    await extendLocks(db, engine)
    await createForeignCodes(db, engine)
    await db.schema.alterTable('smartlock_auth').addColumn('proof', engine.text).execute()
    await db.schema.alterTable('smartlock_auth').addColumn('place', engine.text).execute()
    await db.schema.alterTable('operation').addColumn('proof', engine.text).execute()
  },
})

async function createGateways(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) {
  await engine
    .createTable(db, 'gateway')
    .addColumn('id', text, (c) => c.notNull().primaryKey())
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('claim_hash', text, (c) => c.unique())
    .addColumn('claim_until', long)
    .addColumn('token_hash', text)
    .addColumn('claimed_with', text)
    .addColumn('adoption_revision', long, (c) => c.notNull())
    .addColumn('version', text)
    .addColumn('started_at', long)
    .addColumn('connected_since', long)
    .addColumn('last_report_at', long)
    .addColumn('hubs', text, (c) => c.notNull().defaultTo('[]'))
    .addColumn('queue', text)
    .addColumn('created_at', long, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('gateway_token').on('gateway').column('token_hash').execute()
  await db.schema.createIndex('gateway_account').on('gateway').columns(['account_id', 'id']).execute()
  await engine
    .createTable(db, 'gateway_lock')
    .addColumn('gateway_id', text, (c) => c.notNull().references('gateway.id').onDelete('cascade'))
    .addColumn('key', text, (c) => c.notNull())
    .addColumn('account_id', integer, (c) => c.notNull())
    .addColumn('found', text, (c) => c.notNull())
    .addColumn('lost_at', long)
    .addPrimaryKeyConstraint('gateway_lock_pk', ['gateway_id', 'key'])
    .execute()
}

/** A lock without a gateway speaks for itself; one without a capability is known by its type. */
async function extendLocks(db: UntypedDb, { text, integer }: MigrationEngine) {
  for (const column of ['gateway_id', 'gateway_key', 'vendor', 'model', 'capability'])
    await db.schema.alterTable('smartlock').addColumn(column, text).execute()
  for (const column of ['remote_unlock', 'remove_ungranted'])
    await db.schema.alterTable('smartlock').addColumn(column, integer).execute()
  await db.schema
    .createIndex('smartlock_gateway')
    .unique()
    .on('smartlock')
    .columns(['gateway_id', 'gateway_key'])
    .where('gateway_id', 'is not', null)
    .execute()
}

async function createForeignCodes(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) {
  await engine
    .createTable(db, 'foreign_code')
    .addColumn('account_id', integer, (c) => c.notNull())
    .addColumn('smartlock_id', long, (c) => c.notNull())
    .addColumn('slot', integer, (c) => c.notNull())
    .addColumn('name', text)
    .addColumn('first_seen_at', long, (c) => c.notNull())
    .addPrimaryKeyConstraint('foreign_code_pk', ['account_id', 'smartlock_id', 'slot'])
    .addForeignKeyConstraint(
      'foreign_code_smartlock',
      ['account_id', 'smartlock_id'],
      'smartlock',
      ['account_id', 'smartlock_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
}
