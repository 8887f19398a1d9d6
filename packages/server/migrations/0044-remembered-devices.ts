import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** A session of a device that signs in again by itself: by what it is known, until when, and which token it has now. */
export const rememberedDevices = ({ text, integer, long }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    const session = () => db.schema.alterTable('session')
    await session().addColumn('device_hash', text).execute()
    await session().addColumn('remembered_until', long).execute()
    await session()
      .addColumn('renewals', integer, (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.createIndex('session_device').unique().on('session').column('device_hash').execute()
  },
})
