import { SERVICE_IDS } from '@latchwork/contract'
import Type, { type Static, type TSchema } from 'typebox'
import { isNetwork } from '../platform/net/networks.ts'
import { namesProxies } from '../platform/net/trusted-proxies.ts'
import { decodeKey } from '../platform/security/key-file.ts'

/** Marks a setting whose value is never shown and may also come from a file (`…_FILE`). */
const SECRET = { 'x-secret': true }

/** A text with a rule that no JSON Schema keyword can say; the sentence is what operators read. */
const text = <O extends object>(rule: string, check: (value: string) => boolean, options: O) =>
  Type.Refine(Type.String({ 'x-rule': rule, ...options }), check)

const count = (fallback: number, description: string, range: { minimum?: number; maximum?: number } = {}) =>
  Type.Integer({ minimum: 1, maximum: 1_000_000, default: fallback, description, ...range })

const port = (fallback: number, description: string) =>
  count(fallback, `${description}; 0 takes any free one`, { minimum: 0, maximum: 65_535 })

const flag = (description: string, fallback = false) => Type.Boolean({ default: fallback, description })

const host = (description: string) =>
  text('a host name or an IP address', (value) => /^[^\s/]+$/.test(value), {
    default: '127.0.0.1',
    description,
  })

const hasScheme =
  (...schemes: string[]) =>
  (value: string) =>
    schemes.includes(URL.parse(value)?.protocol.slice(0, -1) ?? '')

function isPublicUrl(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && hasScheme('http', 'https')(value) && !url.username && !url.search && !url.hash
}

/** What this process listens with. */
export const LISTENERS = ['http', 'mqtt'] as const
const LISTENERS_RULE = 'a comma list of http, mqtt'

const MINUTES_OF_DAY = { minimum: 0, maximum: 1439 }

const isServiceId = (value: string): boolean => SERVICE_IDS.some((id) => id === value)
/** The mail feature reads it; here it only has to have one address in the right place. */
const isSender = (value: string): boolean =>
  /^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)

const isAppleId = (value: string): boolean => /^[A-Z0-9]{10}$/.test(value)

const isOrigin = (value: string): boolean => isPublicUrl(value) && URL.parse(value)?.origin === value

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}

/**
 * Every setting, once. Its place is its name: `http.port` is LATCHWORK_HTTP_PORT in the environment. The table in
 * docs/operations.md and .env.example are printed from here.
 */
