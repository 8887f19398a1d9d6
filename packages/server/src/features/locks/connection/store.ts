import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import { areListed } from '../../../platform/store/id-list.ts'
import { insertAll } from '../../../platform/store/many-rows.ts'
import { prepared } from '../../../platform/store/prepared.ts'
import { LOCK_KEY, type LockKey, lockKeys } from '../../../schema/lock-keys.ts'
import type { DeviceSessionTable } from '../../../schema/smartlocks.ts'
import type { SmartlockRow } from '../store.ts'

/** Connections of a lock that are remembered: years of them, or hours of a lock that somebody keeps throwing out. */
const KEPT = 1000

export type SessionRow = Selectable<DeviceSessionTable>

/** What a lock says who has connected, and the lock as it is known until then. */
export interface Announced {
  lock: LockKey & Pick<SmartlockRow, 'epoch'>
  sessionId: string
  epoch: string
}

/**
 * Which of these were said in an earlier connection, or by a memory that the lock has lost since? A lock makes a new
 * session for every connection and never takes an epoch up again, so whoever says it now only repeats what they heard.
 */
export async function listFormer<A extends Announced>(db: Db, announced: readonly A[]): Promise<Set<A>> {
  const ofOtherMemory = announced.filter(({ lock, epoch }) => epoch !== lock.epoch)
  const sessions = await selectSessions(db, listOf(announced.map((a) => [a.lock, a.sessionId])))
  const epochs =
    ofOtherMemory.length === 0
      ? []
      : await selectEpochs(db, listOf(ofOtherMemory.map((a) => [a.lock, a.epoch])))
  const isAmong = (rows: readonly Found[], { lock }: A, said: string) =>
    rows.some((row) => row.smartlock_id === lock.smartlock_id && row.said === said)
  return new Set([
    ...announced.filter((a) => isAmong(sessions, a, a.sessionId)),
    ...ofOtherMemory.filter((a) => isAmong(epochs, a, a.epoch)),
  ])
}

/** Whenever locks come back: prepared once. */
interface Listed {
  list: string
}

interface Found {
  smartlock_id: number
  said: string
}

const listOf = (said: readonly [LockKey, string][]): Listed => ({
  list: JSON.stringify(said.map(([lock, word]) => [lock.account_id, lock.smartlock_id, word])),
})

const selectSessions = prepared<Listed, Found>((db, slot) =>
  db
    .selectFrom('device_session')
    .select(['smartlock_id', 'session_id as said'])
    .where(areListed(db, { ...LOCK_KEY, session_id: 'text' }, slot('list'))),
)

/** A lock has many sessions of one memory. */
const selectEpochs = prepared<Listed, Found>((db, slot) =>
  db
    .selectFrom('device_session')
    .select(['smartlock_id', 'epoch as said'])
    .distinct()
    .where(areListed(db, { ...LOCK_KEY, epoch: 'text' }, slot('list'))),
)

/** Notes connections; what is noted already stays as it is. */
export const insert = insertAll<SessionRow>('device_session', (db) =>
  db.insertInto('device_session').onConflict((c) => c.doNothing()),
)

/** Forgets the oldest connections of those of these locks that have had more than are kept. */
export async function forgetOldest(db: Db, locks: readonly LockKey[]): Promise<void> {
  for (const lock of await selectOverfull(db, { list: lockKeys(locks) })) {
    const [oldest] = await selectOldestKept(db, lock)
    if (oldest)
      await db
        .deleteFrom('device_session')
        .where('account_id', '=', lock.account_id)
        .where('smartlock_id', '=', lock.smartlock_id)
        .where('seen_at', '<=', oldest.seen_at)
        .execute()
  }
}

const selectOverfull = prepared<Listed, LockKey>((db, slot) =>
  db
    .selectFrom('device_session')
    .select(['account_id', 'smartlock_id'])
    .where(areListed(db, LOCK_KEY, slot('list')))
    .groupBy(['account_id', 'smartlock_id'])
    .having((e) => e.fn.countAll(), '>', KEPT)
    .orderBy('smartlock_id'),
)

const selectOldestKept = prepared<LockKey, { seen_at: number }>((db, slot) =>
  db
    .selectFrom('device_session')
    .select('seen_at')
    .where('account_id', '=', slot('account_id'))
    .where('smartlock_id', '=', slot('smartlock_id'))
    .orderBy('seen_at', 'desc')
    .limit(1)
    .offset(KEPT),
)
