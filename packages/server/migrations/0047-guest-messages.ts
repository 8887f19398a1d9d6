import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Messages to guests: how an address sends them, what they say, and those of each stay. */
export const guestMessages = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await addContacts(db, engine)
    await createSettings(db, engine)
    await createMessages(db, engine)
  },
})

const required = (column: ColumnDefinitionBuilder) => column.notNull()

const ofAccount = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('account.account_id').onDelete('cascade')

/** Nobody vouched for the addresses that are there already. */
async function addContacts(db: UntypedDb, { text, integer }: MigrationEngine) {
  const stay = () => db.schema.alterTable('reservation')
  const none = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)
  await stay().addColumn('phone', text).execute()
  await stay().addColumn('language', text).execute()
  await stay().addColumn('email_reach', integer, none).execute()
  await stay().addColumn('phone_reach', integer, none).execute()
  await db.schema.alterTable('address').addColumn('message_hours', integer).execute()
  await db.schema.alterTable('service_link').addColumn('tells_guests', integer, none).execute()
}

async function createSettings(db: UntypedDb, { text, integer, ...engine }: MigrationEngine) {
  await engine
    .createTable(db, 'message_setting')
    .addColumn('address_id', integer, (c) =>
      c.notNull().primaryKey().references('address.address_id').onDelete('cascade'),
    )
    .addColumn('account_id', integer, ofAccount)
    .addColumn('is_on', integer, required)
    .addColumn('hours_before', integer, required)
    .addColumn('language', text, required)
    .addColumn('gateway_sealed', text)
    .execute()
  await db.schema.createIndex('message_setting_account').on('message_setting').column('account_id').execute()
  await engine
    .createTable(db, 'message_template')
    .addColumn('address_id', integer, (c) => c.notNull().references('address.address_id').onDelete('cascade'))
    .addColumn('channel', text, required)
    .addColumn('kind', text, required)
    .addColumn('language', text, required)
    .addColumn('account_id', integer, ofAccount)
    .addColumn('subject', text)
    .addColumn('words', text, required)
    .addPrimaryKeyConstraint('message_template_key', ['address_id', 'channel', 'kind', 'language'])
    .execute()
  await db.schema
    .createIndex('message_template_account')
    .on('message_template')
    .column('account_id')
    .execute()
}

/** A message goes with its stay. */
async function createMessages(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) {
  await engine
    .createTable(db, 'guest_message')
    .addColumn('id', text, (c) => c.notNull().primaryKey())
    .addColumn('account_id', integer, ofAccount)
    .addColumn('reservation_id', text, (c) => c.notNull().references('reservation.id').onDelete('cascade'))
    .addColumn('channel', text, required)
    .addColumn('kind', text, required)
    .addColumn('recipient', text, required)
    .addColumn('language', text, required)
    .addColumn('by_hand', integer, required)
    .addColumn('state', text, required)
    .addColumn('told_code', text, required)
    .addColumn('told_sealed', text)
    .addColumn('link_id', text)
    .addColumn('attempts', integer, required)
    .addColumn('reason', text)
    .addColumn('error', text)
    .addColumn('next_at', long)
    .addColumn('leased_until', long)
    .addColumn('lease_owner', text)
    .addColumn('created_at', long, required)
    .addColumn('updated_at', long, required)
    .execute()
  const index = (name: string) => db.schema.createIndex(name).on('guest_message')
  await index('guest_message_stay').columns(['reservation_id', 'id']).execute()
  await index('guest_message_account').column('account_id').execute()
  await index('guest_message_due').column('next_at').where('next_at', 'is not', null).execute()
}
