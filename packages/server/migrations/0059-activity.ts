import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { UntypedDb } from '../src/platform/store/migration-engine.ts'

/**
 * What a person did at one door or of one kind, and who was not let in: also where somebody did much, and none of it
 * fits, that is known without reading it all. Refusals are few, so their indexes are small.
 */
export const activity = (): Migration => ({
  async up(db: UntypedDb) {
    const index = (name: string) => db.schema.createIndex(`smartlock_log_${name}`).on('smartlock_log')
    for (const column of ['smartlock', 'action'])
      await index(`user_${column}`)
        .columns([
          'account_id',
          'account_user_id',
          column === 'action' ? 'action' : 'smartlock_id',
          'date',
          'id',
        ])
        .where('account_user_id', 'is not', null)
        .execute()
    const denied = sql<boolean>`state in (9, 10, 224, 225, 226)`
    await index('denied').columns(['account_id', 'date', 'id']).where(denied).execute()
    const narrowed = { user: 'account_user_id', smartlock: 'smartlock_id', action: 'action' }
    for (const [name, column] of Object.entries(narrowed))
      await index(`denied_${name}`).columns(['account_id', column, 'date', 'id']).where(denied).execute()
  },
})
