import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** What a link to a guest's page gives: no more than its maker has. */
export const linkReach = ({ integer }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    for (const column of ['opens', 'tells_house', 'all_doors'])
      await db.schema
        .alterTable('guest_link')
        .addColumn(column, integer, (c) => c.notNull().defaultTo(1))
        .execute()
  },
})
