import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** What receivers of webhooks answered, until the event that was posted is past its time. */
export const webhookAnswers = ({ text }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    await db.schema.alterTable('webhook_log').addColumn('answer_sealed', text).execute()
    await db.schema
      .createIndex('webhook_log_answer')
      .on('webhook_log')
      .column('id')
      .where(sql<boolean>`answer_sealed is not null`)
      .execute()
  },
})
