import type { Ctx } from '../../../../platform/context.ts'
import { isSecretHeader, maskHeaders } from '../../../../platform/observe/call-record.ts'
import type { EventRow } from '../../log/service.ts'
import type { NewLogRow } from '../log-store.ts'
import { isSuccess, signedHeaders } from '../rules.ts'
import type { EndpointRow } from '../store.ts'
import type { Target } from '../target.ts'
import { answerOf, sealAnswer } from './answer.ts'

/** One message for one endpoint. */
export interface Message {
  /** The event's id, or one of its own for a test; the same on every attempt (D88). */
  id: string
  body: string
  event?: EventRow
  attempt: number
}

export interface Attempt {
  message: Message
  succeeded: boolean
  status: number | undefined
  retryAfter: string | undefined
  error: string | undefined
  finishedAt: number
  log: NewLogRow
}

/** Posts a message once and says what came of it. Stores nothing. */
export async function attempt(
  ctx: Ctx<never>,
  endpoint: EndpointRow,
  { url, secret, oldSecret }: Pick<Target, 'url' | 'secret' | 'oldSecret'>,
  message: Message,
): Promise<Attempt> {
  const startedAt = ctx.clock.now()
  const { id, body } = message
  const headers = signedHeaders({ id, body, secret, oldSecret, timestamp: Math.floor(startedAt / 1000) })
  const result = await ctx.outbound.post({ url, headers, body, keepsAnswer: true })
  const finishedAt = ctx.clock.now()
  const succeeded = isSuccess(result.status)
  ctx.metrics.webhookAttempts.inc({ result: succeeded ? 'delivered' : 'failed' })
  const logId = ctx.ids.timeOrdered()
  const answer = result.answer && answerOf(result.answer, secretsIn(headers, [secret, oldSecret]))
  return {
    message,
    succeeded,
    status: result.status,
    retryAfter: result.retryAfter,
    error: result.error,
    finishedAt,
    log: {
      id: logId,
      account_id: endpoint.account_id,
      api_key_id: endpoint.api_key_id,
      endpoint_id: endpoint.endpoint_id,
      event_id: message.event?.id ?? null,
      event_account_id: endpoint.event_account_id,
      request_id: requestIdOf(message.event),
      attempt: message.attempt,
      succeeded: succeeded ? 1 : 0,
      response_status: result.status ?? null,
      duration: finishedAt - startedAt,
      url,
      headers: JSON.stringify(maskHeaders(headers)),
      answer_sealed: answer ? sealAnswer(ctx, logId, answer) : null,
      created_at: startedAt,
      updated_at: finishedAt,
    },
  }
}

/** What no log shows: the secrets and every signature made with them. */
const secretsIn = (headers: Record<string, string>, known: readonly (string | undefined)[]): string[] =>
  [
    ...known.filter((secret) => secret !== undefined && secret !== ''),
    ...Object.entries(headers)
      .filter(([name]) => isSecretHeader(name))
      .flatMap(([, value]) => value.split(' '))
      .map((signature) => signature.replace(/^v1,/, '')),
  ] as string[]

const requestIdOf = (event: EventRow | undefined): string | null =>
  event?.feature === 'CALLBACK' ? (JSON.parse(event.payload) as { requestId: string }).requestId : null
