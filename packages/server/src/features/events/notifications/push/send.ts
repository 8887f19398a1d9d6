import { NOTIFICATION_OS, type NotificationMessage } from '@latchwork/contract'
import type { Ctx } from '../../../../platform/context.ts'
import * as webhooks from '../../webhooks/service.ts'
import * as alerts from '../alerts/service.ts'
import { secretOf } from '../service.ts'
import type { NotificationRow } from '../store.ts'
import type { DeliveryRow } from './feed-store.ts'
import type { PushGateways } from './gateway.ts'
import type { PushOutcome } from './push.ts'

/** What came of one attempt; `none`: there is no way to such a receiver (D96). */
export type Outcome = PushOutcome | { result: 'none'; error: string }

/** Takes one message to its receiver, once. */
export async function sendOnce(
  ctx: Ctx<never>,
  gateways: PushGateways,
  row: NotificationRow,
  delivery: DeliveryRow,
): Promise<Outcome> {
  if (row.channel !== null) return alerts.send(ctx, gateways.contact, row, delivery)
  if (row.os === NOTIFICATION_OS.webhook) return post(ctx, row, delivery)
  const gateway = gateways.of(row.os)
  if (!gateway) return { result: 'none', error: gateways.problemWith(row.os) ?? '' }
  const message = JSON.parse(delivery.message) as NotificationMessage
  return gateway.send({ token: row.push_id, ...wordsOf(message), data: dataOf(message) })
}

/** The name of the lock is the title; the text need not repeat it. */
function wordsOf({ smartlockName, message }: NotificationMessage) {
  return { title: smartlockName, text: message.slice(smartlockName.length + 2) }
}

const dataOf = ({ notificationId, referenceId, event, smartlockId, date }: NotificationMessage) => ({
  notificationId,
  ...(referenceId !== undefined && { referenceId }),
  event,
  smartlockId: String(smartlockId),
  date,
})

/** A signed POST like those of webhooks, with the notification's own secret (D95). */
async function post(ctx: Ctx<never>, row: NotificationRow, delivery: DeliveryRow): Promise<Outcome> {
  const body = `[${delivery.message}]`
  const now = ctx.clock.now()
  const secret = secretOf(ctx, row)
  const headers = webhooks.signedHeaders({ id: delivery.id, body, secret, timestamp: Math.floor(now / 1000) })
  const { status, retryAfter, error } = await ctx.outbound.post({ url: row.push_id, headers, body })
  if (webhooks.isSuccess(status)) return { result: 'delivered' }
  if (status === 410) return { result: 'gone', error: 'The receiver answered 410: it is gone.' }
  const reason = status === undefined ? (error ?? 'no answer') : `The receiver answered ${status}.`
  return { result: 'later', error: reason, retryAfterMs: webhooks.retryAfterMs(status, retryAfter, now) }
}
