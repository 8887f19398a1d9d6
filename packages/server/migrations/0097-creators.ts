import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/**
 * Guest links and address tokens keep who made them. Rows from before belong to the account, as far as anybody can tell.
 * The columns are no references: a row has to show that its token or grant is gone.
 */
export const creators = ({ integer, long, text }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    for (const table of ['guest_link', 'address_unit']) {
      await db.schema.alterTable(table).addColumn('creator_account_id', integer).execute()
      await db.schema.alterTable(table).addColumn('token_id', text).execute()
      await db.schema.alterTable(table).addColumn('grant_id', text).execute()
    }
    await db.schema.alterTable('address_unit').addColumn('creator_check_at', long).execute()
    const index = () => db.schema.createIndex('address_unit_creator_check').on('address_unit')
    await index().column('creator_check_at').where('creator_check_at', 'is not', null).execute()
  },
})
