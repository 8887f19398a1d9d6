import Type, { type Static } from 'typebox'
import { OverlapHours, WEBHOOK_STATUSES } from './advanced-keys.ts'
import { WEBHOOK_FEATURES } from './events.ts'
import { alias, Confirmation, DateTime, HexId, IntId, Limit, orInQuery, StringEnum, Url } from './fields.ts'
import { route } from './route.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

/** A decentral webhook (4.4). */
export const DecentralWebhook = Type.Object({
  id: IntId,
  secret: Type.Optional(Type.String({ description: '64 hex digits; in the answer to PUT only (D35)' })),
  webhookUrl: Type.String(),
  webhookFeatures: Type.Array(StringEnum(WEBHOOK_FEATURES)),
  status: StringEnum(WEBHOOK_STATUSES),
  apiKeyId: IntId,
  creationDate: DateTime,
})
export type DecentralWebhook = Static<typeof DecentralWebhook>

/** A message of a delivery (4.5); signatures and authorization are masked. */
export const WebhookMessage = Type.Object({
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.Optional(Type.Object({}, { additionalProperties: true })),
  timestamp: Type.Optional(DateTime),
  path: Type.String({ description: 'full URL' }),
})
export type WebhookMessage = Static<typeof WebhookMessage>

/** What a receiver answered: the beginning, if it is text. Our own secrets and signatures in it are masked (D189). */
export const WebhookAnswer = Type.Object({
  body: Type.String({ maxLength: 2048 }),
  isCut: Type.Boolean({ description: 'there was more' }),
})
export type WebhookAnswer = Static<typeof WebhookAnswer>

/** One attempt to deliver (4.5). */
export const WebhookLog = Type.Object({
  id: HexId,
  apiKeyId: IntId,
  accountId: Type.Integer(),
  requestId: Type.Optional(HexId),
  succeeded: Type.Optional(Type.Boolean()),
  responseStatus: Type.Optional(Type.Integer({ description: 'absent when the receiver did not answer' })),
  duration: Type.Optional(Type.Integer({ description: 'milliseconds' })),
  request: Type.Optional(WebhookMessage),
  response: Type.Optional(WebhookMessage),
  answer: Type.Optional(WebhookAnswer),
  created: DateTime,
  updated: DateTime,
  eventId: Type.Optional(HexId),
  attempt: Type.Optional(Type.Integer()),
  webhookId: Type.Optional(IntId),
})
export type WebhookLog = Static<typeof WebhookLog>

const access = { scopes: ['webhook.decentral'] } as const
const ofKey = { scopes: ['account'] } as const
const WebhookParams = Type.Object({ id: IntId })
const LogQuery = Type.Object({ id: Type.Optional(HexId), limit: Limit(50, 100) })

export const webhooks = {
  list: route({
    number: 14,
    method: 'GET',
    path: '/api/decentralWebhook',
    summary: 'List the decentral webhooks of the API key',
    access,
    doors: 'handler',
    returns: Type.Array(DecentralWebhook),
  }),
  register: route({
    number: 15,
    method: 'PUT',
    path: '/api/decentralWebhook',
    summary: 'Register a decentral webhook, or change and reactivate the one with this URL',
    access,
    doors: 'handler',
    body: Type.Object({
      webhookUrl: alias('webhook_url', orInQuery(Url)),
      webhookFeatures: alias(
        'webhook_features',
        orInQuery(Type.Array(StringEnum(WEBHOOK_FEATURES), { minItems: 1, uniqueItems: true })),
      ),
      apiKeyId: Type.Optional(IntId),
      ...stepUpFields,
    }),
    returns: DecentralWebhook,
    errors: ['quota_exceeded', 'url_not_allowed', ...STEP_UP_ERRORS],
  }),
  remove: route({
    number: 16,
    method: 'DELETE',
    path: '/api/decentralWebhook/{id}',
    summary: 'Remove a decentral webhook',
    access,
    doors: 'handler',
    params: WebhookParams,
    returns: Confirmation,
  }),
  test: route({
    method: 'POST',
    path: '/api/decentralWebhook/{id}/test',
    summary: 'Post a test message; an answer of 2xx reactivates the webhook',
    access,
    doors: 'handler',
    params: WebhookParams,
    returns: Confirmation,
    repeatable: true,
  }),
  replaceSecret: route({
    method: 'POST',
    path: '/api/decentralWebhook/{id}/secret',
    summary: 'Give a decentral webhook a new secret; the old one signs as well for a while',
    access,
    roles: 'own',
    params: WebhookParams,
    body: Type.Object({ overlapHours: OverlapHours, ...stepUpFields }),
    returns: DecentralWebhook,
    errors: STEP_UP_ERRORS,
  }),
  logOf: route({
    method: 'GET',
    path: '/api/decentralWebhook/{webhookId}/log',
    summary: 'List delivery attempts of one webhook, newest first',
    access,
    doors: 'handler',
    // Not `id`, which the query has as well: generated clients could not tell the two apart.
    params: Type.Object({ webhookId: WebhookParams.properties.id }),
    query: LogQuery,
    returns: Type.Array(WebhookLog),
  }),
  logs: route({
    number: 17,
    method: 'GET',
    path: '/api/key/{apiKeyId}/webhook/logs',
    summary: 'List delivery attempts of an API key, newest first',
    access: ofKey,
    roles: 'own',
    params: Type.Object({ apiKeyId: IntId }),
    query: LogQuery,
    returns: Type.Array(WebhookLog),
  }),
  resend: route({
    method: 'POST',
    path: '/api/key/{apiKeyId}/webhook/logs/{id}/resend',
    summary: 'Deliver the event of a log entry once more',
    access: ofKey,
    roles: 'own',
    params: Type.Object({ apiKeyId: IntId, id: HexId }),
    errors: ['webhook_not_deliverable'],
  }),
}
