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
import * as sessions from './store.ts'

/** Locks come and go. Every function runs in the caller's transaction, and the same news twice changes nothing. */

type Lock = store.SmartlockRow

interface Announcement {
  sessionId: string
  epoch: string
  username: string
  isLegacy: boolean
  minor: number
  oldestEvent: number
}

/**
 * The lock connected. Whatever was meant for an earlier connection will not run any more. Returns whether the
 * connection is a new one; one that was announced before is none, whoever kept its words.
 */
export async function applyOnline(ctx: Ctx<never>, lock: Lock, announced: Announcement): Promise<boolean> {
  const known = { epoch: lock.epoch, eventSeq: lock.event_seq }
  const told = { epoch: announced.epoch, oldest: announced.oldestEvent }
  const resumeAt = resumeEventsAt(known, told)
  if (lock.session_id === announced.sessionId) {
    // A connection that ended does not come back: this is an old copy that the broker kept.
    if (lock.server_state !== SERVER_STATE.ok) return false
    // The same connection again: the device had to forget events we never got.
    if (resumeAt > lock.event_seq) {
      change(ctx, lock, { event_seq: resumeAt })
      await warnOfLoss(ctx, lock, countLostEvents(known, told), resumeAt)
    }
    return false
  }
  if (await sessions.isFormer(ctx.db, lock, announced)) {
    ctx.metrics.droppedMessages.inc({ reason: 'replayed' })
    return false
  }
  await sessions.remember(ctx.db, lock, announced, ctx.clock.now())
  await endActionsOfOtherSessions(ctx, lock, announced.sessionId)
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
  await warnOfLoss(ctx, lock, countLostEvents(known, told), resumeAt)
  await release(ctx, lock)
  await desireDefaultZone(ctx, lock)
  if (!wasOnline) await emit(ctx, [statusEvent(lock, ['online'])])
  if (announced.isLegacy) ctx.afterCommit(() => warnOfLegacy(ctx, lock, announced.minor))
  return true
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
export async function applyOffline(ctx: Ctx<never>, lock: Lock, sessionId: string): Promise<void> {
  if (lock.session_id !== sessionId || lock.server_state !== SERVER_STATE.ok) return
  await loseConnection(ctx, lock)
}

/** The lock is not connected any more, whoever noticed. */
export async function loseConnection(ctx: Ctx<never>, lock: Lock): Promise<void> {
  await endActionsOfOtherSessions(ctx, lock, '')
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

/** Not handed over yet: surely not run, expired. Handed over: nobody knows, unless proof comes later (8.4). */
async function endActionsOfOtherSessions(ctx: Ctx<never>, lock: Lock, sessionId: string): Promise<void> {
  // The report before this one may have ended one of them.
  await ctx.late.write(ctx, LATE.operations)
  for (const operation of await operations.openOfOtherSessions(ctx, lock.smartlock_id, sessionId)) {
    const wasSent = operation.status === 'sent'
    await endAction(ctx, lock, operation, wasSent ? 'unknown' : 'expired', {
      errorCode: 'ff',
      error: wasSent
        ? 'The connection was lost before the lock reported a result.'
        : 'The connection was lost before the command was sent.',
    })
  }
}
