import type { LockDriver } from '../../../devices/driver.ts'
import { type Ctx, inAccounts, type Platform, systemContext } from '../../../platform/context.ts'
import type { Db } from '../../../platform/store/database.ts'
import type { Woken } from '../../../platform/work/wake.ts'
import { createWorkLoop, type WorkLoop } from '../../../platform/work/work-loop.ts'
import * as operations from '../../operations/service.ts'
import { keep } from '../change.ts'
import { addressOf, type DeviceAccess } from '../credentials/service.ts'
import { concerns, type Ownership } from '../ownership/service.ts'
import { createQuestions } from '../questions/service.ts'
import { isOnline } from '../rules.ts'
import * as store from '../store.ts'
import { handOver } from './hand-over.ts'
import { endAction, endActionOfNone, type Leaving } from './service.ts'

const BATCH = 100

export interface CommandDispatcher extends WorkLoop {
  /** The way to the locks is open again: whatever was said into the old one may not have arrived. */
  lineBack(): Promise<void>
}

/**
 * Hands over accepted actions that did not leave directly, asks about those that got no answer, and ends those whose time is over. An action is marked as
 * sent, durably, before it leaves: if the process dies in between, it is never sent again.
 */
export function createCommandDispatcher(
  platform: Platform,
  db: Db,
  driver: LockDriver,
  access: DeviceAccess,
  ownership: Ownership,
): CommandDispatcher {
  const system = systemContext(platform, db, 0)
  const questions = createQuestions(driver, access)
  async function pass(): Promise<void> {
    for (;;) {
      const waiting = await operations.queuedActions(system, BATCH, ownership.shares())
      const leaving = waiting.length > 0 ? await claim(system, access, ownership, waiting) : []
      await Promise.all(leaving.map((command) => handOver(system, driver, command)))
      if (leaving.length < BATCH) return
    }
  }

  const doWork = async (about: Woken) => {
    if (!concerns(ownership, about)) return
    // Whoever wakes us for a lock has something to be sent; what is overdue is looked for by the clock.
    if (about === 'all') await lookAfterSent()
    await pass()
  }
  /** What is open is asked for while it is young, and given up when its time is over. */
  async function lookAfterSent(): Promise<void> {
    const deadline = await endOverdue(system, ownership.shares())
    const isSilent = deadline !== undefined && questions.nextAt(system, deadline) <= system.clock.now()
    if (isSilent) await questions.ask(system, ownership.shares())
  }
  const loop = createWorkLoop(
    platform,
    'command',
    'handing over commands',
    doWork,
    () => nextDue(system, ownership.shares()),
    questions.idle,
  )
  return {
    ...loop,
    lineBack() {
      questions.beginAnew()
      return loop.run()
    },
  }
}

/** When something is to be handed over, or is overdue. */
async function nextDue(
  system: Ctx<never>,
  shares: readonly number[] | undefined,
): Promise<number | undefined> {
  const waiting = await operations.queuedActions(system, 1, shares)
  return waiting.length > 0 ? system.clock.now() : operations.nextDeadline(system, shares)
}

type Operations = readonly operations.OperationRow[]

/** An action with the lock that it is of, as both are now; another process may have been here since they were listed. */
interface Held {
  lock: store.SmartlockRow | undefined
  operation: operations.OperationRow
}

/** Reads these actions again, with their locks, in a transaction that is the only writer of their accounts. */
async function readAgain(tx: Ctx<never>, listed: Operations): Promise<Held[]> {
  const rows = await store.findAny(tx.db, new Set(listed.map(({ smartlock_id }) => smartlock_id as number)))
  const locks = new Map(rows.map((row) => [row.smartlock_id, row]))
  const now = await operations.findAny(tx, new Set(listed.map(({ id }) => id)))
  return listed
    .flatMap(({ id }) => now.get(id) ?? [])
    .map((operation) => ({ operation, lock: locks.get(operation.smartlock_id as number) }))
}

