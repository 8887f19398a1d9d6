import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { StartupError } from '../startup-error.ts'
import { type Db, engineOf, type Migrations } from './engine.ts'
import { migrationEngine } from './migration-engine.ts'

/** Brings the schema up to date. Processes that start together wait for each other. */
export async function migrate(db: Db, migrations: Migrations): Promise<void> {
  const engine = migrationEngine(engineOf(db))
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(Object.entries(migrations).map(([name, create]) => [name, create(engine)])),
  }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (!error) return
  const unknown = await unknownMigrations(db, migrations)
  if (unknown.length === 0) throw error
  throw new StartupError(
    `The database was written by a newer version of Latchwork (it knows ${unknown.join(', ')}): start that version ` +
      'or restore a backup from before the update.',
    { cause: error },
  )
}

async function unknownMigrations(db: Db, migrations: Migrations): Promise<string[]> {
  const rows = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute()
    // The failure was another one, and the table may not even exist: that failure is the one to report.
    .catch(() => [])
  return rows.map((row) => row.name).filter((name) => !(name in migrations))
}
