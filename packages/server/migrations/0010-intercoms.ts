import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** The catalogue of intercoms: reference data that all accounts share. */
export const intercoms = (engine: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await createBrands(db, engine)
    await createModels(db, engine)
  },
})

async function createBrands(db: UntypedDb, { text, integer, ...engine }: MigrationEngine): Promise<void> {
  await engine
    .createTable(db, 'intercom_brand')
    .addColumn('brand_id', integer, (c) => c.primaryKey().notNull())
    .addColumn('brand', text, (c) => c.notNull())
    .addColumn('brand_key', text, (c) => c.notNull().unique())
    .execute()
}

async function createModels(
  db: UntypedDb,
  { text, integer, long, ...engine }: MigrationEngine,
): Promise<void> {
  await engine
    .createTable(db, 'intercom')
    .addColumn('intercom_id', integer, (c) => c.primaryKey().notNull())
    .addColumn('brand_id', integer, (c) => c.notNull().references('intercom_brand.brand_id'))
    .addColumn('type', integer, (c) => c.notNull())
    .addColumn('model', text, (c) => c.notNull())
    .addColumn('model_key', text, (c) => c.notNull())
    .addColumn('verified', integer, (c) => c.notNull())
    .addColumn('con_gnd_bus', text, (c) => c.notNull())
    .addColumn('con_bus_audio', text, (c) => c.notNull())
    .addColumn('con_audioout', text, (c) => c.notNull())
    .addColumn('con_doorbell_plus', text, (c) => c.notNull())
    .addColumn('con_doorbell_minus', text, (c) => c.notNull())
    .addColumn('con_opendoor', text, (c) => c.notNull())
    .addColumn('con_gnd_analogue', text, (c) => c.notNull())
    .addColumn('bus_mode_switch', integer, (c) => c.notNull())
    .addColumn('short_circuit_duration', integer, (c) => c.notNull())
    .addColumn('source', text, (c) => c.notNull())
    .addColumn('origin', text, (c) => c.notNull().check(sql`origin in ('shipped', 'operator')`))
    .addColumn('created_at', long, (c) => c.notNull())
    .addColumn('updated_at', long, (c) => c.notNull())
    .addUniqueConstraint('intercom_name', ['brand_id', 'model_key'])
    .execute()
  await db.schema.createIndex('intercom_updated').on('intercom').column('updated_at').execute()
}