export const Settings = Type.Object({
  http: Type.Object({
    host: host('Address the API listens on; 0.0.0.0 opens it to other machines'),
    port: port(8080, 'Port the API listens on'),
    maxRequests: count(
      1000,
      'Requests answered at the same time, a quarter of them for one IP address (IPv6: one /64); more are told to come back (503)',
    ),
    maxConnections: count(4096, 'Connections to the API at the same time; more are closed at once'),
    maxConnectionsPerAddress: count(
      256,
      'Connections to the API from one IP address (IPv6: one /64), trusted proxies apart; 0 switches the limit off',
      { minimum: 0 },
    ),
  }),
  publicUrl: Type.Optional(
    text('an http or https URL without user, query or fragment', isPublicUrl, {
      'x-default': 'host and port',
      description:
        'Where clients reach the API, when a proxy stands before it; mails link to the console there',
    }),
  ),
  tls: Type.Object({
    certFile: Type.Optional(
      text('the path of a PEM file', (value) => value.length > 0, {
        'x-default': 'no TLS',
        description:
          'Certificate of this service, with those between it and its authority; read again when it changes',
      }),
    ),
    keyFile: Type.Optional(
      text('the path of a PEM file', (value) => value.length > 0, {
        'x-default': 'no TLS',
        description: 'Private key of that certificate, without a passphrase; read again when it changes',
      }),
    ),
    listeners: Type.Array(Type.Enum([...LISTENERS]), {
      default: [...LISTENERS],
      'x-rule': LISTENERS_RULE,
      description: 'Who speaks TLS once both files are set: the API, the embedded broker',
    }),
  }),
  allowPlain: Type.Array(Type.Enum([...LISTENERS]), {
    default: [],
    'x-rule': LISTENERS_RULE,
    description:
      'Who may listen without TLS on an address other machines reach; tokens and door codes then travel in clear text',
  }),
  dataDir: text('the path of a directory', (value) => value.length > 0, {
    default: './data',
    description: 'Directory of the SQLite file and of the key file',
  }),
  database: Type.Object({
    url: Type.Optional(
      text('a postgres:// or postgresql:// URL', hasScheme('postgres', 'postgresql'), {
        ...SECRET,
        'x-default': 'SQLite',
        description: 'PostgreSQL to use instead of SQLite; data is not moved from one to the other',
      }),
    ),
    poolSize: count(10, 'PostgreSQL connections per process', { maximum: 1000 }),
  }),
  mqtt: Type.Object({
    url: Type.Optional(
      text('an mqtt:// or mqtts:// URL', hasScheme('mqtt', 'mqtts'), {
        ...SECRET,
        'x-default': 'the embedded broker',
        description: 'External MQTT 5 broker to use instead of the embedded one',
      }),
    ),
    accountsDir: Type.Optional(
      text('the path of a directory', (value) => value.length > 0, {
        'x-default': 'not written',
        description: 'Directory in which password and ACL files for an external Mosquitto are kept',
      }),
    ),
    caFile: Type.Optional(
      text('the path of a PEM file', (value) => value.length > 0, {
        'x-default': 'the public ones only',
        description: 'Further certificate authorities that an external broker may use',
      }),
    ),
    host: host('Address the embedded broker listens on'),
    port: port(1883, 'Port the embedded broker listens on'),
    maxConnections: count(20_000, 'Connections to the embedded broker at the same time'),
    maxConnectionsPerAddress: count(
      1000,
      'Connections to the embedded broker from one IP address (IPv6: one /64); 0 switches the limit off',
      { minimum: 0 },
    ),
    gateways: Type.Array(Type.Refine(Type.String(), isNetwork), {
      default: [],
      'x-rule': 'a comma list of networks (10.1.0.0/16, fd00::/8)',
      description:
        'Networks of gateways and TLS proxies through which many devices come; the limit per address does not hold for them',
    }),
    clientCaFile: Type.Optional(
      text('the path of a PEM file', (value) => value.length > 0, {
        'x-default': 'locks are not asked for certificates',
        description:
          "Authorities of locks' own certificates, for the embedded broker with TLS; read again when it changes",
      }),
    ),
    clientCertificates: Type.Enum(['optional', 'required'], {
      default: 'optional',
      description:
        'Whether a lock must show a certificate of those authorities; one that is shown must be right in any case, and the password is always needed',
    }),
  }),
  admin: Type.Object({
    email: text('a mail address', (value) => /^[^\s@]+@[^\s@]+$/.test(value), {
      default: 'owner@latchwork.local',
      description: 'Mail address of the first account; used on the first start only',
    }),
    password: Type.Optional(
      text('7 to 255 characters', (value) => value.length >= 7 && value.length <= 255, {
        ...SECRET,
        'x-default': 'generated',
        description: 'Password of the first account; used on the first start only',
      }),
    ),
    token: Type.Optional(
      text('32 to 255 letters, digits and -._~+/=', (value) => /^[A-Za-z0-9\-._~+/=]{32,255}$/.test(value), {
        ...SECRET,
        'x-default': 'generated',
        description: 'API token with all scopes for the first account; used on the first start only',
      }),
    ),
  }),
  secondFactor: Type.Enum(['off', 'operators', 'all'], {
    default: 'off',
    description:
      'Who must use a passkey or one-time passwords; until they have set one up they can do nothing else. API tokens are not asked',
  }),
  signUp: flag('Let anybody open an account with `PUT /account`'),
  sandbox: flag('Simulated locks beside the real ones; on under `npm start`'),
  secretKey: Type.Optional(
    text('32 bytes as base64 or hex', (value) => decodeKey(value) !== undefined, {
      ...SECRET,
      'x-default': '`secret.key` in the data directory, made on the first start',
      description: 'Key of the encrypted columns; the newest, when there are several',
    }),
  ),
  secretKeysOld: Type.Array(
    Type.Refine(Type.String(), (value) => decodeKey(value) !== undefined),
    {
      ...SECRET,
      default: [],
      'x-rule': 'a comma list of 32 bytes as base64 or hex',
      description:
        'Keys that columns may still be encrypted with, while LATCHWORK_SECRET_KEY takes their place',
    },
  ),
  log: Type.Object({
    level: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      default: 'info',
      description: 'Least important kind of log line that is written',
    }),
  }),
  metrics: Type.Object({ open: flag('Answer `/metrics` to other machines, not only to this one') }),
  trustProxy: text(
    'the number of proxies before the service (1) or a comma list of their addresses and networks (127.0.0.1, 10.1.0.0/16); on or true does not say whom to believe',
    namesProxies,
    {
      default: '',
      'x-default': 'none',
      description: 'Proxies whose `X-Forwarded-*` headers are believed, as far as they wrote them themselves',
    },
  ),
  corsOrigins: Type.Array(Type.Refine(Type.String(), isOrigin), {
    default: [],
    'x-rule': 'a comma list of origins (https://example.com)',
    description: 'Web pages of these origins may call the API; none switches CORS off',
  }),
  rate: Type.Object({
    tokenPerSecond: count(100, 'Requests a second per token; 0 switches the limit off', { minimum: 0 }),
    tokenBurst: count(1000, 'Requests at once per token, after a pause'),
    accountPerSecond: count(
      500,
      'Requests a second per account with its sub-accounts; 0 switches the limit off',
      { minimum: 0 },
    ),
    accountBurst: count(5000, 'Requests at once per account with its sub-accounts, after a pause'),
    ipPerSecond: count(20, 'Requests a second per IP address without a token; 0 switches the limit off', {
      minimum: 0,
    }),
    ipBurst: count(200, 'Requests at once per IP address without a token, after a pause'),
    devicePerSecond: count(20, 'Messages a second per lock; 0 switches the limit off', { minimum: 0 }),
    deviceBurst: count(
      600,
      'Messages at once per lock, after a pause; a lock that was away brings up to 500 events',
    ),
    deviceAccountPerSecond: count(
      500,
      'Messages a second of all locks of an account; 0 switches the limit off',
      { minimum: 0 },
    ),
    deviceAccountBurst: count(10_000, 'Messages at once of all locks of an account, after a pause'),
  }),
  quota: Type.Object({
    apiKeys: count(50, 'API keys per account'),
    tokensPerKey: count(200, 'Tokens per API key'),
    smartlocks: count(5000, 'Smartlocks per account'),
    accountUsers: count(20_000, 'Account users per account'),
    subAccounts: count(200, 'Sub-accounts per account'),
    addresses: count(5000, 'Addresses per account'),
    unitsPerAddress: count(1000, 'Units per address'),
    reservationsPerAddress: count(10_000, 'Reservations per address'),
    webhooksPerKey: count(20, 'Decentral webhooks per API key'),
    notifications: count(200, 'Notifications per account'),
    settingsPerNotification: count(100, 'Settings in one notification'),
    streamsPerToken: count(5, 'Event streams per token, in each process'),
    streamsPerAccount: count(50, 'Event streams per account with its sub-accounts, in each process'),
    mailsPerHour: count(
      50,
      'Mails an hour per account to addresses it chose: codes, invitations, notices of a new address',
    ),
  }),
  advancedKey: Type.Object({
    autoApprove: flag(
      'Accept applications for advanced API keys at once; off leaves them to the operator',
      true,
    ),
  }),
  action: Type.Object({
    ttlSeconds: count(10, 'A lock action not handed over by then is never executed', { maximum: 30 }),
    proofSeconds: count(30, 'A lock action handed over but not proven by then is called unknown', {
      maximum: 300,
    }),
  }),
  outbound: Type.Object({
    allowLoopback: flag(
      'Post to this machine, also over http and with certificates nobody signed; for tests, always on in the sandbox',
    ),
    networks: Type.Array(Type.Refine(Type.String(), isNetwork), {
      default: [],
      'x-rule': 'a comma list of networks (10.1.0.0/16, fd00::/8)',
      description: 'Networks that are not public and may be posted to all the same',
    }),
    caFile: Type.Optional(
      text('the path of a PEM file', (value) => value.length > 0, {
        'x-default': 'the public ones only',
        description: 'Further certificate authorities that receivers may use',
      }),
    ),
    timeoutSeconds: count(10, 'An answer to a delivery has to be there by then', { maximum: 10 }),
  }),
  stay: Type.Object({
    checkInTime: count(900, 'Check-in at addresses that name none, in minutes from midnight', MINUTES_OF_DAY),
    checkOutTime: count(
      660,
      'Check-out at addresses that name none, in minutes from midnight',
      MINUTES_OF_DAY,
    ),
    readinessHours: count(
      24,
      'Codes of guests who arrive within so many hours count for the readiness metric',
      {
        maximum: 720,
      },
    ),
  }),
  service: Type.Object({
    enabled: Type.Array(Type.Refine(Type.String(), isServiceId), {
      default: [...SERVICE_IDS],
      'x-rule': `a comma list of ${SERVICE_IDS.join(', ')}`,
      description: 'Services whose calendars can be linked',
    }),
    intervalMinutes: count(15, 'Minutes between two fetches of a linked calendar', { maximum: 10_080 }),
    changeBudgetPercent: count(
      30,
      'Percent of the reservations to come that may vanish from a calendar in one fetch; more pauses the link',
      { maximum: 100 },
    ),
  }),
  defaultTimeZone: text('an IANA time zone such as Europe/Berlin', isTimeZone, {
    default: 'UTC',
    description:
      'Zone of times of day and weekdays where an address names none; a lock without one is set to it where locks know it, and goes by UTC otherwise',
  }),
  smtp: Type.Object({
    url: Type.Optional(
      text('an smtp:// or smtps:// URL', hasScheme('smtp', 'smtps'), {
        ...SECRET,
        'x-default': 'mails are kept in the outbox',
        description: 'Mail server, with user name and password: smtp://user:password@mail.example.com:587',
      }),
    ),
    allowPlain: flag('Send mail in clear text to a server that does not offer TLS'),
    caFile: Type.Optional(
      text('the path of a PEM file', (value) => value.length > 0, {
        'x-default': 'the public ones only',
        description: 'Further certificate authorities that the mail server may use',
      }),
    ),
  }),
  mail: Type.Object({
    from: text('a mail address, alone or as Name <address>', isSender, {
      default: '',
      'x-default': 'none',
      description: 'Who mails are from; needed with `LATCHWORK_SMTP_URL`',
    }),
  }),
  fcm: Type.Object({
    credentialsFile: Type.Optional(
      text('the path of a JSON file', (value) => value.length > 0, {
        'x-default': 'no pushes to Android',
        description: 'Key file of a Firebase service account that may send messages',
      }),
    ),
    url: text('an http or https URL', hasScheme('http', 'https'), {
      default: 'https://fcm.googleapis.com',
      description: 'Where Firebase Cloud Messaging is reached; for tests',
    }),
  }),
  apns: Type.Object({
    keyFile: Type.Optional(
      text('the path of a p8 file', (value) => value.length > 0, {
        'x-default': 'no pushes to iOS',
        description: 'Signing key for the Apple Push Notification service; needs the three settings below it',
      }),
    ),
    keyId: text('10 letters and digits', isAppleId, {
      default: '',
      'x-default': 'none',
      description: 'Id of that key',
    }),
    teamId: text('10 letters and digits', isAppleId, {
      default: '',
      'x-default': 'none',
      description: 'Id of the team it belongs to',
    }),
    topic: text('a bundle id', (value) => /^[\w.-]+$/.test(value), {
      default: '',
      'x-default': 'none',
      description: 'Bundle id of the app that gets the pushes',
    }),
    url: text('an http or https URL', hasScheme('http', 'https'), {
      default: 'https://api.push.apple.com',
      description: 'Where the service is reached; https://api.sandbox.push.apple.com for development builds',
    }),
  }),
  audit: Type.Object({
    checkpointFile: Type.Optional(
      text('the path of a file', (value) => value.length > 0, {
        'x-default': 'not written',
        description:
          'File to which signed checkpoints of the audit log are added; put it where the database cannot be written from',
      }),
    ),
    checkpointMinutes: count(60, 'Minutes between two checkpoints of the audit log', { maximum: 10_080 }),
  }),
  retention: Type.Object({
    logDays: count(365, 'Days smartlock logs are kept', { maximum: 36_500 }),
    operationDays: count(30, 'Days operations are kept', { maximum: 36_500 }),
    eventDays: count(7, 'Days events are kept', { maximum: 36_500 }),
    mailDays: count(30, 'Days the record of a mail is kept', { maximum: 36_500 }),
    reservationDays: count(365, 'Days reservations are kept after their end', { maximum: 36_500 }),
  }),
})

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T

