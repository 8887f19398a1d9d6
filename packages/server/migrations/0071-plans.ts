import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Plans: what the people of a group are to have on the doors of another. */
export const plans = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await createPlans(db, engine)
    await createWithheld(db, engine)
    await markRights(db, engine)
  },
})

async function createPlans(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) {
  const count = ['to_give', 'to_change', 'to_take', 'missing', 'differing', 'withheld', 'rights'] as const
  const more = ['generation', 'approved', 'realigning', 'failures'] as const
  const table = engine
    .createTable(db, 'access_plan')
    .addColumn('id', text, (c) => c.notNull().primaryKey())
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('people_group_id', text, (c) => c.notNull())
    .addColumn('door_group_id', text, (c) => c.notNull())
    .addColumn('type', integer, (c) => c.notNull())
    .addColumn('remote_allowed', integer, (c) => c.notNull())
    .addColumn('from_date', long)
    .addColumn('until_date', long)
    .addColumn('week_days', integer)
    .addColumn('from_time', integer)
    .addColumn('until_time', integer)
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('problems', text, (c) => c.notNull().defaultTo('[]'))
    .addColumn('more_problems', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('error', text)
    .addColumn('looked_at', long)
    .addColumn('next_at', long)
    .addColumn('leased_until', long)
    .addColumn('lease_owner', text)
    .addColumn('created_at', long, (c) => c.notNull())
    .addColumn('updated_at', long, (c) => c.notNull())
  await [...count, ...more]
    .reduce((all, name) => all.addColumn(name, integer, (c) => c.notNull().defaultTo(0)) as typeof all, table)
    .execute()
  const index = (name: string) => db.schema.createIndex(`access_plan_${name}`).on('access_plan')
  await index('account').columns(['account_id', 'id']).execute()
  await index('people').columns(['account_id', 'people_group_id']).execute()
  await index('doors').columns(['account_id', 'door_group_id']).execute()
  await index('due').column('next_at').where('next_at', 'is not', null).execute()
}

/** What somebody took away by hand is not given again. */
async function createWithheld(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) {
  await engine
    .createTable(db, 'withheld_right')
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('plan_id', text, (c) => c.notNull())
    .addColumn('account_user_id', integer, (c) => c.notNull())
    .addColumn('smartlock_id', long, (c) => c.notNull())
    .addPrimaryKeyConstraint('withheld_right_pk', [
      'account_id',
      'plan_id',
      'account_user_id',
      'smartlock_id',
    ])
    .execute()
}

/** Which plan a right is of, and how that plan gave it. */
async function markRights(db: UntypedDb, { text }: MigrationEngine) {
  await db.schema.alterTable('smartlock_auth').addColumn('plan_id', text).execute()
  await db.schema.alterTable('smartlock_auth').addColumn('plan_terms', text).execute()
  await db.schema
    .createIndex('smartlock_auth_plan')
    .on('smartlock_auth')
    .columns(['account_id', 'plan_id', 'seq'])
    .where('plan_id', 'is not', null)
    .execute()
}
