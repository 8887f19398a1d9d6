import type { Ctx } from '../../../../platform/context.ts'
import { isExpired, retryAfterMs, retryDelayMs } from '../rules.ts'
import type { DeliveryRow, EndpointRow } from '../store.ts'
import type { Attempt } from './attempt.ts'

/** What attempts at an endpoint come to, in the order in which they ended. */
export interface Outcome {
  failingSince: number | null
  succeededAt: number | null
  /** The receiver said that it is gone for good (410). */
  isGone: boolean
  /** Nothing but failures for so long that it is given up (D90). */
  isExpired: boolean
  /** What is tried again. */
  retries: DeliveryRow[]
}

export function outcomeOf(ctx: Ctx<never>, endpoint: EndpointRow, attempts: readonly Attempt[]): Outcome {
  const outcome: Outcome = {
    failingSince: endpoint.failing_since,
    succeededAt: endpoint.succeeded_at,
    isGone: false,
    isExpired: false,
    retries: [],
  }
  for (const one of attempts) {
    if (one.succeeded) {
      outcome.failingSince = null
      outcome.succeededAt = one.finishedAt
    } else {
      outcome.failingSince ??= one.finishedAt
      outcome.isGone ||= one.status === 410
      outcome.isExpired ||= isExpired(outcome.failingSince, one.finishedAt)
    }
    const delay = one.succeeded || one.status === 410 ? undefined : delayAfter(ctx, one)
    if (delay !== undefined)
      outcome.retries.push({
        endpoint_id: endpoint.endpoint_id,
        event_id: one.message.id,
        attempts: one.message.attempt,
        next_at: one.finishedAt + delay,
      })
  }
  return outcome
}

function delayAfter(ctx: Ctx<never>, one: Attempt): number | undefined {
  return retryDelayMs(
    one.message.attempt,
    ctx.ids.chance(),
    retryAfterMs(one.status, one.retryAfter, one.finishedAt),
  )
}
