import type {
  DecentralWebhook,
  WebhookAnswer,
  WebhookFeature,
  WebhookLog,
  WebhookMessage,
  WebhookStatus,
} from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import type { CallRecord } from '../../../platform/observe/call-record.ts'
import type { ListedLog } from './log-store.ts'
import type { EndpointRow } from './store.ts'

/** The secret is shown by the call that registers, and by no other (D35). */
export const present = (row: EndpointRow & { isEnded?: boolean }, secret?: string): DecentralWebhook => ({
  id: row.endpoint_id,
  ...(secret !== undefined && { secret }),
  webhookUrl: row.url,
  webhookFeatures: JSON.parse(row.features) as WebhookFeature[],
  status: row.isEnded ? 'DEACTIVATED' : (row.status as WebhookStatus),
  apiKeyId: row.api_key_id,
  creationDate: toWireDate(row.created_at),
})

/** `response` is what was posted to the receiver; its body is gone once the event is (4.5). */
export const presentLog = (
  row: ListedLog & { call: CallRecord | undefined; answer: WebhookAnswer | undefined },
): WebhookLog => ({
  id: row.id,
  apiKeyId: row.api_key_id,
  accountId: row.account_id,
  ...(row.request_id !== null && { requestId: row.request_id }),
  succeeded: row.succeeded === 1,
  ...(row.response_status !== null && { responseStatus: row.response_status }),
  duration: row.duration,
  ...(row.call && { request: row.call as WebhookMessage }),
  response: {
    headers: JSON.parse(row.headers) as Record<string, string>,
    ...(row.payload !== null && { body: JSON.parse(row.payload) as NonNullable<WebhookMessage['body']> }),
    timestamp: toWireDate(row.created_at),
    path: row.url,
  },
  ...(row.answer && { answer: row.answer }),
  created: toWireDate(row.created_at),
  updated: toWireDate(row.updated_at),
  ...(row.event_id !== null && { eventId: row.event_id }),
  attempt: row.attempt,
  webhookId: row.endpoint_id,
})
