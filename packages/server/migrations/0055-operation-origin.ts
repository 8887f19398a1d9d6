import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Which call an operation came from, so that its log lines and its trace go on in whatever process sees its end. */
export const operationOrigin = ({ text }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    for (const column of ['call_id', 'trace'])
      await db.schema.alterTable('operation').addColumn(column, text).execute()
  },
})
