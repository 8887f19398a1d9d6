import type { DeviceRef, LockDriver, SendResult } from '../../../devices/driver.ts'
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
import { endAction } from './service.ts'

const BATCH = 100

interface Claimed {
  operation: operations.OperationRow
  device: DeviceRef
  counter: number
}

/**
 * Hands accepted actions to the locks' driver. An action is marked as sent, durably, before it leaves: if the process
 * dies in between, it is `unknown` and never sent again.
 */
export function createCommandDispatcher(
  platform: Platform,
  db: Db,
  driver: LockDriver,
  access: DeviceAccess,
  ownership: Ownership,
): WorkLoop {
  const system = systemContext(platform, db, 0)
  async function pass(): Promise<void> {
    for (;;) {
      const claimed = await claim(system, access, ownership)
      await Promise.all(claimed.map((command) => handOver(system, driver, command)))
      if (claimed.length < BATCH) return
    }
  }

  const doWork = async (about: Woken) => {
    if (!concerns(ownership, about)) return
    await endOverdue(system, ownership.shares())
    await pass()
  }
  return createWorkLoop(platform, 'command', 'handing over commands', doWork, () =>
    nextDue(system, ownership.shares()),
  )
}

/** When something is to be handed over, or is overdue. */
async function nextDue(
  system: Ctx<never>,
  shares: readonly number[] | undefined,
): Promise<number | undefined> {
  const waiting = await operations.queuedActions(system, 1, shares)
  return waiting.length > 0 ? system.clock.now() : operations.nextDeadline(system, shares)
}

/** Takes waiting actions: each gets the next counter of its lock's session, and is `sent` from here on. */
async function claim(system: Ctx<never>, access: DeviceAccess, ownership: Ownership): Promise<Claimed[]> {
  return inTransaction(system, async (tx) => {
    const claimed: Claimed[] = []
    for (const operation of await operations.queuedActions(tx, BATCH, ownership.shares())) {
      const ctx = { ...tx, accountId: operation.account_id }
      const one = await claimOne(ctx, access, ownership, operation)
      if (one) claimed.push(one)
    }
    return claimed
  })
}

async function claimOne(
  ctx: Ctx<never>,
  access: DeviceAccess,
  ownership: Ownership,
  operation: operations.OperationRow,
): Promise<Claimed | undefined> {
  const smartlockId = operation.smartlock_id as number
  const lock = await store.findForUpdate(ctx.db, ctx.engine, ctx.accountId, smartlockId)
  // Another process serves it by now, and finds it waiting.
  if (lock && !ownership.isOurs(lock.device_id)) return undefined
  const now = ctx.clock.now()
  // Too late, or the lock has reconnected since: it must not move on an old order (D25).
  const isSameConnection = lock && isOnline(lock.server_state) && lock.session_id === operation.session_id
  if (!isSameConnection || (operation.deadline_at ?? 0) <= now) {
    await endAction(ctx, smartlockId, operation.id, 'expired', {
      errorCode: 'ff',
      error: 'The command could not be handed over in time.',
    })
    return undefined
  }
  const device = await addressOf(ctx, access, lock)
  if (!device) {
    await endAction(ctx, smartlockId, operation.id, 'expired', {
      errorCode: 'ff',
      error: "The lock's credentials were revoked.",
    })
    return undefined
  }
  const counter = lock.session_counter + 1
  await store.set(ctx.db, ctx.accountId, smartlockId, { session_counter: counter })
  await operations.move(ctx, operation.id, 'sent', { deadlineAt: now + ctx.limits.actionProofMs })
  return { operation, device, counter }
}

async function handOver(
  system: Ctx<never>,
  driver: LockDriver,
  { operation, device, counter }: Claimed,
): Promise<void> {
  const { action, option } = JSON.parse(operation.payload) as { action: number; option: number }
  const result = await driver
    .send(device, {
      id: operation.id,
      action,
      option,
      counter,
      issuedAt: system.clock.now(),
      expiresAt: operation.deadline_at as number,
    })
    .catch((error: unknown): SendResult => {
      system.log.error({ err: error, operationId: operation.id }, 'sending a command failed')
      // We cannot know whether it left: the deadline will make it unknown.
      return { status: 'sent' }
    })
  if (result.status === 'sent') return
  await inTransaction({ ...system, accountId: operation.account_id }, async (tx) => {
    const error = `The command was not delivered (${result.reason}).`
    await endAction(tx, device.smartlockId, operation.id, 'expired', { errorCode: 'ff', error })
    const lock = await store.findForUpdate(tx.db, tx.engine, tx.accountId, device.smartlockId)
    // It went without a goodbye: nobody is listening on the connection we knew.
    const isGone =
      result.reason === 'offline' && lock?.session_id === device.sessionId && isOnline(lock.server_state)
    if (isGone) await loseConnection(tx, lock)
  })
}

/** Nothing waits for ever: what was not handed over is expired, what was not answered is unknown. */
async function endOverdue(system: Ctx<never>, shares: readonly number[] | undefined): Promise<void> {
  for (;;) {
    const deadline = await operations.nextDeadline(system, shares)
    if (deadline === undefined || deadline > system.clock.now()) return
    await inTransaction(system, async (tx) => {
      for (const operation of await operations.overdue(tx, BATCH, shares)) {
        const wasSent = operation.status === 'sent'
        await endAction(
          { ...tx, accountId: operation.account_id },
          operation.smartlock_id as number,
          operation.id,
          wasSent ? 'unknown' : 'expired',
          {
            errorCode: 'ff',
            error: wasSent
              ? 'The lock did not report a result in time.'
              : 'The command could not be handed over in time.',
          },
        )
      }
    })
  }
}