const accountsOf = (listed: Operations) => listed.map(({ account_id }) => account_id)

/** Takes waiting actions: each gets the next counter of its lock's session, and is `sent` from here on. */
const claim = (
  system: Ctx<never>,
  access: DeviceAccess,
  ownership: Ownership,
  waiting: Operations,
): Promise<Leaving[]> =>
  inAccounts(system, accountsOf(waiting), async (tx) => {
    const leaving: { one: Leaving; operation: operations.OperationRow }[] = []
    for (const { lock, operation } of await readAgain(tx, waiting)) {
      if (operation.status !== 'queued') continue
      const ctx = { ...tx, accountId: operation.account_id }
      const one = await claimOne(ctx, access, ownership, operation, lock)
      if (one) leaving.push({ one, operation })
    }
    const rows = leaving.map(({ operation }) => operation)
    if (rows.length > 0) await operations.markLeaving(tx, rows, tx.clock.now() + tx.limits.actionProofMs)
    return leaving.map(({ one }) => one)
  })

async function claimOne(
  ctx: Ctx<never>,
  access: DeviceAccess,
  ownership: Ownership,
  operation: operations.OperationRow,
  lock: store.SmartlockRow | undefined,
): Promise<Leaving | undefined> {
  // Another process serves it by now, and finds it waiting.
  if (lock && !ownership.isOurs(lock.device_id)) return undefined
  const now = ctx.clock.now()
  const expiresAt = operation.deadline_at ?? 0
  // Too late, or the lock has reconnected since: it must not move on an old order (D25).
  const isSameConnection = lock && isOnline(lock.server_state) && lock.session_id === operation.session_id
  const device = isSameConnection && expiresAt > now ? await addressOf(ctx, access, lock) : undefined
  if (!device || !lock) {
    const error =
      isSameConnection && expiresAt > now
        ? "The lock's credentials were revoked."
        : 'The command could not be handed over in time.'
    await expire(ctx, { lock, operation }, error)
    return undefined
  }
  const { action, option } = JSON.parse(operation.payload) as { action: number; option: number }
  const counter = lock.session_counter + 1
  keep(ctx, lock, { session_counter: counter })
  const command = { id: operation.id, action, option, counter, issuedAt: now, expiresAt }
  return { accountId: ctx.accountId, device, command, origin: operation }
}

const expire = (ctx: Ctx<never>, held: Held, error: string): Promise<void> =>
  finish(ctx, held, 'expired', { errorCode: 'ff', error })

const finish = (
  ctx: Ctx<never>,
  { lock, operation }: Held,
  status: 'expired' | 'unknown',
  ending: operations.Ending,
): Promise<void> =>
  lock ? endAction(ctx, lock, operation, status, ending) : endActionOfNone(ctx, operation, status, ending)

/**
 * Nothing waits for ever: what was not handed over is expired, what was not answered is unknown. Returns when the time of
 * the next one is over.
 */
async function endOverdue(
  system: Ctx<never>,
  shares: readonly number[] | undefined,
): Promise<number | undefined> {
  for (;;) {
    const deadline = await operations.nextDeadline(system, shares)
    if (deadline === undefined || deadline > system.clock.now()) return deadline
    const overdue = await operations.overdue(system, BATCH, shares)
    await inAccounts(system, accountsOf(overdue), async (tx) => {
      for (const held of await readAgain(tx, overdue)) {
        const ctx = { ...tx, accountId: held.operation.account_id }
        if ((held.operation.deadline_at ?? Number.POSITIVE_INFINITY) <= tx.clock.now())
          await giveUp(ctx, held)
      }
    })
  }
}

const giveUp = (ctx: Ctx<never>, held: Held): Promise<void> =>
  held.operation.status === 'sent'
    ? finish(ctx, held, 'unknown', {
        errorCode: 'ff',
        error: 'The lock did not report a result in time.',
      })
    : expire(ctx, held, 'The command could not be handed over in time.')
