import type { Migration } from 'kysely/migration'
import type { MigrationEngine, UntypedDb } from '../src/platform/store/migration-engine.ts'

/** Who made a notification: it ends with that access, like a webhook. What is there already has no maker, and goes on. */
export const notificationMakers = ({ text }: MigrationEngine): Migration => ({
  async up(db: UntypedDb) {
    const notification = () => db.schema.alterTable('notification')
    await notification()
      .addColumn('token_id', text, (c) => c.references('api_token.id').onDelete('cascade'))
      .execute()
    await notification()
      .addColumn('grant_id', text, (c) => c.references('oauth_grant.id').onDelete('cascade'))
      .execute()
    // Not a reference: a session that runs out takes nothing along.
    await notification().addColumn('session_id', text).execute()
    for (const column of ['token_id', 'grant_id'])
      await db.schema.createIndex(`notification_${column}`).on('notification').column(column).execute()
  },
})
