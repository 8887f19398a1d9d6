import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/**
 * Every form in which an access right ever was, and by which clock its lock went. What was before the upgrade nobody
 * wrote down: the history begins with what is there, at the moment that is noted as its beginning.
 */
export const rightsHistory = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await createVersions(db, engine)
    await createZones(db, engine)
    const now = Date.now()
    const isOld = await db.selectFrom('smartlock').select('smartlock_id').limit(1).executeTakeFirst()
    if (!isOld) return
    await takeOver(db, now)
    await db
      .insertInto('service_mark')
      .values({ name: 'rights_history_since', value: String(now) })
      .execute()
  },
})

const LIMITS = ['from_date', 'until_date', 'week_days', 'from_time', 'until_time', 'pending_since'] as const

async function createVersions(db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) {
  const table = engine
    .createTable(db, 'smartlock_auth_version')
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('smartlock_id', long, (c) => c.notNull())
    .addColumn('auth_id', text, (c) => c.notNull())
    .addColumn('number', integer, (c) => c.notNull())
    .addColumn('from_at', long, (c) => c.notNull())
    .addColumn('until_at', long, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('type', integer, (c) => c.notNull())
    .addColumn('account_user_id', integer)
    .addColumn('enabled', integer, (c) => c.notNull())
    .addColumn('sync_state', text, (c) => c.notNull())
    .addColumn('device_number', integer)
    .addColumn('place', text)
    .addColumn('unproven', integer, (c) => c.notNull())
    .addColumn('error', text)
    .addColumn('hash', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('smartlock_auth_version_pk', ['account_id', 'auth_id', 'number'] as never)
  await LIMITS.reduce((all, name) => all.addColumn(name, long) as typeof all, table).execute()
  const index = (name: string) =>
    db.schema.createIndex(`smartlock_auth_version_${name}`).on('smartlock_auth_version')
  await index('lock').columns(['account_id', 'smartlock_id', 'until_at', 'from_at']).execute()
  // What is over, oldest first: what is not has the largest number there is.
  await index('over').columns(['until_at']).where(sql<boolean>`until_at < 9007199254740991`).execute()
}

const createZones = (db: UntypedDb, { text, integer, long, ...engine }: MigrationEngine) =>
  engine
    .createTable(db, 'smartlock_zone_version')
    .addColumn('account_id', integer, (c) => c.notNull().references('account.account_id').onDelete('cascade'))
    .addColumn('smartlock_id', long, (c) => c.notNull())
    .addColumn('until_at', long, (c) => c.notNull())
    .addColumn('zone', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('smartlock_zone_version_pk', ['account_id', 'smartlock_id', 'until_at'])
    .execute()

const SAME = [
  ...[
    'name',
    'type',
    'account_user_id',
    'enabled',
    'sync_state',
    'device_number',
    'place',
    'unproven',
    'error',
  ],
  ...LIMITS,
]

const takeOver = (db: UntypedDb, now: number) => {
  const same = sql.join(SAME.map((name) => sql.ref(name)))
  return sql`insert into smartlock_auth_version
      (account_id, smartlock_id, auth_id, number, from_at, until_at, hash, ${same})
    select account_id, smartlock_id, id, 1, ${sql.lit(now)}, 9007199254740991, '', ${same} from smartlock_auth`.execute(
    db,
  )
}
