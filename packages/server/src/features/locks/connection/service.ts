import { SERVER_STATE } from '@latchwork/contract'
import type { Ctx } from '../../../platform/context.ts'
import { LATE } from '../../../platform/late-writes.ts'
import { emit } from '../../events/outbox/service.ts'
import * as operations from '../../operations/service.ts'
import { endAction } from '../actions/service.ts'
import { change, keep, statusEvent } from '../change.ts'
import { countLostEvents, resumeEventsAt } from '../rules.ts'
import { desireDefaultZone, hold, release } from '../settings/service.ts'
import type * as store from '../store.ts'
import { warn } from '../warnings.ts'
import { type Arrival, type NewConnection, readArrival, remember } from './arrivals.ts'

export { readArrivals } from './arrivals.ts'

/** Locks come and go. Every function runs in the caller's transaction, and the same news twice changes nothing. */

type Lock = store.SmartlockRow
type Operation = operations.OperationRow

export interface Announcement extends NewConnection {
  username: string
  isLegacy: boolean
  minor: number
  oldestEvent: number
}

/** The operations that reports of the same transaction name, by id. */
type Orders = ReadonlyMap<string, Operation>

/** What was read for a batch before its first report is applied. */
export interface Known {
  readonly orders: Orders
  /** Of locks that announce themselves before they say anything else. */
  readonly arrivals: ReadonlyMap<Announcement, Arrival>
}

/**
 * The lock connected. Whatever was meant for an earlier connection will not run any more, and what waits for the lock is
 * sent. A connection that was announced before is no new one, whoever kept its words.
 */
export async function applyOnline(
  ctx: Ctx<never>,
  lock: Lock,
  announced: Announcement,
  { orders, arrivals }: Known,
): Promise<void> {
  const before = { epoch: lock.epoch, eventSeq: lock.event_seq }
  const told = { epoch: announced.epoch, oldest: announced.oldestEvent }
  const resumeAt = resumeEventsAt(before, told)
  if (lock.session_id === announced.sessionId) {
    // A connection that ended does not come back: this is an old copy that the broker kept.
    if (lock.server_state !== SERVER_STATE.ok) return
    // The same connection again: the device had to forget events we never got.
    if (resumeAt > lock.event_seq) {
      change(ctx, lock, { event_seq: resumeAt })
      await warnOfLoss(ctx, lock, countLostEvents(before, told), resumeAt)
    }
    return
  }
  const arrival = arrivals.get(announced) ?? (await readArrival(ctx, lock, announced))
  if (arrival.isFormer) {
    ctx.metrics.droppedMessages.inc({ reason: 'replayed' })
    return
  }
  remember(ctx, lock, announced)
  await endActions(ctx, lock, ofOtherSessions(arrival.openActions, announced.sessionId), orders)
  const isSameMemory = lock.epoch === announced.epoch
  const wasOnline = lock.server_state === SERVER_STATE.ok
  change(ctx, lock, {
    server_state: SERVER_STATE.ok,
    session_id: announced.sessionId,
    session_username: announced.username,
    session_counter: 0,
    epoch: announced.epoch,
    protocol_minor: announced.minor,
    state_seq: isSameMemory ? lock.state_seq : 0,
    event_seq: resumeAt,
  })
  await warnOfLoss(ctx, lock, countLostEvents(before, told), resumeAt)
  await release(ctx, lock, arrival.pending)
  await desireDefaultZone(ctx, lock)
  if (!wasOnline) await emit(ctx, [statusEvent(lock, ['online'])])
  if (announced.isLegacy) ctx.afterCommit(() => warnOfLegacy(ctx, lock, announced.minor))
  if (arrival.lacksRights) await ctx.ports.sendRights(ctx, lock)
}

/** What the lock could not keep until it was heard: somebody may miss just that. */
async function warnOfLoss(ctx: Ctx<never>, lock: Lock, count: number, upTo: number): Promise<void> {
  if (count === 0) return
  await warn(ctx, lock, 'lostEvent', { events: `${upTo - count + 1}-${upTo}`, count: String(count) }, count)
}

/** Once per connection. On the door's page it stands as long as such a login works. */
function warnOfLegacy(ctx: Ctx<never>, { smartlock_id: smartlockId, device_id }: Lock, minor: number): void {
  const todo = minor === 0 ? 'Update its firmware, then replace its credentials' : 'Replace its credentials'
  ctx.log.warn(
    { smartlockId, deviceId: device_id, protocol: `LDP/1.${minor}` },
    `security: a device logs in with its secret itself, so whoever sees that can sign in its name. ${todo}.`,
  )
}

/** The connection is gone; a goodbye of an older connection says nothing about the current one. */
export async function applyOffline(
  ctx: Ctx<never>,
  lock: Lock,
  sessionId: string,
  orders: Orders,
): Promise<void> {
  if (lock.session_id !== sessionId || lock.server_state !== SERVER_STATE.ok) return
  await loseConnection(ctx, lock, orders)
}

/** The lock is not connected any more, whoever noticed. */
export async function loseConnection(ctx: Ctx<never>, lock: Lock, orders?: Orders): Promise<void> {
  // The report before this one may have ended one of them.
  await ctx.late.write(ctx, LATE.operations)
  await endActions(ctx, lock, ofOtherSessions(await operations.openActionsOf(ctx, [lock]), ''), orders)
  await hold(ctx, lock)
  keep(ctx, lock, { server_state: SERVER_STATE.offline })
  await emit(ctx, [statusEvent(lock, ['offline'])])
}

/** A device came with credentials that do not work (any more). A lock that is connected is not affected by that. */
export async function applyWrongCredentials(ctx: Ctx<never>, lock: Lock): Promise<void> {
  if (lock.server_state === SERVER_STATE.ok || lock.server_state === SERVER_STATE.authInvalid) return
  keep(ctx, lock, { server_state: SERVER_STATE.authInvalid })
  await emit(ctx, [statusEvent(lock)])
}

/** Those that were meant for another connection than this one. */
const ofOtherSessions = (open: readonly Operation[], sessionId: string): Operation[] =>
  open.filter(({ session_id }) => session_id !== null && session_id !== sessionId)

/** Not handed over yet: surely not run, expired. Handed over: nobody knows, unless proof comes later (8.4). */
async function endActions(
  ctx: Ctx<never>,
  lock: Lock,
  open: readonly Operation[],
  orders?: Orders,
): Promise<void> {
  for (const row of open) {
    // The proof may come right behind, in the same transaction: it has to find the order as it ended here.
    const operation = orders?.get(row.id) ?? row
    const wasSent = operation.status === 'sent'
    await endAction(ctx, lock, operation, wasSent ? 'unknown' : 'expired', {
      errorCode: 'ff',
      error: wasSent
        ? 'The connection was lost before the lock reported a result.'
        : 'The connection was lost before the command was sent.',
    })
  }
}
