import Type, { type Static, type TSchema } from 'typebox'
import { admin, advancedKey, quota, rate, secondFactor, signUp } from './settings/accounts.ts'
import { action, gateway, mqtt, sandbox } from './settings/devices.ts'
import { apns, fcm, mail, smtp } from './settings/messages.ts'
import {
  allowPlain,
  bridge,
  corsOrigins,
  http,
  metrics,
  otlp,
  outbound,
  publicUrl,
  tls,
  trustProxy,
} from './settings/network.ts'
import { defaultTimeZone, service, stay } from './settings/places.ts'
import {
  audit,
  backup,
  database,
  dataDir,
  log,
  retention,
  secretKey,
  secretKeysOld,
} from './settings/storage.ts'

/**
 * Every setting, once. Its place is its name: `http.port` is LATCHWORK_HTTP_PORT in the environment. The table in
 * docs/operations.md and .env.example are printed from here.
 */
export const Settings = Type.Object({
  http,
  publicUrl,
  tls,
  allowPlain,
  dataDir,
  database,
  mqtt,
  gateway,
  admin,
  secondFactor,
  signUp,
  sandbox,
  secretKey,
  secretKeysOld,
  backup,
  log,
  metrics,
  otlp,
  trustProxy,
  corsOrigins,
  bridge,
  rate,
  quota,
  advancedKey,
  action,
  outbound,
  stay,
  service,
  defaultTimeZone,
  smtp,
  mail,
  fcm,
  apns,
  audit,
  retention,
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
  /** A name that other programs have for it, which counts where ours is not set. */
  'x-also'?: string
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
