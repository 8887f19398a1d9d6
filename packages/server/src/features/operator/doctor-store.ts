import type { Db } from '../../platform/store/database.ts'

/** What a doctor asks the store: how many of each, and the worst of them by name. */

const countOf = async (query: { executeTakeFirstOrThrow(): Promise<{ n: unknown }> }): Promise<number> =>
  Number((await query.executeTakeFirstOrThrow()).n)

const silent = (db: Db, before: number) =>
  db
    .selectFrom('smartlock')
    .where((e) => e.or([e('last_seen_at', 'is', null), e('last_seen_at', '<', before)]))

/** Locks that have not reported since then, those that were never heard of first. */
export const listSilentLocks = (db: Db, before: number, limit: number) =>
  silent(db, before)
    .select(['smartlock_id', 'account_id', 'name', 'last_seen_at'])
    .orderBy((e) => e.fn.coalesce('last_seen_at', e.val(0)))
    .orderBy('smartlock_id')
    .limit(limit)
    .execute()

export const countSilentLocks = (db: Db, before: number) =>
  countOf(silent(db, before).select((e) => e.fn.countAll().as('n')))

export const countLocks = (db: Db) =>
  countOf(db.selectFrom('smartlock').select((e) => e.fn.countAll().as('n')))

/** Rights that their lock refused or lost. */
export const countFailedRights = (db: Db) =>
  countOf(
    db
      .selectFrom('smartlock_auth')
      .select((e) => e.fn.countAll().as('n'))
      .where('sync_state', '=', 'failed'),
  )

export const countPausedCalendars = (db: Db) =>
  countOf(
    db
      .selectFrom('service_link')
      .select((e) => e.fn.countAll().as('n'))
      .where('next_at', 'is', null),
  )

export const countLostMails = (db: Db, after: number) =>
  countOf(
    db
      .selectFrom('mail')
      .select((e) => e.fn.countAll().as('n'))
      .where('state', 'in', ['bounced', 'failed'])
      .where('created_at', '>', after),
  )

/** Jobs that failed at least once and wait, or were given up. */
export const listFailingJobs = (db: Db, limit: number) =>
  db
    .selectFrom('job')
    .select(['kind', 'last_error'])
    .where('last_error', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()
