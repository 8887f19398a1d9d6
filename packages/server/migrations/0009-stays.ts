import type { ColumnDefinitionBuilder, CreateTableBuilder } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Addresses, their units, the calendars linked to them, and the stays with what was put on locks for them. */
export const stays = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await createAddresses(db, engine)
    await createUnits(db, engine)
    await createLinks(db, engine)
    await createReservations(db, engine)
    await createReservationCodes(db, engine)
  },
})

const required = (column: ColumnDefinitionBuilder) => column.notNull()

const ofAccount = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('account.account_id').onDelete('cascade')

const ofAddress = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('address.address_id').onDelete('cascade')

async function createAddresses(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'address')
    .addColumn('address_id', integer, engine.generatedKey)
    .addColumn('account_id', integer, ofAccount)
    .addColumn('name', text, required)
    .addColumn('settings', text)
    .addColumn('time_zone', text)
    .addColumn('check_in_time', integer)
    .addColumn('check_out_time', integer)
    .addColumn('service_id', text)
    .addColumn('created_at', long, required)
    .addColumn('updated_at', long, required)
    .execute()
  await db.schema.createIndex('address_account').on('address').columns(['account_id', 'address_id']).execute()
  await engine
    .createTable(db, 'address_lock')
    .addColumn('account_id', integer, required)
    .addColumn('address_id', integer, ofAddress)
    .addColumn('smartlock_id', long, required)
    .addColumn('position', integer, required)
    .addPrimaryKeyConstraint('address_lock_pk', ['account_id', 'address_id', 'smartlock_id'])
    // D63: a lock that is deleted is no longer in any address.
    .addForeignKeyConstraint(
      'address_lock_smartlock',
      ['account_id', 'smartlock_id'],
      'smartlock',
      ['account_id', 'smartlock_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
  const index = (name: string) => db.schema.createIndex(name).on('address_lock')
  await index('address_lock_smartlock_index').columns(['account_id', 'smartlock_id']).execute()
  await index('address_lock_address').column('address_id').execute()
}

async function createUnits(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'address_unit')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('account_id', integer, ofAccount)
    .addColumn('address_id', integer, ofAddress)
    .addColumn('name', text, required)
    .addColumn('token_id', text, (c) => c.notNull().unique())
    .addColumn('operation_id', text)
    .addColumn('is_deleting', integer, required)
    .addColumn('redeemed_at', long)
    .addColumn('redeem_account_id', integer)
    .addColumn('redeem_result', text)
    .addColumn('auth_ids', text)
    .addColumn('invite_keys_sealed', text)
    .addColumn('created_at', long, required)
    .execute()
  await db.schema
    .createIndex('address_unit_address')
    .on('address_unit')
    .columns(['account_id', 'address_id', 'id'])
    .execute()
  await db.schema.createIndex('address_unit_owner').on('address_unit').column('address_id').execute()
}

async function createLinks(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'service_link')
    .addColumn('link_id', integer, engine.generatedKey)
    .addColumn('account_id', integer, ofAccount)
    .addColumn('service_id', text, required)
    .addColumn('address_id', integer, ofAddress)
    .addColumn('unit_id', text, (c) => c.references('address_unit.id').onDelete('cascade'))
    .addColumn('url_sealed', text, required)
    .addColumn('url_masked', text, required)
    .addColumn('status', text, required)
    .addColumn('etag', text)
    .addColumn('last_modified', text)
    .addColumn('failures', integer, required)
    .addColumn('trusted', integer, required)
    .addColumn('last_sync_at', long)
    .addColumn('last_error', text)
    .addColumn('operation_id', text)
    .addColumn('next_at', long)
    .addColumn('leased_until', long)
    .addColumn('lease_owner', text)
    .addColumn('created_at', long, required)
    .addColumn('updated_at', long, required)
    .execute()
  const index = (name: string) => db.schema.createIndex(name).on('service_link')
  await index('service_link_account').columns(['account_id', 'service_id', 'link_id']).execute()
  await index('service_link_address').column('address_id').execute()
  await index('service_link_unit').column('unit_id').execute()
  await index('service_link_due').column('next_at').where('next_at', 'is not', null).execute()
  await engine
    .createTable(db, 'service_use')
    .addColumn('account_id', integer, ofAccount)
    .addColumn('service_id', text, required)
    .addColumn('linked_at', long, required)
    .addPrimaryKeyConstraint('service_use_pk', ['account_id', 'service_id'])
    .execute()
}

async function createReservations(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  const guest = (table: CreateTableBuilder<string, string>) =>
    table
      .addColumn('name', text, required)
      .addColumn('email', text, required)
      .addColumn('guests', integer, required)
      .addColumn('reference', text)
  const feed = (table: CreateTableBuilder<string, string>) =>
    table
      .addColumn('service_id', text)
      .addColumn('link_id', integer, (c) => c.references('service_link.link_id').onDelete('set null'))
      .addColumn('feed_key', text)
      .addColumn('feed_event', text)
      .addColumn('missing_fetches', integer, required)
  await engine
    .createTable(db, 'reservation')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('account_id', integer, ofAccount)
    .addColumn('address_id', integer, ofAddress)
    .addColumn('unit_id', text, (c) => c.references('address_unit.id').onDelete('set null'))
    .$call(guest)
    .$call(feed)
    .addColumn('state', text, required)
    .addColumn('automation', integer, required)
    .addColumn('starts_at', long, required)
    .addColumn('ends_at', long, required)
    .addColumn('check_in_time', integer)
    .addColumn('check_out_time', integer)
    .addColumn('valid_from', long, required)
    .addColumn('valid_until', long, required)
    .addColumn('issue_state', text, required)
    .addColumn('code_sealed', text)
    .addColumn('code_tries', integer, required)
    .addColumn('operation_id', text)
    .addColumn('checked_in', integer)
    .addColumn('auto_off', integer, required)
    .addColumn('warned', integer, required)
    .addColumn('due_at', long)
    .addColumn('created_at', long, required)
    .addColumn('updated_at', long, required)
    .execute()
  const index = (name: string) => db.schema.createIndex(name).on('reservation')
  await index('reservation_account').columns(['account_id', 'address_id', 'id']).execute()
  await index('reservation_address').column('address_id').execute()
  await index('reservation_unit').column('unit_id').execute()
  await index('reservation_feed').columns(['link_id', 'feed_key']).execute()
  await index('reservation_arrival').column('valid_from').execute()
  await index('reservation_end').column('ends_at').execute()
  // The scheduler sees what is due and nothing else, however many stays lie in the past or far ahead.
  await index('reservation_due').column('due_at').where('due_at', 'is not', null).execute()
}

async function createReservationCodes(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'reservation_code')
    .addColumn('account_id', integer, ofAccount)
    .addColumn('auth_id', text, (c) => c.primaryKey().notNull())
    .addColumn('reservation_id', text, (c) => c.notNull().references('reservation.id').onDelete('cascade'))
    .addColumn('smartlock_id', long, required)
    .addColumn('state', text, required)
    .addColumn('error', text)
    .execute()
  await db.schema
    .createIndex('reservation_code_reservation')
    .on('reservation_code')
    .column('reservation_id')
    .execute()
  await db.schema
    .createIndex('reservation_code_account')
    .on('reservation_code')
    .columns(['account_id', 'reservation_id', 'auth_id'])
    .execute()
}
