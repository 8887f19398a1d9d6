import { readFileSync } from 'node:fs'
import { Value } from 'typebox/value'
import type {} from './config/limits.ts'
import { type Config, ruleOf, type Setting, type SettingSchema, settings } from './config/settings.ts'
import { speaksTls, transportProblems } from './config/transport.ts'
import { StartupError } from './platform/startup-error.ts'

type Partly<T> = {
  [K in keyof T]?:
    | (T[K] extends readonly unknown[] ? T[K] : T[K] extends object ? Partly<T[K]> : T[K])
    | undefined
}

export type { Config } from './config/settings.ts'

/** Values that win over the environment: command line flags, tests. */
export type ConfigOverrides = Partly<Config>

type Env = Record<string, string | undefined>

/** Reads every setting; refuses to start with one list of everything that is wrong. */
export function loadConfig(env: Env, overrides: ConfigOverrides = {}): Config {
  const problems: string[] = []
  const config: Record<string, unknown> = {}
  for (const setting of settings) {
    const value = readSetting(setting, env, overrides, problems)
    if (value !== undefined) put(config, setting.path, value)
  }
  problems.push(...unknownNames(env))
  // What belongs together is looked at once each is right by itself.
  if (problems.length === 0) problems.push(...transportProblems(config as Config))
  if (problems.length > 0) {
    throw new StartupError(['These settings cannot be used:', ...problems].join('\n- '))
  }
  return deepFreeze(config) as Config
}

function readSetting(setting: Setting, env: Env, overrides: object, problems: string[]): unknown {
  const given = at(overrides, setting.path) ?? fromEnv(setting, env, problems)
  if (given === undefined) return setting.schema.default
  const value = typeof given === 'string' ? coerce(setting.schema, given) : given
  if (Value.Check(setting.schema, value)) return value
  const shown = setting.schema['x-secret'] ? '' : `, not ${JSON.stringify(given)}`
  problems.push(`${setting.name} must be ${ruleOf(setting.schema)}${shown}`)
  return undefined
}

/** A variable that is set but empty counts as not set: compose files pass them on like that. */
function fromEnv({ name, schema }: Setting, env: Env, problems: string[]): string | undefined {
  const direct = env[name] || undefined
  const elsewhere = (schema['x-also'] && env[schema['x-also']]) || undefined
  const file = schema['x-secret'] ? env[`${name}_FILE`] || undefined : undefined
  if (file === undefined) return direct ?? elsewhere
  if (direct !== undefined) {
    problems.push(`${name} and ${name}_FILE are both set; keep one`)
    return undefined
  }
  try {
    const content = readFileSync(file, 'utf8').trim()
    if (content === '') problems.push(`${name}_FILE names a file that is empty: ${file}`)
    return content || undefined
  } catch (error) {
    problems.push(`${name}_FILE names a file that cannot be read: ${(error as Error).message}`)
    return undefined
  }
}

const BOOLEANS: Record<string, boolean> = {
  true: true,
  1: true,
  on: true,
  false: false,
  0: false,
  off: false,
}

/** What cannot be coerced stays text, which the schema then refuses. */
function coerce(schema: SettingSchema, given: string): unknown {
  if (schema.type === 'boolean') return BOOLEANS[given.toLowerCase()] ?? given
  if (schema.type === 'integer') return /^-?\d+$/.test(given) ? Number(given) : given
  if (schema.type === 'array')
    return given
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  return given
}

/** A misspelled name would otherwise be a setting that silently does nothing. */
function unknownNames(env: Env): string[] {
  const known = new Set(
    settings.flatMap(({ name, schema }) => (schema['x-secret'] ? [name, `${name}_FILE`] : [name])),
  )
  return Object.keys(env)
    .filter((name) => name.startsWith('LATCHWORK_') && env[name] !== undefined && !known.has(name))
    .map((name) => `${name} is not a setting`)
}

const at = (from: object, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], from)

function put(into: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path
  if (rest.length === 0) {
    into[key] = value
    return
  }
  into[key] ??= {}
  put(into[key] as Record<string, unknown>, rest, value)
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFreeze)
  return Object.freeze(value)
}

/** Where clients reach the API: the setting, or the address the process really listens on. */
export function publicUrlOf(config: Config, listeningPort: number = config.http.port): string {
  if (config.publicUrl !== undefined) return config.publicUrl.replace(/\/+$/, '')
  const { host } = config.http
  // An address that means "every interface" is no address to connect to.
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const scheme = speaksTls(config, 'http') ? 'https' : 'http'
  return `${scheme}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${listeningPort}`
}

/**
 * Where people reach the console: only a set address is put into mails, because what a caller claims in a header may be
 * anybody's. The console is at home at the root of its origin, so behind a path there is no link to it.
 */
export function consoleUrlOf({ publicUrl }: Config): string | undefined {
  if (publicUrl === undefined || new URL(publicUrl).pathname !== '/') return undefined
  return new URL('/console', publicUrl).href
}
