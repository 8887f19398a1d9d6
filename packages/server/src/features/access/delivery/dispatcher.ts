import type { AccessEntry, DeviceRef, LockDriver } from '../../../devices/driver.ts'
import { type Ctx, inTransaction, type Platform, systemContext } from '../../../platform/context.ts'
import type { Db } from '../../../platform/store/database.ts'
import type { Woken } from '../../../platform/work/wake.ts'
import { createWorkLoop, type WorkLoop } from '../../../platform/work/work-loop.ts'
import * as smartlocks from '../../locks/service.ts'
import * as operations from '../../operations/service.ts'
import { waitMs } from '../rules.ts'
import type { AuthRow } from '../store.ts'
import { switchDue, tellStuck, withoutEarly } from './edges.ts'
import * as queue from './queue-store.ts'
import * as waitingStore from './waiting-store.ts'
import { entryNow, type Keeping, keepingOf } from './windows.ts'

const BATCH = 100
/** More than any device takes in one message. */
const MOST_PER_CHANGE = 100
/** The broker is unreachable; it is tried again soon. */
const LINK_RETRY_MS = 1000

type LockKey = Pick<queue.QueueRow, 'account_id' | 'smartlock_id'>
type Entry = readonly [id: string, entry: AccessEntry | null]

interface Claimed {
  device: DeviceRef
  revision: number
  set: Record<string, AccessEntry | null>
}

/**
 * Brings what waits onto the locks that are online: one change at a time per lock, each with as much as a message holds,
 * removals before everything else. A change that got no answer is sent again, with whatever is to be sent by then.
 */
export function createAccessReconciler(
  platform: Platform,
  db: Db,
  driver: LockDriver,
  access: smartlocks.DeviceAccess,
  ownership: Pick<smartlocks.Ownership, 'shares'>,
): WorkLoop {
  const system = systemContext(platform, db, 0)
  const sendAll = async (about: Woken) => {
    if (!smartlocks.concerns(ownership, about)) return
    await switchDue(system)
    for (;;) {
      const due = await queue.listDue(db, platform.clock.now(), BATCH, ownership.shares())
      for (const key of due) await sendPart({ ...system, accountId: key.account_id }, driver, access, key)
      if (due.length < BATCH) return
    }
  }
  return createWorkLoop(platform, 'access', 'sending access rights to locks', sendAll, () =>
    nextDue(db, ownership.shares()),
  )
}

/** When there is something to send, or a window that is kept here begins or ends. */
async function nextDue(db: Db, shares: readonly number[] | undefined): Promise<number | undefined> {
  const times = [await queue.nextDue(db, shares), await waitingStore.nextSwitch(db)].filter(
    (at) => at !== undefined,
  )
  return times.length === 0 ? undefined : Math.min(...times)
}

/** One that cannot be sent, for whatever reason, must not hold up the others; it is tried again later. */
async function sendPart(
  ctx: Ctx<never>,
  driver: LockDriver,
  access: smartlocks.DeviceAccess,
  key: LockKey,
): Promise<void> {
  try {
    const claimed = await claim(ctx, driver, access, key)
    if (claimed) await handOver(ctx, driver, key, claimed)
  } catch (error) {
    const { smartlock_id: smartlockId } = key
    ctx.log.error({ err: error, smartlockId }, 'a lock could not be told its access rights')
    await queue.update(ctx.db, key, { due_at: ctx.clock.now() + waitMs(0) })
  }
}

