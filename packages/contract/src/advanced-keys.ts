import Type, { type Static } from 'typebox'
import { WEBHOOK_FEATURES } from './events.ts'
import { alias, DateTime, Description, IntId, MailAddress, Name, StringEnum, Url } from './fields.ts'
import { route } from './route.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

export const ADVANCED_KEY_TYPES = [
  'ONLY_SECRET',
  'SHORT_RENTAL',
  'HEALTHCARE',
  'SMART_HOME',
  'OTHER',
] as const
export type AdvancedKeyType = (typeof ADVANCED_KEY_TYPES)[number]

export const ADVANCED_KEY_STATUSES = ['INACTIVE', 'APPLIED', 'TESTING', 'ACTIVE'] as const
export type AdvancedKeyStatus = (typeof ADVANCED_KEY_STATUSES)[number]

export const WEBHOOK_STATUSES = ['ACTIVE', 'DEACTIVATED'] as const
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]

const Features = Type.Array(StringEnum(WEBHOOK_FEATURES), { uniqueItems: true })

const company = {
  name: Name,
  country: Name,
  description: Type.String({ ...Description, minLength: 1 }),
  url: Url,
  email: MailAddress,
  type: StringEnum(ADVANCED_KEY_TYPES),
}

const webhook = {
  webhookUrl: Type.Optional(alias('webhook_url', Url)),
  webhookFeatures: Type.Optional(alias('webhook_features', Features)),
}

/** An advanced API key (4.3): a company's application for a client secret and a central webhook. */
export const AdvancedApiKey = Type.Object({
  ...company,
  webhookUrl: Type.Optional(Type.String()),
  webhookFeatures: Type.Optional(Type.Array(StringEnum(WEBHOOK_FEATURES))),
  restricted: Type.Boolean(),
  webhookStatus: Type.Optional(StringEnum(WEBHOOK_STATUSES)),
  secret: Type.Optional(
    Type.String({
      description:
        'OAuth client secret and key of the central webhook, shown once: in the first answer to an API token that may apply for advanced keys, while TESTING or ACTIVE (D244)',
    }),
  ),
  status: StringEnum(ADVANCED_KEY_STATUSES),
  creationDate: DateTime,
  updateDate: DateTime,
})
export type AdvancedApiKey = Static<typeof AdvancedApiKey>

/** How long the secret before counts beside a new one (D123). */
export const OverlapHours = Type.Optional(Type.Integer({ minimum: 0, maximum: 168, default: 24 }))

const params = Type.Object({ apiKeyId: IntId })
const access = { scopes: ['account'] } as const

export const advancedKeys = {
  get: route({
    number: 5,
    method: 'GET',
    path: '/api/key/{apiKeyId}/advanced',
    summary: 'Read the advanced key of an API key',
    access,
    roles: 'own',
    params,
    returns: AdvancedApiKey,
  }),
  apply: route({
    number: 6,
    method: 'PUT',
    path: '/api/key/{apiKeyId}/advanced',
    summary: 'Apply for an advanced key',
    access,
    roles: 'own',
    params,
    body: Type.Object({
      ...company,
      ...webhook,
      restricted: Type.Optional(Type.Boolean({ default: false })),
      ...stepUpFields,
    }),
    lasting: true,
    errors: ['advanced_key_exists', 'url_not_allowed', ...STEP_UP_ERRORS],
  }),
  update: route({
    number: 7,
    method: 'POST',
    path: '/api/key/{apiKeyId}/advanced',
    summary: 'Change URL and features of the central webhook',
    access,
    roles: 'own',
    params,
    update: true,
    body: Type.Object({ ...webhook, ...stepUpFields }),
    lasting: true,
    errors: ['url_not_allowed', ...STEP_UP_ERRORS],
  }),
  remove: route({
    number: 8,
    method: 'DELETE',
    path: '/api/key/{apiKeyId}/advanced',
    summary: 'Delete the advanced key, its secret and its central webhook',
    access,
    roles: 'own',
    params,
  }),
  replaceSecret: route({
    method: 'POST',
    path: '/api/key/{apiKeyId}/advanced/secret',
    summary: 'Give an advanced key in use a new secret; the old one counts as well for a while',
    access,
    roles: 'own',
    params,
    body: Type.Object({ overlapHours: OverlapHours, ...stepUpFields }),
    lasting: true,
    returns: AdvancedApiKey,
    errors: STEP_UP_ERRORS,
  }),
  reactivate: route({
    number: 9,
    method: 'POST',
    path: '/api/key/{apiKeyId}/advanced/reactivate',
    summary: 'Switch a deactivated central webhook on again',
    access,
    roles: 'own',
    params,
  }),
}