/** The settings of this process: complete, checked and unchangeable. */
export type Config = Frozen<Static<typeof Settings>>

/** What TypeBox prints of one setting. */
export type SettingSchema = TSchema & {
  type?: string
  enum?: string[]
  minimum?: number
  maximum?: number
  default?: unknown
  description?: string
  'x-rule'?: string
  'x-default'?: string
  'x-secret'?: boolean
}

export interface Setting {
  /** LATCHWORK_HTTP_PORT */
  readonly name: string
  /** ['http', 'port'] */
  readonly path: readonly string[]
  readonly schema: SettingSchema
}

const upperSnake = (word: string): string => word.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

function collect(schema: SettingSchema, path: readonly string[]): Setting[] {
  if (Type.IsObject(schema)) {
    return Object.entries(schema.properties).flatMap(([key, inner]) =>
      collect(inner as SettingSchema, [...path, key]),
    )
  }
  return [{ name: ['LATCHWORK', ...path.map(upperSnake)].join('_'), path, schema }]
}

/** All settings in the order of the schema. */
export const settings: readonly Setting[] = collect(Settings, [])

/** What a value must be, as the end of a sentence that begins with "must be". */
export function ruleOf(schema: SettingSchema): string {
  if (schema['x-rule']) return schema['x-rule']
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  if (schema.type === 'boolean') return 'true or false'
  return `a whole number from ${schema.minimum} to ${schema.maximum}`
}
