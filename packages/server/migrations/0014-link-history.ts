import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Why the last fetch of a linked calendar failed, and what the last one that changed anything changed. */
export const linkHistory = ({ text }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    const add = (column: string) => db.schema.alterTable('service_link').addColumn(column, text).execute()
    await add('last_error_code')
    await add('last_change')
  },
})
