import { openApiDocument } from '../../packages/server/src/http/openapi.ts'
import type { Random } from './random.ts'

/** The part of JSON Schema that the OpenAPI document uses. */
export interface DocumentSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Record<string, DocumentSchema>
  readonly required?: readonly string[]
  readonly items?: DocumentSchema
  readonly anyOf?: readonly DocumentSchema[]
  readonly oneOf?: readonly { readonly required?: readonly string[] }[]
  readonly else?: { readonly required?: readonly string[] }
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly format?: string
  readonly pattern?: string
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: DocumentSchema
}

/** One operation as the OpenAPI document describes it. */
export interface Operation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: { readonly required: boolean; readonly schema: DocumentSchema } | undefined
}

interface PrintedOperation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: { 'application/json': { schema: DocumentSchema } } }
}

const document = openApiDocument() as {
  paths: Record<string, Record<string, PrintedOperation>>
  components: { schemas: Record<string, DocumentSchema> }
}

/** All operations of the document, by `area.name`. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => [
      operationId,
      {
        operationId,
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody && {
          required: requestBody.required,
          schema: requestBody.content['application/json'].schema,
        },
      },
    ]),
  ),
)

/** Names one thing, such as `smartlockId`, that exists; undefined where only the schema counts. */
export type Existing = (name: string) => unknown

/** A schema without references. */
export const resolved = (schema: DocumentSchema): DocumentSchema =>
  schema.$ref ? resolved(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema

/** A value that is valid according to the document. */
export function validValue(
  random: Random,
  unresolved: DocumentSchema,
  name: string,
  existing: Existing,
): unknown {
  const schema = resolved(unresolved)
  if (schema.const !== undefined) return schema.const
  const types = [schema.type ?? []].flat()
  if (types.includes('null') && random.chance(0.15)) return null
  const known = existing(name)
  if (known !== undefined && isValid(schema, known) && random.chance(0.9)) return known
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf) return validValue(random, random.pick(schema.anyOf), name, existing)
  switch (types.find((type) => type !== 'null')) {
    case 'integer':
    case 'number':
      return numberOf(random, schema)
    case 'boolean':
      return random.chance(0.5)
    case 'array':
      return listOf(random, schema, name, existing)
    case 'object':
      return objectOf(random, schema, existing)
    default:
      return textOf(random, schema, name)
  }
}

/** Does a scalar fit where the document puts it? */
function isValid({ type, enum: values, minimum, maximum, pattern, anyOf }: DocumentSchema, value: unknown) {
  if (anyOf) return typeof value !== 'object'
  if (values && !values.includes(value)) return false
  const types = [type ?? []].flat()
  if (typeof value === 'number')
    return (
      types.some((one) => one === 'integer' || one === 'number') &&
      value >= (minimum ?? value) &&
      value <= (maximum ?? value)
    )
  return (
    typeof value === 'string' &&
    types.includes('string') &&
    (pattern === undefined || new RegExp(pattern, 'u').test(value))
  )
}

const FEW = 1000

function numberOf(random: Random, { minimum = 0, maximum = minimum + FEW }: DocumentSchema): number {
  return random.pick([minimum, maximum, minimum + random.below(Math.min(maximum - minimum, 1_000_000) + 1)])
}

function listOf(random: Random, schema: DocumentSchema, name: string, existing: Existing): unknown[] {
  const { minItems = 0, maxItems = 3, uniqueItems, items = {} } = schema
  const length = Math.min(Math.max(minItems, random.below(4)), maxItems)
  const entries = Array.from({ length }, () => validValue(random, items, name.replace(/s$/, ''), existing))
  if (!uniqueItems) return entries
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()]
}

/** The fields that are required, and of the others those that `isSent` lets through: half of them unless told. */
export function objectOf(
  random: Random,
  schema: DocumentSchema,
  existing: Existing,
  isSent: (name: string) => boolean = () => random.chance(0.5),
): Record<string, unknown> {
  const chosen = schema.oneOf ? (random.pick(schema.oneOf).required ?? []) : []
  const others = new Set(schema.oneOf?.flatMap(({ required = [] }) => required))
  const required = new Set([...(schema.required ?? []), ...(schema.else?.required ?? []), ...chosen])
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name]) => required.has(name) || (!others.has(name) && isSent(name)),
  )
  return Object.fromEntries(fields.map(([name, field]) => [name, validValue(random, field, name, existing)]))
}

/** Texts for patterns and for names that mean something; of these the ones that fit are sent. */
const TEXTS: readonly ((random: Random) => string)[] = [
  (random) => `somebody${random.below(1000)}@example.com`,
  (random) => random.pick(['en', 'de', 'AT']),
  (random) =>
    random
      .below(2 ** 32)
      .toString(16)
      .padStart(24, '0'),
  (random) => String(100_000 + random.below(900_000)),
  (random) =>
    random
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  (random) =>
    random
      .below(2 ** 32)
      .toString(16)
      .padStart(40, '0'),
  (random) => `+43${1_000_000 + random.below(9_000_000)}`,
  (random) =>
    `lwg_${random
      .below(2 ** 32)
      .toString(16)
      .padStart(43, 'x')}`,
  (random) => Buffer.from(`email,name\n${random.below(1000)}@example.com,Ann\n`).toString('base64'),
  () => 'https://receiver.example/hook',
  () => 'Europe/Vienna',
  () => '',
]

const LETTERS = ['a', 'Z', ' ', 'ß', '0', "'", '"', '\\', '%', '🏠', '日', '\u0301', '\n', '<b>', '\u202e']

/** A text of allowed length: often short, now and then as short or as long as can be. */
function anyText(random: Random, { minLength = 0, maxLength = 20 }: DocumentSchema): string {
  const most = Math.min(maxLength, 5000)
  const few = Math.min(minLength + random.below(20), most)
  const length = random.pick([few, few, few, minLength, most])
  return Array.from({ length }, () => [...random.pick(LETTERS)][0] ?? 'a').join('')
}

const MEANT: Record<string, RegExp> = {
  email: /@/,
  language: /^(en|de)$/,
  timeZone: /\//,
  webhookUrl: /^https/,
  pushId: /^https/,
  url: /^https/,
}

const OWN_PASSWORD = 'correct horse battery'

function textOf(random: Random, schema: DocumentSchema, name: string): string {
  if (schema.format === 'date-time')
    return new Date(1_790_000_000_000 + random.below(1e9) * 100).toISOString()
  // Otherwise nobody would be let in after the first change.
  if (/password/i.test(name)) return OWN_PASSWORD
  const { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY, examples = [] } = schema
  const meant = MEANT[name]
  const isAny = meant === undefined || random.chance(0.1)
  const fits = (text: unknown): text is string =>
    typeof text === 'string' &&
    [...text].length >= minLength &&
    [...text].length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text)) &&
    (isAny || meant.test(text))
  const own = anyText(random, schema)
  if (isAny && pattern === undefined) return own
  const found = [own, ...TEXTS.map((make) => make(random)), ...examples].filter(fits)
  if (found.length > 0) return random.pick(found)
  throw new Error(`scripts/fuzz/document.ts has no text for ${name} that matches ${pattern}`)
}
