import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { StartupError } from '../startup-error.ts'
import { type Db, engineOf, type Migrations } from './engine.ts'
import { migrationEngine } from './migration-engine.ts'

/** Brings the schema up to date. Processes that start together wait for each other. */
export async function migrate(db: Db, migrations: Migrations): Promise<void> {
  if (isUpToDate(await appliedMigrations(db), migrations)) return
  const engine = migrationEngine(engineOf(db))
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(Object.entries(migrations).map(([name, create]) => [name, create(engine)])),
  }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (!error) return
  const unknown = (await appliedMigrations(db)).filter((name) => !(name in migrations))
  if (unknown.length === 0) throw error
  throw new StartupError(
    `The database was written by a newer version of Latchwork (it knows ${unknown.join(', ')}): start that version ` +
      'or restore a backup from before the update.',
    { cause: error },
  )
}

/** Most starts find the schema as they left it. The migrator would read every column of every table to say so. */
const isUpToDate = (applied: readonly string[], migrations: Migrations): boolean =>
  applied.length === Object.keys(migrations).length && applied.every((name) => name in migrations)

async function appliedMigrations(db: Db): Promise<string[]> {
  const rows = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute()
    // The table may not exist yet; any other failure is met again by the migrator, which reports it.
    .catch(() => [])
  return rows.map((row) => row.name)
}
