import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import { insertAll } from '../../../platform/store/many-rows.ts'
import { prepared } from '../../../platform/store/prepared.ts'
import type { DeviceSessionTable } from '../../../schema/smartlocks.ts'
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
  const { account_id, smartlock_id } = lock
  const given = { account_id, smartlock_id, sessionId, epoch }
  const rows = epoch === lock.epoch ? await selectSession(db, given) : await selectFormer(db, given)
  return rows.length > 0
}

/** Every lock that comes back asks all of this: prepared once. */
type OfLock = Pick<Lock, 'account_id' | 'smartlock_id'>

const selectSession = prepared<OfLock & Announced, { session_id: string }>((db, slot) =>
  db
    .selectFrom('device_session')
    .select('session_id')
    .where('account_id', '=', slot('account_id'))
    .where('smartlock_id', '=', slot('smartlock_id'))
    .where('session_id', '=', slot('sessionId'))
    .limit(1),
)

const selectFormer = prepared<OfLock & Announced, { session_id: string }>((db, slot) =>
  db
    .selectFrom('device_session')
    .select('session_id')
    .where('account_id', '=', slot('account_id'))
    .where('smartlock_id', '=', slot('smartlock_id'))
    .where((e) => e.or([e('session_id', '=', slot('sessionId')), e('epoch', '=', slot('epoch'))]))
    .limit(1),
)

const insertSessions = insertAll<Selectable<DeviceSessionTable>>('device_session', (db) =>
  db.insertInto('device_session').onConflict((c) => c.doNothing()),
)

const selectOldestKept = prepared<OfLock, { seen_at: number }>((db, slot) =>
  db
    .selectFrom('device_session')
    .select('seen_at')
    .where('account_id', '=', slot('account_id'))
    .where('smartlock_id', '=', slot('smartlock_id'))
    .orderBy('seen_at', 'desc')
    .limit(1)
    .offset(KEPT),
)

/** Notes a new connection, and the one before it, which may be from before they were noted. */
export async function remember(db: Db, lock: Lock, announced: Announced, now: number): Promise<void> {
  const { account_id, smartlock_id } = lock
  const before =
    lock.session_id !== null && lock.epoch !== null
      ? [{ session_id: lock.session_id, epoch: lock.epoch, seen_at: now - 1 }]
      : []
  const fresh = { session_id: announced.sessionId, epoch: announced.epoch, seen_at: now }
  await insertSessions(
    db,
    [...before, fresh].map((row) => ({ account_id, smartlock_id, ...row })),
  )
  const ofLock = { account_id, smartlock_id }
  const [oldest] = await selectOldestKept(db, ofLock)
  if (oldest)
    await db
      .deleteFrom('device_session')
      .where((e) => e.and(ofLock))
      .where('seen_at', '<=', oldest.seen_at)
      .execute()
}
