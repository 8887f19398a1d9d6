import Type, { type Static } from 'typebox'
import { DateTime, HexId, SmartlockId, StringEnum, Url } from './fields.ts'
import { LANGUAGES } from './languages.ts'
import { route } from './route.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

/** What a person can be alerted to (D183). */
export const ALERT_KINDS = [
  'opened',
  'leftOpen',
  'jammed',
  'batteryLow',
  'offline',
  'wrongCode',
  'arrival',
  'codeNotReady',
  'guestCodeFails',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** By which ways a person is alerted (D184). */
export const ALERT_CHANNELS = ['push', 'mail', 'ntfy', 'gotify', 'telegram', 'matrix'] as const
export type AlertChannelKind = (typeof ALERT_CHANNELS)[number]

/** One way to a person; never what opens it: addresses with keys in them and tokens stay with the service. */
export const AlertChannel = Type.Object({
  channelId: HexId,
  kind: StringEnum(ALERT_CHANNELS),
  name: Type.String(),
  state: StringEnum(['new', 'working', 'failing'], 'how the last attempt went'),
  error: Type.Optional(Type.String({ description: 'why it is failing' })),
  lastDate: Type.Optional(DateTime),
  fingerprint: Type.Optional(
    Type.String({ description: 'of push: SHA-256 of the endpoint, by which a browser finds its own' }),
  ),
})
export type AlertChannel = Static<typeof AlertChannel>

const Minute = Type.Integer({ minimum: 0, maximum: 1439, description: 'minutes after midnight' })
const Kinds = Type.Array(StringEnum(ALERT_KINDS), { uniqueItems: true, maxItems: ALERT_KINDS.length })

/** What a person wants to hear of, and when not (D183). */
export const AlertChoices = Type.Object({
  rules: Type.Array(
    Type.Object({
      smartlockId: Type.Optional(SmartlockId),
      kinds: Kinds,
    }),
    {
      maxItems: 500,
      description: 'by door; the rule without one is for all doors that have none of their own',
    },
  ),
  offlineMinutes: Type.Integer({
    minimum: 1,
    maximum: 1440,
    description: 'how long before `offline` is told',
  }),
  quiet: Type.Optional(
    Type.Object({
      from: Minute,
      until: Minute,
      except: Kinds,
    }),
  ),
  timeZone: Type.String({
    ...{ minLength: 1, maxLength: 64 },
    examples: ['Europe/Berlin'],
    description: 'IANA name; of the quiet hours',
  }),
})
export type AlertChoices = Static<typeof AlertChoices>

/** What a browser gets, decrypted, and others in their own form. */
export interface AlertMessage {
  /** The same on every attempt and in every channel. */
  alertId: string
  kind: AlertKind | 'test'
  smartlockId?: number
  title: string
  text: string
  date: string
  /** IANA name of the zone by whose clock the door or the house goes. */
  timeZone?: string
  /** Below the address of the console. */
  path: string
}

const access = { scopes: ['smartlock.log', 'notification'], right: 'viewLogs' } as const
const ChannelParams = Type.Object({ channelId: HexId })
const Key = Type.String({ minLength: 1, maxLength: 256, pattern: '^[A-Za-z0-9_-]+={0,2}$' })
const Token = Type.String({ minLength: 1, maxLength: 512, pattern: '^[\\x21-\\x7e]+$' })

export const alerts = {
  pushKey: route({
    method: 'GET',
    path: '/alert/push-key',
    summary: 'The public key with which a browser subscribes to Web Push (VAPID)',
    access,
    roles: 'own',
    returns: Type.Object({ publicKey: Type.String() }),
  }),
  channels: route({
    method: 'GET',
    path: '/alert/channel',
    summary: 'List the ways by which the calling person is alerted',
    access,
    roles: 'own',
    returns: Type.Array(AlertChannel),
  }),
  addChannel: route({
    method: 'PUT',
    path: '/alert/channel',
    summary: 'Add a way; the same browser, address or room again replaces what was there',
    access,
    roles: 'own',
    lasting: true,
    body: Type.Object({
      kind: StringEnum(ALERT_CHANNELS),
      name: Type.String({ minLength: 1, maxLength: 64 }),
      language: Type.Optional(StringEnum(LANGUAGES)),
      endpoint: Type.Optional(Type.String({ maxLength: 2048, description: 'push: of the subscription' })),
      p256dh: Type.Optional(Key),
      auth: Type.Optional(Key),
      url: Type.Optional(
        Type.String({ ...Url, description: 'ntfy: with the topic; Gotify, Matrix: of the server' }),
      ),
      token: Type.Optional(Token),
      room: Type.Optional(
        Type.String({ maxLength: 255, pattern: '^\\S+$', description: 'Telegram: chat; Matrix: room' }),
      ),
      ...stepUpFields,
    }),
    returns: AlertChannel,
    errors: ['quota_exceeded', 'url_not_allowed', ...STEP_UP_ERRORS],
  }),
  testChannel: route({
    method: 'POST',
    path: '/alert/channel/{channelId}/test',
    summary: 'Send a test alert by this way, quiet hours or not',
    access,
    roles: 'own',
    params: ChannelParams,
    repeatable: true,
    errors: ['quota_exceeded'],
  }),
  removeChannel: route({
    method: 'DELETE',
    path: '/alert/channel/{channelId}',
    summary: 'Remove a way',
    access,
    roles: 'own',
    params: ChannelParams,
  }),
  choices: route({
    method: 'GET',
    path: '/alert/choice',
    summary: 'What the calling person wants to be alerted to',
    access,
    roles: 'own',
    returns: AlertChoices,
  }),
  choose: route({
    method: 'PUT',
    path: '/alert/choice',
    summary: 'Replace what the calling person wants to be alerted to',
    access,
    roles: 'own',
    body: AlertChoices,
    returns: AlertChoices,
  }),
}
