import { hostileValue } from './hostile-values.ts'
import type { Random } from './random.ts'

/** The part of JSON Schema the contract uses. */
export interface Schema {
  readonly type?: string
  readonly properties?: Record<string, Schema>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly (string | number)[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly format?: string
  readonly pattern?: string
}

/** Ids that answers told, by the name of their field. */
export type KnownIds = ReadonlyMap<string, readonly (string | number)[]>

/** A value the field was made for, as far as the schema says what that is. */
export function goodValue(random: Random, schema: Schema, name: string, known: KnownIds): unknown {
  const ids = known.get(name)
  if (ids && ids.length > 0 && random.chance(0.8)) return random.pick(ids)
  if (schema.enum) return random.pick(schema.enum)
  switch (schema.type) {
    case 'integer':
    case 'number':
      return goodNumber(random, schema)
    case 'boolean':
      return random.chance(0.5)
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, random.below(3)) }, () =>
        goodValue(random, schema.items ?? {}, name.replace(/s$/, ''), known),
      )
    case 'object':
      return goodObject(random, schema, known)
    default:
      return goodText(random, schema, name)
  }
}

function goodNumber(random: Random, { minimum = 0, maximum = 1000 }: Schema): number {
  return random.pick([minimum, maximum, minimum + random.below(Math.min(maximum - minimum, 1_000_000) + 1)])
}

const TEXTS: Record<string, string> = {
  email: 'somebody@example.com',
  password: 'correct horse battery',
  currentPassword: 'correct horse battery',
  language: 'en',
  timeZone: 'Europe/Berlin',
  webhookUrl: 'https://receiver.example/hook',
  pushId: 'https://receiver.example/push',
  url: 'https://calendar.example/a.ics',
  otp: '123456',
}

function goodText(random: Random, schema: Schema, name: string): string {
  if (schema.format === 'date-time')
    return new Date(1_790_000_000_000 + random.below(1e9) * 100).toISOString()
  const known = TEXTS[name]
  if (known !== undefined) return name === 'email' ? `somebody${random.below(1e6)}@example.com` : known
  if (schema.pattern?.includes('0-9')) return String(100_000 + random.below(900_000))
  const { minLength = 1, maxLength = 20 } = schema
  return 'abcdefghij'
    .repeat(Math.ceil(minLength / 10) || 1)
    .slice(0, Math.max(Math.min(maxLength, 20), minLength))
}

function goodObject(random: Random, schema: Schema, known: KnownIds): Record<string, unknown> {
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) || random.chance(0.5),
  )
  return Object.fromEntries(entries.map(([name, field]) => [name, goodValue(random, field, name, known)]))
}

/** A good object in which some fields, at any depth, are not what they were made for. */
export function spoiltObject(random: Random, schema: Schema, known: KnownIds, spoils: number): unknown {
  let value = goodValue(random, { ...schema, type: schema.type ?? 'object' }, '', known)
  for (let i = 0; i < spoils; i++) value = spoil(random, value, schema)
  return value
}

function spoil(random: Random, value: unknown, schema: Schema): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.7)) {
    const at = random.below(value.length)
    return value.with(at, spoil(random, value[at], schema.items ?? {}))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return hostileValue(random)
  const names = [...new Set([...Object.keys(value), ...Object.keys(schema.properties ?? {})])]
  if (names.length === 0) return hostileValue(random)
  const name = random.pick(names)
  const inner = (value as Record<string, unknown>)[name]
  const isDeep = typeof inner === 'object' && inner !== null && random.chance(0.6)
  return {
    ...value,
    [name]: isDeep ? spoil(random, inner, schema.properties?.[name] ?? {}) : hostileValue(random),
  }
}
