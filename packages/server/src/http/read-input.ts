import { isDeepStrictEqual } from 'node:util'
import { needsBody, type Route } from '@latchwork/contract'
import { AppError, fail } from '../platform/app-error.ts'
import type { JsonSchema } from './json-schema.ts'
import { Issues, isObject, readObject, readValue } from './read-value.ts'
import { onlyUnknownFields } from './unknown-fields.ts'

type Fields = Record<string, unknown>

const MAX_DEPTH = 32

/** Parses a request body (D7). An empty one counts as none, whatever its content type, and so does a bare null. */
export function parseBody(raw: Buffer | undefined, contentType: string | undefined): unknown {
  if (!raw || raw.length === 0) return undefined
  const isForm = contentType !== undefined && FORM.test(contentType)
  if (contentType !== undefined && !isForm && !JSON_TYPE.test(contentType)) refuseType(contentType)
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw))
  } catch {
    // Who says it is a form and sends one is told what to send; who sends JSON all the same is understood (D7).
    if (isForm) refuseType(contentType)
    fail('invalid_json')
  }
  if (isDeeperThan(body, MAX_DEPTH))
    fail('invalid_json', { message: `The request body is nested deeper than ${MAX_DEPTH} levels.` })
  return body ?? undefined
}

/** What `curl --data` says of whatever it sends. */
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i
const JSON_TYPE = /^application\/json\s*(;|$)/i

const refuseType = (contentType: string): never =>
  fail('unsupported_media_type', {
    message: `Send the request body as application/json, not ${printable(contentType)}.`,
  })

const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 100)

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some((entry) => isDeeperThan(entry, levels - 1))
}

/** Path parameters; an id of the wrong form cannot name anything, so it is 404 like a missing one (D6). */
export function readParams(schema: JsonSchema | undefined, raw: Fields): Fields {
  if (!schema) return {}
  const issues = new Issues()
  const params = readObject(schema, raw, '', issues, 'create')
  if (issues.list.length > 0) fail('not_found')
  return params
}

/** Query parameters: text becomes what the schema says; lists are comma separated or repeated (D17). */
export function readQuery(schema: JsonSchema | undefined, raw: Fields, issues: Issues): Fields {
  if (!schema) return {}
  return readObject(schema, coerceQuery(schema, raw, issues), 'query', issues, 'create')
}

function coerceQuery(schema: JsonSchema, raw: Fields, issues: Issues): Fields {
  const coerced: Fields = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    for (const key of [name, property['x-alias']]) {
      if (key !== undefined && Object.hasOwn(raw, key))
        coerced[key] = coerce(property, raw[key], `query.${key}`, issues)
    }
  }
  return coerced
}

function coerce(schema: JsonSchema, value: unknown, path: string, issues: Issues): unknown {
  if (schema.type === 'array')
    return [value].flat().flatMap((text) => (text === '' ? [] : String(text).split(',')))
  if (Array.isArray(value)) {
    const [first, ...others] = value
    if (others.some((other) => other !== first)) issues.add(path, 'must be given once')
    return coerce(schema, first, path, issues)
  }
  // Clients in other languages write True and FALSE (D9).
  if (schema.type === 'boolean' && /^(true|false)$/i.test(String(value))) return /^true$/i.test(String(value))
  if (schema.type === 'number' && /^-?\d+(\.\d+)?$/.test(String(value))) return Number(value)
  return value
}

/**
 * The body as the handler gets it. `current` is the stored object of an update, as the wire shows it (D9, D11).
 */
export function readBody(
  route: Route,
  body: unknown,
  query: Fields,
  issues: Issues,
  current?: Fields,
): unknown {
  const schema = route.body as JsonSchema | undefined
  if (!schema) return undefined
  if (schema.type !== 'object') return readList(schema, body, issues)
  // Some languages cannot tell an empty object from an empty array.
  const sent = Array.isArray(body) && body.length === 0 ? undefined : body
  const merged = withQueryFields(schema, sent, query, issues)
  if (merged === undefined && needsBody(route)) fail('body_required')
  const fields = merged ?? {}
  if (!isObject(fields))
    fail('invalid_parameter', { errors: [{ path: '', message: 'the body must be a JSON object' }] })
  const read = readObject(schema, fields, '', issues, route.update ? 'update' : 'create', current)
  if (issues.list.length === 0)
    for (const path of onlyUnknownFields(schema, fields)) issues.add(path, NOTHING_TO_DO)
  return read
}

function readList(schema: JsonSchema, body: unknown, issues: Issues): unknown {
  if (body === undefined) fail('body_required')
  const read = readValue(schema, body, '', issues)
  if (issues.list.length === 0) refuseEmptyEntries(schema, body, issues)
  return read
}

/** Of a list of changes each entry is a change. */
function refuseEmptyEntries({ items }: JsonSchema, body: unknown, issues: Issues): void {
  if (!items?.['x-update'] || !Array.isArray(body)) return
  for (const [i, entry] of body.entries())
    for (const path of onlyUnknownFields(items, entry)) issues.add(`[${i}].${path}`, NOTHING_TO_DO)
}

const NOTHING_TO_DO = 'is not a field that this operation takes, and nothing else was sent'

/** Some fields may travel in the query instead (D17); given twice with different values they are refused. */
function withQueryFields(schema: JsonSchema, body: unknown, query: Fields, issues: Issues): unknown {
  const properties = Object.entries(schema.properties ?? {}).filter(([, p]) => p['x-or-in-query'])
  if (properties.length === 0 || (body !== undefined && !isObject(body))) return body
  const fromQuery = coerceQuery({ properties: Object.fromEntries(properties) }, query, issues)
  for (const [name, value] of Object.entries(fromQuery)) {
    const inBody = body?.[name]
    if (inBody !== undefined && inBody !== null && !isDeepStrictEqual(String(inBody), String(value))) {
      issues.conflicting = true
      issues.add(name, 'differs between query and body')
    }
  }
  return Object.keys(fromQuery).length > 0 ? { ...fromQuery, ...body } : body
}

/** The one error that names everything that is wrong with a request. */
export function refusalOf(issues: Issues): AppError {
  const [first] = issues.list
  const message = issues.list.length === 1 && first ? `${first.path} ${first.message}`.trim() : undefined
  return new AppError(issues.conflicting ? 'conflicting_alias' : 'invalid_parameter', {
    ...(message ? { message } : {}),
    errors: issues.list,
  })
}
