import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Links to the pages of guests, what was opened through them, and what the pages say about a house. */
export const guests = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await createLinks(db, engine)
    await createHouses(db, engine)
  },
})

const required = (column: ColumnDefinitionBuilder) => column.notNull()

const ofAccount = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('account.account_id').onDelete('cascade')

const ofAddress = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('address.address_id').onDelete('cascade')

/** A link is for a stay, and goes with it, or for a right, which belongs to its lock and is not held for it. */
async function createLinks(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) {
  await engine
    .createTable(db, 'guest_link')
    .addColumn('id', text, (c) => c.notNull().primaryKey())
    .addColumn('account_id', integer, ofAccount)
    .addColumn('token_hash', text, (c) => c.notNull().unique())
    .addColumn('reservation_id', text, (c) => c.references('reservation.id').onDelete('cascade'))
    .addColumn('auth_id', text)
    .addColumn('smartlock_id', long)
    .addColumn('language', text, required)
    .addColumn('seen_at', long)
    .addColumn('created_at', long, required)
    .execute()
  const index = (name: string) => db.schema.createIndex(name).on('guest_link')
  await index('guest_link_account').columns(['account_id', 'id']).execute()
  await index('guest_link_stay').column('reservation_id').where('reservation_id', 'is not', null).execute()
  await index('guest_link_auth').column('auth_id').where('auth_id', 'is not', null).execute()
  await engine
    .createTable(db, 'guest_opening')
    .addColumn('operation_id', text, (c) => c.notNull().primaryKey())
    .addColumn('account_id', integer, required)
    .addColumn('link_id', text, (c) => c.notNull().references('guest_link.id').onDelete('cascade'))
    .addColumn('opened_at', long, required)
    .execute()
  await db.schema
    .createIndex('guest_opening_link')
    .on('guest_opening')
    .columns(['link_id', 'operation_id'])
    .execute()
}

async function createHouses(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) {
  await engine
    .createTable(db, 'house_info')
    .addColumn('address_id', integer, (c) =>
      c.notNull().primaryKey().references('address.address_id').onDelete('cascade'),
    )
    .addColumn('account_id', integer, ofAccount)
    .addColumn('note', text)
    .addColumn('rules', text)
    .addColumn('wifi_sealed', text)
    .addColumn('opening', integer, required)
    .execute()
  await db.schema.createIndex('house_info_account').on('house_info').column('account_id').execute()
  await engine
    .createTable(db, 'house_picture')
    .addColumn('id', text, (c) => c.notNull().primaryKey())
    .addColumn('account_id', integer, ofAccount)
    .addColumn('address_id', integer, ofAddress)
    .addColumn('type', text, required)
    .addColumn('width', integer, required)
    .addColumn('height', integer, required)
    .addColumn('data', text, required)
    .addColumn('created_at', long, required)
    .execute()
  await db.schema
    .createIndex('house_picture_address')
    .on('house_picture')
    .columns(['address_id', 'id'])
    .execute()
  await db.schema.createIndex('house_picture_account').on('house_picture').column('account_id').execute()
}
