import type { Updateable } from 'kysely'
import { type Ctx, type Platform, systemContext } from '../../../../platform/context.ts'
import type { Db, Engine } from '../../../../platform/store/database.ts'
import { type Hold, type QueueStore, WorkQueue } from '../../../../platform/work/queue.ts'
import type { GuestMessageTable } from '../../../../schema/guest-messages.ts'
import * as webhooks from '../../../events/webhooks/service.ts'
import * as mail from '../../../mail/service.ts'
import { REASONS } from '../rules.ts'
import { toldContext } from '../service.ts'
import type { MessageRow } from '../store.ts'
import { type Attempt, sendOnce } from './attempt.ts'
import * as queueStore from './queue-store.ts'

/** Messages under way at a time, and of one account: its gateway may hang. */
const AT_ONCE = 20
const OF_ACCOUNT = 4
/** Renewed while messages are under way; when a process dies, another one goes on after this. */
const LEASE_MS = 120_000
/** How long messages under way get to end when the service stops. */
const STOP_MS = 3000
const MINUTE_MS = 60_000

export interface MessageDispatcher {
  start(): Promise<void>
  stop(): Promise<void>
}

/** Sends what waits for guests, by mail or by the gateway of their address. */
export function createMessageDispatcher(
  platform: Platform,
  db: Db,
  transport: mail.MailTransport | undefined,
): MessageDispatcher {
  const system = systemContext(platform, db, 0)
  const queue = new WorkQueue<MessageRow, string>(platform, storeOf(db, platform.engine), {
    name: 'guest messages',
    what: 'writing to a guest',
    channel: 'message',
    places: { all: AT_ONCE },
    perKey: { limit: OF_ACCOUNT, keyOf: ({ account_id }) => account_id },
    lease: { ms: LEASE_MS },
    idsOf: ({ id }) => [id],
    run: (row, hold) => deliver({ ...system, accountId: row.account_id }, row, hold, transport),
    backOff: {
      delayMs: (times) => Math.min(MINUTE_MS * 2 ** (times - 1), 60 * MINUTE_MS),
      putOff: (owner, ids, until) => queueStore.putOff(db, owner, ids, until),
    },
  })
  return { start: () => queue.start(), stop: () => queue.stop(STOP_MS) }
}

const storeOf = (db: Db, engine: Engine): QueueStore<MessageRow, string, 'all'> => ({
  clear: () => queueStore.clearLeases(db),
  hasDue: (wanted) => queueStore.hasDue(db, wanted),
  claim: (wanted) => queueStore.claim(db, engine, wanted),
  renew: (owner, ids, until) => queueStore.renew(db, owner, ids, until),
  giveBack: (owner, ids) => queueStore.giveBack(db, owner, ids),
  nextDue: () => queueStore.nextDue(db),
  countDue: (now) => queueStore.countDue(db, now),
})

async function deliver(
  ctx: Ctx<never>,
  row: MessageRow,
  hold: Hold<string>,
  transport: mail.MailTransport | undefined,
): Promise<void> {
  // A process that was frozen finds its leases ended: another one has sent the message, or is about to.
  if (!hold.isOurs(row.id)) return
  const attempt = await sendOnce(ctx, row, transport)
  if (attempt.result !== 'sent' && attempt.result !== 'withdrawn') hold.noteFailure()
  // Cut off by the stop: the lease ends, and the next process tries again.
  if (hold.isStopping() && attempt.result === 'later') return
  const changes = changesAfter(ctx, row, attempt)
  await queueStore.settle(ctx.db, hold.owner, row.id, changes)
  // Not what the server said: it may name the guest's address.
  if (changes.state === 'refused')
    ctx.log.warn({ message: row.id, channel: row.channel }, 'a message to a guest was refused')
}

function changesAfter(ctx: Ctx<never>, row: MessageRow, attempt: Attempt): Updateable<GuestMessageTable> {
  const now = ctx.clock.now()
  const because = (reason: keyof typeof REASONS) => ({ reason, error: REASONS[reason], updated_at: now })
  if (attempt.result === 'waits') return { next_at: attempt.until, ...because('share_used') }
  if (attempt.result === 'withdrawn') return { state: 'withdrawn', next_at: null, ...because(attempt.reason) }
  const { told, toldCode } = attempt
  const tried = {
    attempts: row.attempts + 1,
    told_code: toldCode,
    told_sealed: ctx.sealer.seal(JSON.stringify(told), toldContext(row.id)),
    updated_at: now,
  }
  if (attempt.result === 'sent') return { ...tried, state: 'sent', reason: null, error: null, next_at: null }
  if (attempt.result === 'impossible')
    return { ...tried, state: 'refused', next_at: null, ...because(attempt.reason) }
  const said = { ...tried, reason: 'not_taken', error: attempt.error } as const
  const delay = attempt.result === 'later' ? delayAfter(ctx, row, tried.attempts, attempt) : undefined
  if (delay === undefined) return { ...said, state: 'refused', next_at: null }
  return { ...said, state: 'queued', next_at: now + delay }
}

const delayAfter = (
  ctx: Ctx<never>,
  { channel }: MessageRow,
  attempts: number,
  { retryAfterMs }: { retryAfterMs?: number },
): number | undefined =>
  channel === 'mail'
    ? mail.retryDelayMs(attempts)
    : webhooks.retryDelayMs(attempts, ctx.ids.chance(), retryAfterMs)
