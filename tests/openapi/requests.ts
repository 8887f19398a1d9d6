import { readFileSync } from 'node:fs'

/** Requests made from docs/openapi.json alone: what somebody would send who has nothing but the document. */

export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  format?: string
  pattern?: string
  minimum?: number
  minLength?: number
  minItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  if?: { properties: Record<string, Schema> }
  else?: { required: string[] }
  oneOf?: { required?: string[] }[]
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
}

interface Response {
  description: string
  content?: Record<string, unknown>
}

export interface Operation {
  operationId: string
  method: string
  path: string
  security: object[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, Response>
}

interface Document {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>
  components: { schemas: Record<string, Schema> }
}

export const DOCUMENT = new URL('../../docs/openapi.json', import.meta.url)

const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Document

/** What removes comes after what uses it, and what ends the access that everything is tried with comes last. */
const rank = ({ operationId, method }: { operationId: string; method: string }): number =>
  operationId === 'account.remove' ? 2 : Number(method === 'DELETE' || operationId === 'privacy.erase')

export const operations: readonly Operation[] = Object.entries(document.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
  .sort((a, b) => rank(a) - rank(b))

/** What is left out where it need not be there, or everything that can be said. */
export type Amount = 'minimal' | 'full'

/** What a name stands for, such as the id of a lock; undefined where only the schema counts. */
export type Known = (name: string) => string | number | undefined

export interface MadeRequest {
  /** With the parameters of path and query. */
  url: string
  path: Record<string, string | number>
  query: Record<string, unknown>
  body: unknown
}

export function requestOf(operation: Operation, amount: Amount, known: Known): MadeRequest {
  const of = (where: Parameter['in']) =>
    Object.fromEntries(
      (operation.parameters ?? [])
        .filter((parameter) => parameter.in === where && (parameter.required || amount === 'full'))
        .map(({ name, schema }) => [name, valueFor(schema, name, amount, known)]),
    )
  const path = of('path') as Record<string, string | number>
  const query = of('query')
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(path[name])),
  )
  const { requestBody } = operation
  const schema = requestBody?.content['application/json']?.schema
  const isSent = schema && (requestBody?.required || schema.oneOf || amount === 'full')
  return {
    url: search.size > 0 ? `${filled}?${search}` : filled,
    path,
    query,
    body: isSent ? valueFor(schema, '', amount, known) : undefined,
  }
}

function valueFor(schema: Schema, name: string, amount: Amount, known: Known): unknown {
  if (schema.$ref) return valueFor(namedSchema(schema.$ref), name, amount, known)
  if (schema.const !== undefined) return schema.const
  const meant = known(name)
  // The same name may stand for something else elsewhere.
  if (meant !== undefined && (schema.enum?.includes(meant) ?? true)) return meant
  const said = schema.enum?.[0] ?? schema.examples?.[0] ?? schema.default
  if (said !== undefined) return said
  const [first] = schema.anyOf ?? []
  if (first) return valueFor(first, name, amount, known)
  return valueOfType(schema, name, amount, known)
}

function valueOfType(schema: Schema, name: string, amount: Amount, known: Known): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') return objectOf(schema, amount, known)
  if (type === 'array') return listOf(schema, name, amount, known)
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1)
  return textOf(schema)
}

const namedSchema = (reference: string): Schema =>
  document.components.schemas[reference.split('/').at(-1) as string] as Schema

function objectOf(schema: Schema, amount: Amount, known: Known): Record<string, unknown> {
  const chosen = schema.oneOf?.[0]?.required ?? []
  const required = new Set([...(schema.required ?? []), ...(schema.else?.required ?? []), ...chosen])
  const left = new Set(schema.oneOf?.slice(1).flatMap((other) => other.required ?? []))
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name]) => required.has(name) || (amount === 'full' && !left.has(name)),
  )
  return Object.fromEntries(fields.map(([name, field]) => [name, valueFor(field, name, amount, known)]))
}

function listOf(schema: Schema, name: string, amount: Amount, known: Known): unknown[] {
  const count = Math.max(schema.minItems ?? 0, amount === 'full' ? 1 : 0)
  const single = name.replace(/s$/, '')
  return Array.from({ length: count }, () => valueFor(schema.items ?? {}, single, amount, known))
}

const FORMATS: Record<string, string> = {
  'date-time': '2030-05-12T14:45:40.629Z',
  date: '2030-05-12',
  email: 'somebody@example.com',
  uri: 'https://receiver.example/path',
}

function textOf({ format, pattern, minLength = 1 }: Schema): string {
  if (format && FORMATS[format]) return FORMATS[format]
  if (pattern?.includes('{24}')) return 'a'.repeat(24)
  if (pattern?.includes('0-9')) return '123456'
  return 'abcdefgh'.repeat(Math.ceil(minLength / 8) || 1).slice(0, Math.max(minLength, 8))
}

/** The refusals that the document has for a status. */
export const codesOf = (operation: Operation, status: number): string[] =>
  [...(operation.responses[status]?.description ?? '').matchAll(/`(\w+)`:/g)].map(
    ([, code]) => code as string,
  )
