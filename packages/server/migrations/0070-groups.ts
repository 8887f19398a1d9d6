import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Groups of people and groups of doors. Who is deleted is in none any more. */
export const groups = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await createGroups(db, engine)
    await createMembers(db, engine, { of: 'person', id: 'account_user_id', table: 'account_user' })
    await createMembers(db, engine, { of: 'door', id: 'smartlock_id', table: 'smartlock' })
  },
})

async function createGroups(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) {
  await engine
    .createTable(db, 'access_group')
    .addColumn('id', text, (c) => c.notNull().primaryKey())
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('created_at', long, (c) => c.notNull())
    .addColumn('updated_at', long, (c) => c.notNull())
    .addUniqueConstraint('access_group_account', ['account_id', 'id'])
    .execute()
}

interface Members {
  of: 'person' | 'door'
  id: string
  table: string
}

async function createMembers(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
  { of, id, table }: Members,
) {
  const name = `access_group_${of}`
  await engine
    .createTable(db, name)
    .addColumn('account_id', integer, (c) => c.notNull())
    .addColumn('group_id', text, (c) => c.notNull().references('access_group.id').onDelete('cascade'))
    .addColumn(id, of === 'door' ? long : integer, (c) => c.notNull())
    .addPrimaryKeyConstraint(`${name}_pk`, ['account_id', 'group_id', id] as never)
    .addForeignKeyConstraint(`${name}_member`, ['account_id', id] as never, table, ['account_id', id], (c) =>
      c.onDelete('cascade'),
    )
    .execute()
  // Which groups somebody is in, and what goes with them.
  await db.schema.createIndex(`${name}_in`).on(name).columns(['account_id', id]).execute()
  await db.schema.createIndex(`${name}_group`).on(name).column('group_id').execute()
}
