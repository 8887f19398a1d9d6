import type { DesiredSection, DeviceRef, LockDriver } from '../../../devices/driver.ts'
import { type Ctx, inTransaction, type Platform, systemContext } from '../../../platform/context.ts'
import type { Db } from '../../../platform/store/database.ts'
import type { Woken } from '../../../platform/work/wake.ts'
import { createWorkLoop, type WorkLoop } from '../../../platform/work/work-loop.ts'
import * as operations from '../../operations/service.ts'
import { loseConnection } from '../connection/service.ts'
import { addressOf, type DeviceAccess } from '../credentials/service.ts'
import { concerns, type Ownership } from '../ownership/service.ts'
import { isOnline } from '../rules.ts'
import * as store from '../store.ts'
import { openAdminPin } from './changes.ts'
import * as desired from './store.ts'

const BATCH = 100
/** A lock that did not answer by then is sent it again: getting it twice changes nothing. */
const RESEND_MS = 30_000
/** The broker is unreachable; it is tried again soon. */
const LINK_RETRY_MS = 1000

interface Claimed {
  device: DeviceRef
  row: store.DesiredRow
  set: Record<string, unknown>
}

/** Sends connected locks their desired settings until they have answered. */
export function createReconciler(
  platform: Platform,
  db: Db,
  driver: LockDriver,
  access: DeviceAccess,
  ownership: Pick<Ownership, 'shares'>,
): WorkLoop {
  const system = systemContext(platform, db, 0)
  const sendAll = async (about: Woken) => {
    if (!concerns(ownership, about)) return
    for (;;) {
      const due = await desired.listDue(db, platform.clock.now(), BATCH, ownership.shares())
      for (const key of due) await sendOne({ ...system, accountId: key.account_id }, driver, access, key)
      if (due.length < BATCH) return
    }
  }
  return createWorkLoop(platform, 'desired', 'sending settings to locks', sendAll, () =>
    desired.nextDue(db, ownership.shares()),
  )
}

type Key = Pick<store.DesiredRow, 'account_id' | 'smartlock_id' | 'section'>

/** One that cannot be sent, for whatever reason, must not hold up the others; it is tried again later. */
async function sendOne(ctx: Ctx<never>, driver: LockDriver, access: DeviceAccess, key: Key): Promise<void> {
  try {
    const claimed = await claim(ctx, access, key)
    if (claimed) await handOver(ctx, driver, claimed)
  } catch (error) {
    const { smartlock_id: smartlockId, section } = key
    ctx.log.error({ err: error, smartlockId, section }, 'settings could not be sent to a lock')
    await desired.update(ctx.db, key, { due_at: ctx.clock.now() + RESEND_MS })
  }
}

/** Takes one desired change, under the lock's row: whoever else looked at it meanwhile finds it not due any more. */
const claim = (ctx: Ctx<never>, access: DeviceAccess, key: Key): Promise<Claimed | undefined> =>
  inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const lock = await store.find(tx.db, tx.accountId, key.smartlock_id)
    const row = lock && (await desired.find(tx.db, tx.accountId, key.smartlock_id, key.section))
    if (!row || row.operation_id === null || row.due_at === null || row.due_at > now) return undefined
    if (!isOnline(lock.server_state) || lock.session_id === null) {
      await desired.update(tx.db, row, { due_at: null })
      return undefined
    }
    await desired.update(tx.db, row, { due_at: now + RESEND_MS })
    const device = await addressOf(tx, access, lock)
    if (!device) return undefined
    await operations.move(tx, row.operation_id, 'sent')
    const set = row.section === 'pin' ? openAdminPin(tx, lock) : JSON.parse(row.changes)
    return { device, row, set }
  })

async function handOver(ctx: Ctx<never>, driver: LockDriver, { device, row, set }: Claimed): Promise<void> {
  const result =
    row.section === 'sync'
      ? await driver.requestReport(device, row.operation_id as string)
      : await driver.reconcile(device, {
          section: row.section as DesiredSection,
          revision: row.revision,
          set,
        })
  if (result.status === 'sent') return
  await inTransaction(ctx, async (tx) => {
    const lock = await store.find(tx.db, tx.accountId, device.smartlockId)
    if (lock?.session_id !== device.sessionId || !isOnline(lock.server_state)) return
    // It went without a goodbye: nobody is listening on the connection we knew.
    if (result.reason === 'offline') return loseConnection(tx, lock)
    await operations.requeue(tx, row.operation_id as string)
    await desired.update(tx.db, row, { due_at: tx.clock.now() + LINK_RETRY_MS })
  })
}
