import { NOTIFICATION_STATUS, type NotificationMessage } from '@latchwork/contract'
import { type Ctx, inTransaction, type Platform, systemContext } from '../../../../platform/context.ts'
import type { Db, Engine } from '../../../../platform/store/database.ts'
import { type Hold, type QueueStore, WorkQueue } from '../../../../platform/work/queue.ts'
import * as makers from '../../makers/service.ts'
import { createSubscribed } from '../../subscribed.ts'
import * as webhooks from '../../webhooks/service.ts'
import { maySee } from '../rules.ts'
import type { NotificationRow } from '../store.ts'
import * as deliveryStore from './delivery-store.ts'
import { fanOut } from './feed.ts'
import * as feedStore from './feed-store.ts'
import type { PushGateways } from './gateway.ts'
import { type Outcome, sendOnce } from './send.ts'

/** When a process dies, another one goes on after this. */
const LEASE_MS = 60_000
/** Longer than an attempt can take: none begins that could outlast the lease. */
const ATTEMPT_MS = 15_000
/** Receivers served at a time: those that hang wait for time-outs, and must not hold up the others. */
const MAX_RUNS = 256
/** How long attempts under way get to end when the service stops. */
const STOP_MS = 3000

export interface NotificationDispatcher {
  start(): Promise<void>
  stop(): Promise<void>
}

/** Looks for what is new in the event log, and takes it to those who want it. */
export function createNotificationDispatcher(
  platform: Platform,
  db: Db,
  gateways: PushGateways,
): NotificationDispatcher {
  const ctx = systemContext(platform, db, 0)
  const subscribed = createSubscribed(platform, (accountIds) => feedStore.listSubscribed(db, accountIds))
  let isStopping = false
  const queue = new WorkQueue<NotificationRow, string>(platform, queueStore(db, platform.engine), {
    name: 'notifications',
    what: 'notifying',
    channel: 'event',
    places: { all: MAX_RUNS },
    lease: { ms: LEASE_MS },
    idsOf: ({ id }) => [id],
    wakeKeyOf: ({ event_account_id }) => event_account_id,
    async beforeLook(about) {
      const wanted = await subscribed.among(about)
      if (wanted) while (!isStopping && (await fanOut(ctx, wanted)));
      return wanted
    },
    run: ({ id }, hold) => deliverAll(ctx, gateways, id, hold),
  })
  return {
    start() {
      subscribed.start()
      return queue.start()
    },
    async stop() {
      isStopping = true
      subscribed.stop()
      await queue.stop(STOP_MS)
      gateways.close()
    },
  }
}

const queueStore = (db: Db, engine: Engine): QueueStore<NotificationRow, string, 'all'> => ({
  clear: () => deliveryStore.clear(db),
  hasDue: (wanted) => deliveryStore.hasDue(db, wanted),
  claim: (wanted) => deliveryStore.claim(db, engine, wanted),
  renew: (owner, ids, until) => deliveryStore.renew(db, owner, ids, until),
  giveBack: (owner, ids) => deliveryStore.giveBack(db, owner, ids),
  nextDue: () => deliveryStore.nextDue(db),
  countDue: (now) => deliveryStore.countDue(db, now),
})

/**
 * One message after the other, as long as the receiver is ours and something is due. When what came of one cannot be
 * stored the receiver is not given back: its lease ends by itself, and until then nobody tries again.
 */
async function deliverAll(
  ctx: Ctx<never>,
  gateways: PushGateways,
  id: string,
  hold: Hold<string>,
): Promise<void> {
  while (hold.lastsFor(ATTEMPT_MS)) {
    const row = await deliveryStore.findOwn(ctx.db, hold.owner, id)
    const delivery = row && (await deliveryStore.firstDue(ctx.db, id, ctx.clock.now()))
    if (!row || !delivery) break
    // What its maker may not see any more is not sent any more, however long it has waited (D117).
    if (!maySee(await makers.sightOf(ctx, row), smartlockOf(delivery))) {
      await deliveryStore.endDelivery(ctx.db, row.id, delivery.id)
      continue
    }
    const outcome = await trySend(ctx, gateways, row, delivery)
    if (outcome.result !== 'delivered') hold.noteFailure()
    // Cut off by the stop: that says nothing about the receiver.
    if (hold.isStopping() && outcome.result === 'later') return
    await inTransaction(ctx, (tx) => settle(tx, row, delivery, outcome))
    ctx.metrics.notificationAttempts.inc({
      result: outcome.result === 'delivered' ? 'delivered' : 'failed',
    })
  }
  if (!hold.isStopping()) await deliveryStore.giveBack(ctx.db, hold.owner, [id])
}

/** Alerts to a stay are about no lock. */
const smartlockOf = ({ message }: feedStore.DeliveryRow): number | undefined =>
  (JSON.parse(message) as Partial<NotificationMessage>).smartlockId

/** A message that cannot even be made, as when its secret cannot be opened, waits like one that was not taken. */
async function trySend(
  ctx: Ctx<never>,
  gateways: PushGateways,
  row: NotificationRow,
  delivery: feedStore.DeliveryRow,
): Promise<Outcome> {
  try {
    return await sendOnce(ctx, gateways, row, delivery)
  } catch (error) {
    ctx.log.error({ err: error, notificationId: row.id }, 'a notification could not be sent')
    return { result: 'later', error: 'The service could not make the message; its log says why.' }
  }
}

/** Stores what came of an attempt: with the delivery, and with the notification as callers see it (8.9). */
async function settle(
  tx: Ctx<never>,
  row: NotificationRow,
  delivery: feedStore.DeliveryRow,
  outcome: Outcome,
): Promise<void> {
  const now = tx.clock.now()
  if (outcome.result === 'delivered') {
    const well = { status: NOTIFICATION_STATUS.active, error: null, last_active_at: now }
    // The notification before its deliveries, as where it is deleted with them.
    await deliveryStore.settle(tx.db, row, well)
    await deliveryStore.endDelivery(tx.db, row.id, delivery.id)
    return
  }
  const attempts = delivery.attempts + 1
  const delay =
    outcome.result === 'later' && row.status !== NOTIFICATION_STATUS.failed
      ? webhooks.retryDelayMs(attempts, tx.ids.chance(), outcome.retryAfterMs)
      : undefined
  if (delay !== undefined) {
    await deliveryStore.delay(tx.db, row.id, delivery.id, attempts, now + delay)
    return
  }
  const isGone = outcome.result === 'gone'
  // A browser that takes nothing any more is no way to anybody (D184).
  if (isGone && row.channel === 'push') {
    await deliveryStore.removeReceiver(tx.db, row)
    return
  }
  const failed = { status: NOTIFICATION_STATUS.failed, error: outcome.error, is_gone: isGone ? 1 : 0 }
  const isSame = await deliveryStore.settle(tx.db, row, failed)
  // The receiver was exchanged during the attempt: the new one gets the message.
  if (!isSame) return
  if (isGone) await deliveryStore.endAll(tx.db, row.id)
  else await deliveryStore.endDelivery(tx.db, row.id, delivery.id)
}
