import type { Migration } from 'kysely/migration'
import type { UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Whoever confirms a reset decides about tokens (D112): what whoever asked for it wanted is kept no longer. */
export const confirmedResets = (): Migration => ({
  async up(db: UntypedDb) {
    await db.schema.alterTable('password_reset').dropColumn('delete_api_tokens').execute()
  },
})
