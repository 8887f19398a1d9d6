import { isDeepStrictEqual } from 'node:util'
import type { Issue } from '@latchwork/contract'
import { isDay, readDateTime } from '../platform/date-time.ts'
import { type JsonSchema, ruleOf } from './json-schema.ts'

/** Collects everything that is wrong with one request (D9: all problems at once). */
export class Issues {
  readonly list: Issue[] = []
  /** Two names for one parameter disagreed; that has its own error code. */
  conflicting = false

  add(path: string, message: string): undefined {
    // A hostile body must not make us write a megabyte of complaints.
    if (this.list.length < 100) this.list.push({ path, message })
    return undefined
  }
}

/** How an object is read: `create` fills in defaults, `update` takes what is there. */
export type Mode = 'create' | 'update'

type Fields = Record<string, unknown>

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const join = (path: string, name: string) => (path ? `${path}.${name}` : name)

/** Reads one JSON value by its schema: strict types, but digit strings for integers (D9). */
export function readValue(
  schema: JsonSchema,
  value: unknown,
  path: string,
  issues: Issues,
  mode: Mode = 'create',
): unknown {
  switch (schema.type) {
    case 'object':
      return isObject(value)
        ? readObject(schema, value, path, issues, schema['x-update'] ? 'update' : mode)
        : issues.add(path, ruleOf(schema))
    case 'array':
      return readArray(schema, value, path, issues)
    case 'integer':
      return readNumber(schema, integerFrom(value), path, issues)
    case 'number':
      return readNumber(schema, typeof value === 'number' ? value : undefined, path, issues)
    case 'boolean':
      return booleanFrom(value) ?? issues.add(path, ruleOf(schema))
    case 'string':
      return readString(schema, value, path, issues)
    default:
      return value
  }
}

/** Some clients write truth values as text, also as True and FALSE (D9). */
function booleanFrom(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string' || !/^(true|false)$/i.test(value)) return undefined
  return value.toLowerCase() === 'true'
}

function integerFrom(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : undefined
}

function readNumber(
  schema: JsonSchema,
  value: number | undefined,
  path: string,
  issues: Issues,
): number | undefined {
  const fits =
    value !== undefined &&
    value >= (schema.minimum ?? Number.NEGATIVE_INFINITY) &&
    value <= (schema.maximum ?? Number.POSITIVE_INFINITY) &&
    (!schema.enum || schema.enum.includes(value))
  if (!fits) return issues.add(path, ruleOf(schema))
  return schema['x-cut'] === undefined ? value : Math.min(value, schema['x-cut'])
}

const patterns = new Map<string, RegExp>()

function matches(pattern: string, value: string): boolean {
  // Patterns come from the contract, never from a request, so the map stays small.
  const expression = patterns.get(pattern) ?? new RegExp(pattern, 'u')
  patterns.set(pattern, expression)
  return expression.test(value)
}

function readString(schema: JsonSchema, given: unknown, path: string, issues: Issues): string | undefined {
  if (typeof given !== 'string') return issues.add(path, ruleOf(schema))
  // Half a surrogate pair is stored as U+FFFD: told apart until then, two names would turn out to be one.
  const value = given.toWellFormed()
  // Lengths count characters, not UTF-16 units.
  const length = schema.minLength === undefined && schema.maxLength === undefined ? 0 : [...value].length
  const fits =
    length >= (schema.minLength ?? 0) &&
    length <= (schema.maxLength ?? Number.POSITIVE_INFINITY) &&
    (!schema.enum || schema.enum.includes(value)) &&
    (!schema.pattern || matches(schema.pattern, value))
  if (!fits) return issues.add(path, ruleOf(schema))
  if (value.includes('\0')) return issues.add(path, 'must not contain a NUL character')
  if (schema.format !== 'date-time' || (schema['x-or-day'] && isDay(value))) return value
  return readDateTime(value) ?? issues.add(path, ruleOf(schema))
}

function readArray(schema: JsonSchema, value: unknown, path: string, issues: Issues): unknown[] | undefined {
  if (!Array.isArray(value)) return issues.add(path, ruleOf(schema))
  if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY)) {
    return issues.add(path, ruleOf(schema))
  }
  const before = issues.list.length
  const entries = value.map((entry, i) => readValue(schema.items ?? {}, entry, `${path}[${i}]`, issues))
  // Entries that could not be read are no longer told apart.
  if (issues.list.length > before) return undefined
  if (schema.uniqueItems && new Set(entries.map((e) => JSON.stringify(e))).size < entries.length) {
    return issues.add(path, 'must not name the same entry twice')
  }
  return entries
}

