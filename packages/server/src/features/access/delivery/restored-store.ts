import type { Db } from '../../../platform/store/database.ts'

/** Rights that their lock lacks or holds otherwise, and wait to be given once more. */
export const listToRepair = (db: Db, limit: number) =>
  db
    .selectFrom('smartlock_auth')
    .innerJoin('smartlock', 'smartlock.smartlock_id', 'smartlock_auth.smartlock_id')
    .select([
      'smartlock.smartlock_id',
      'smartlock.name as lock_name',
      'smartlock_auth.id',
      'smartlock_auth.name',
    ])
    .where('smartlock_auth.sync_state', '=', 'pending')
    .where('smartlock_auth.repaired', '=', 1)
    .orderBy('smartlock.smartlock_id')
    .orderBy('smartlock_auth.id')
    .limit(limit)
    .execute()

/** What locks hold and nobody granted as far as is known here, waiting to be removed. */
export const listToRemove = (db: Db, limit: number) =>
  db
    .selectFrom('stray_access')
    .innerJoin('smartlock', 'smartlock.smartlock_id', 'stray_access.smartlock_id')
    .select(['smartlock.smartlock_id', 'smartlock.name as lock_name', 'stray_access.key'])
    .orderBy('smartlock.smartlock_id')
    .orderBy('stray_access.key')
    .limit(limit)
    .execute()

/** Locks that have not connected yet: what they hold is not known. */
export const countUnheard = async (db: Db): Promise<number> => {
  const { n } = await db
    .selectFrom('smartlock')
    .select((e) => e.fn.countAll().as('n'))
    .where('server_state', '<>', 0)
    .executeTakeFirstOrThrow()
  return Number(n)
}