/** Takes the next part, under the lock's row: whoever else looked at it meanwhile finds it not due any more. */
const claim = (
  ctx: Ctx<never>,
  driver: LockDriver,
  access: smartlocks.DeviceAccess,
  key: LockKey,
): Promise<Claimed | undefined> =>
  inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const [lock] = await smartlocks.listByIds(tx, [key.smartlock_id])
    const waiting = lock && (await queue.find(tx.db, tx.accountId, key.smartlock_id))
    if (!waiting || waiting.due_at === null || waiting.due_at > now) return undefined
    const device = await reachable(tx, access, lock)
    // It is offline, or has not answered what was sent last.
    if (!device || waiting.attempts > 0) await tellStuck(tx, lock, await listWaiting(tx, lock))
    const part = device && (await nextPart(tx, driver, lock))
    if (!device || !part) {
      // When the lock is back it is released again.
      await queue.update(tx.db, key, { due_at: null, attempts: 0 })
      return undefined
    }
    const revision = smartlocks.nextRevision(waiting.revision, now)
    const { attempts } = waiting
    await queue.update(tx.db, key, { revision, attempts: attempts + 1, due_at: now + waitMs(attempts) })
    await markSent(tx, key, part, revision)
    const set = Object.fromEntries<AccessEntry | null>(part.rights)
    for (const stray of part.strays) set[stray] = null
    return { device, revision, set }
  })

/** Where it is connected, if it is. */
const reachable = async (ctx: Ctx<never>, access: smartlocks.DeviceAccess, lock: smartlocks.SmartlockRow) =>
  smartlocks.isOnline(lock.server_state) && lock.session_id !== null
    ? smartlocks.addressOf(ctx, access, lock)
    : undefined

/** What one message brings to a lock. */
interface Part {
  /** What is only to go. */
  strays: string[]
  rights: Entry[]
}

/** As much of what waits as one message holds; what is to go from the lock first. Undefined when nothing waits. */
async function nextPart(
  ctx: Ctx<never>,
  driver: LockDriver,
  lock: smartlocks.SmartlockRow,
): Promise<Part | undefined> {
  const strays = (await queue.listStrays(ctx.db, lock, MOST_PER_CHANGE)).map((stray) => stray.key)
  const keeping = keepingOf(lock)
  const rights = (await listToSend(ctx, lock, keeping)).map(
    (row) => [row.id, entryNow(ctx, keeping, row)] as const,
  )
  const room = driver.fitAccess([...strays.map((stray) => [stray, null] as const), ...rights])
  if (room === 0) return undefined
  return { strays: strays.slice(0, room), rights: rights.slice(0, Math.max(0, room - strays.length)) }
}

const listWaiting = (ctx: Ctx<never>, { smartlock_id }: smartlocks.SmartlockRow) =>
  waitingStore.listWaiting(ctx.db, ctx.accountId, smartlock_id, ctx.clock.now(), MOST_PER_CHANGE)

/** However many are put aside until their time comes, what is behind them has its turn. */
async function listToSend(
  ctx: Ctx<never>,
  lock: smartlocks.SmartlockRow,
  keeping: Keeping,
): Promise<AuthRow[]> {
  for (;;) {
    const waiting = await listWaiting(ctx, lock)
    const rows = await withoutEarly(ctx, keeping, waiting)
    if (rows.length > 0 || waiting.length < MOST_PER_CHANGE) return rows
  }
}

async function markSent(
  ctx: Ctx<never>,
  key: LockKey,
  { strays, rights }: Part,
  revision: number,
): Promise<void> {
  if (strays.length > 0) await queue.markStraysSent(ctx.db, key, strays, revision)
  if (rights.length === 0) return
  const ids = rights.map(([id]) => id)
  const operationIds = await waitingStore.markSent(ctx.db, ctx.accountId, ids, revision)
  if (operationIds.length > 0) await operations.markSent(ctx, operationIds)
}

async function handOver(
  ctx: Ctx<never>,
  driver: LockDriver,
  key: LockKey,
  { device, revision, set }: Claimed,
): Promise<void> {
  const result = await driver.reconcile(device, { section: 'auths', revision, set })
  if (result.status === 'sent') return
  await inTransaction(ctx, async (tx) => {
    const [lock] = await smartlocks.listByIds(tx, [key.smartlock_id])
    if (lock?.session_id !== device.sessionId || !smartlocks.isOnline(lock.server_state)) return
    // It went without a goodbye: nobody is listening on the connection we knew.
    if (result.reason === 'offline') return smartlocks.loseConnection(tx, lock)
    await queue.update(tx.db, key, { due_at: tx.clock.now() + LINK_RETRY_MS })
  })
}