/**
 * Reads the fields an object schema knows; unknown ones are ignored (D8). With `current`, the object as stored:
 * a value equal to the stored one always passes and counts as no change (D9).
 */
export function readObject(
  schema: JsonSchema,
  raw: Fields,
  path: string,
  issues: Issues,
  mode: Mode,
  current?: Fields,
): Fields {
  if (schema.patternProperties) return readMap(schema, raw, path, issues)
  const result: Fields = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    // Of an object inside an update only what changes is sent; the update itself may want fields (D10).
    // A nested object that is not stored yet has to be complete (D249).
    const isWhole = mode === 'create' || path === '' || schema['x-update'] === true || !current
    const isRequired = isWhole && (schema.required?.includes(name) ?? false)
    const given = givenValue(raw, name, property, path, issues)
    const value = isUnsetDate(property, given) ? null : given
    const read = readField({
      property,
      value,
      path: join(path, name),
      issues,
      mode,
      isRequired,
      stored: current?.[name],
    })
    if (read !== undefined) result[name] = read
  }
  return result
}

function readMap(schema: JsonSchema, raw: Fields, path: string, issues: Issues): Fields {
  const [entry = {}] = Object.values(schema.patternProperties ?? {})
  // Built from entries so that a key such as __proto__ stays a plain key.
  return Object.fromEntries(
    Object.entries(raw).map(([key, value]) => [
      key,
      value === null ? null : readValue(entry, value, join(path, key), issues),
    ]),
  )
}

/** Looks a field up by its name and by the alias interface.md prints (D16). */
function givenValue(raw: Fields, name: string, property: JsonSchema, path: string, issues: Issues): unknown {
  const own = Object.hasOwn(raw, name) ? raw[name] : undefined
  const alias = property['x-alias']
  if (!alias || !Object.hasOwn(raw, alias)) return own
  if (own !== undefined && !isDeepStrictEqual(own, raw[alias])) {
    issues.conflicting = true
    issues.add(join(path, name), `differs from its alias ${alias}`)
  }
  return own ?? raw[alias]
}

interface Field {
  property: JsonSchema
  value: unknown
  path: string
  issues: Issues
  mode: Mode
  isRequired: boolean
  stored: unknown
}

function readField(field: Field): unknown {
  const { property, value, path, issues, mode, stored } = field
  if (value === undefined || value === null) return readNothing(field)
  if (mode === 'update' && stored !== undefined && isSame(property, value, stored)) return undefined
  if (property.type === 'object' && isObject(value)) {
    return readObject(property, value, path, issues, mode, isObject(stored) ? stored : undefined)
  }
  return readValue(property, value, path, issues, mode)
}

/** What is left out, or null. */
function readNothing({ property, value, path, issues, mode, isRequired }: Field): unknown {
  if (value === null && mode === 'update' && property['x-clearable']) return null
  if (value === null && property['x-narrowing'])
    return issues.add(path, 'must be a list with what it is for; left out, it is for everything')
  if (isRequired) return issues.add(path, `is required: ${ruleOf(property)}`)
  return mode === 'update' ? undefined : ownCopy(property.default)
}

/** Whoever gets a list may change it. Most defaults are no list, and copying costs more than all else of a field. */
const ownCopy = (value: unknown): unknown => (typeof value === 'object' ? structuredClone(value) : value)

/** Generated clients write a date that nobody set as the first one they can (D134). */
const UNSET_DATES = new Set(['0001-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'])

const isUnsetDate = (property: JsonSchema, value: unknown): boolean =>
  property.format === 'date-time' &&
  property['x-clearable'] === true &&
  typeof value === 'string' &&
  UNSET_DATES.has(readDateTime(isDay(value) ? `${value}T00:00:00Z` : value) ?? '')

function isSame(property: JsonSchema, sent: unknown, stored: unknown): boolean {
  if (property.type === 'integer' && integerFrom(sent) === stored) return true
  if (property.type === 'boolean' && booleanFrom(sent) === stored) return true
  if (property.format === 'date-time' && typeof sent === 'string') return readDateTime(sent) === stored
  return isDeepStrictEqual(sent, stored)
}
