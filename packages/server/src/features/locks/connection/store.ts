import type { Db } from '../../../platform/store/database.ts'
import type { SmartlockRow } from '../store.ts'

/** Connections of a lock that are remembered: years of them, or hours of a lock that somebody keeps throwing out. */
const KEPT = 1000

type Lock = Pick<SmartlockRow, 'account_id' | 'smartlock_id' | 'session_id' | 'epoch'>

interface Announced {
  sessionId: string
  epoch: string
}

/**
 * Was this said in an earlier connection, or by a memory that the lock has lost since? A lock makes a new session for
 * every connection and never takes an epoch up again, so whoever says it now only repeats what they heard.
 */
export async function isFormer(db: Db, lock: Lock, { sessionId, epoch }: Announced): Promise<boolean> {
  const row = await db
    .selectFrom('device_session')
    .select('session_id')
    .where('account_id', '=', lock.account_id)
    .where('smartlock_id', '=', lock.smartlock_id)
    .where((e) =>
      epoch === lock.epoch
        ? e('session_id', '=', sessionId)
        : e.or([e('session_id', '=', sessionId), e('epoch', '=', epoch)]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Notes a new connection, and the one before it, which may be from before they were noted. */
export async function remember(db: Db, lock: Lock, announced: Announced, now: number): Promise<void> {
  const { account_id, smartlock_id } = lock
  const before =
    lock.session_id !== null && lock.epoch !== null
      ? [{ session_id: lock.session_id, epoch: lock.epoch, seen_at: now - 1 }]
      : []
  const fresh = { session_id: announced.sessionId, epoch: announced.epoch, seen_at: now }
  await db
    .insertInto('device_session')
    .values([...before, fresh].map((row) => ({ account_id, smartlock_id, ...row })))
    .onConflict((c) => c.doNothing())
    .execute()
  const ofLock = { account_id, smartlock_id }
  const oldest = await db
    .selectFrom('device_session')
    .select('seen_at')
    .where((e) => e.and(ofLock))
    .orderBy('seen_at', 'desc')
    .limit(1)
    .offset(KEPT)
    .executeTakeFirst()
  if (oldest)
    await db
      .deleteFrom('device_session')
      .where((e) => e.and(ofLock))
      .where('seen_at', '<=', oldest.seen_at)
      .execute()
}
