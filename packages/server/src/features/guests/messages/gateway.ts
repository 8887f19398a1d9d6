import type { GatewayMessage } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import * as webhooks from '../../events/webhooks/service.ts'

/** Who sends short messages for an address. */
export interface Gateway {
  url: string
  secret: string
}

/** `refused` is the last word, `later` may go better another time. */
export type Outcome =
  | { result: 'sent' }
  | { result: 'refused'; error: string }
  | { result: 'later'; error: string; retryAfterMs?: number }

/** Answers that are about this message or this gateway, and will be the same tomorrow. */
const FINAL: Readonly<Record<number, string>> = {
  410: 'The gateway answered 410: it is gone.',
  422: 'The gateway answered 422: it cannot send this message.',
}

/** Posts a message once, signed like webhooks (D182); whatever goes wrong is the outcome. */
export async function post(
  ctx: Ctx<never>,
  { url, secret }: Gateway,
  data: GatewayMessage['data'],
): Promise<Outcome> {
  const now = ctx.clock.now()
  const message: GatewayMessage = { type: 'guest.message', timestamp: toWireDate(now), data }
  const body = JSON.stringify(message)
  const timestamp = Math.floor(now / 1000)
  const headers = webhooks.signedHeaders({ id: data.messageId, body, secret, timestamp })
  const { status, retryAfter, error } = await ctx.outbound.post({ url, headers, body })
  if (webhooks.isSuccess(status)) return { result: 'sent' }
  if (status === undefined)
    return { result: 'later', error: `The gateway did not answer: ${error ?? 'no reason known'}` }
  const final = FINAL[status]
  if (final !== undefined) return { result: 'refused', error: final }
  const retryAfterMs = webhooks.retryAfterMs(status, retryAfter, now)
  return { result: 'later', error: `The gateway answered ${status}.`, retryAfterMs }
}
