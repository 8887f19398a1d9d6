import * as contract from '@latchwork/contract'
import {
  type Access,
  type Api,
  accessText,
  api,
  csvColumnsOf,
  doorsText,
  ERRORS,
  type ErrorCode,
  errorCodesOf,
  isOwnKind,
  needsBody,
  type Route,
  takesIdempotencyKey,
} from '@latchwork/contract'
import packageJson from '../../package.json' with { type: 'json' }
import { AREA_SUMMARIES } from './area-summaries.ts'
import type { JsonSchema } from './json-schema.ts'

type Json = Record<string, unknown>

/** Schemas the contract exports by name become components, found by identity: the contract itself carries no ids. */
const componentNames = new Map<unknown, string>(
  Object.entries(contract)
    .filter(([name, value]) => /^[A-Z][a-z]/.test(name) && typeof value === 'object' && 'properties' in value)
    .map(([name, value]) => [value, name]),
)

/** Areas of the contract; a service without a sandbox leaves that one out. */
export type Areas = Readonly<Record<string, Readonly<Record<string, Route>>>>

/** The contract as OpenAPI 3.1: printed, not written. */
export function openApiDocument(areas: Areas = api): Json {
  const components: Json = { Error: errorSchema }
  const paths: Record<string, Json> = {}
  for (const [area, routes] of Object.entries(areas)) {
    for (const [name, route] of Object.entries(routes)) {
      paths[route.path] ??= {}
      ;(paths[route.path] as Json)[route.method.toLowerCase()] = operationOf(area, name, route, components)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Latchwork',
      version: packageJson.version,
      summary: 'Smart-lock management',
      description:
        'Locks and openers, who may open them and when, what happened at them, and how other software hears of it. Errors have a `code` (docs/errors.md); what is accepted but not done yet has an `Operation-Id`.',
      contact: { name: 'Whoever runs this service' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.keys(areas).map((name) => ({ name, description: AREA_SUMMARIES[name as keyof Api] })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token' },
        ...(hasCallers(areas, 'gateway') && { gateway: bearer('The token that a gateway made for itself') }),
        ...(hasCallers(areas, 'guest') && { guest: bearer("The token of a link to a guest's page") }),
      },
      schemas: components,
    },
  }
}

const bearer = (description: string): Json => ({ type: 'http', scheme: 'bearer', description })

const hasCallers = (areas: Areas, kind: Access): boolean =>
  Object.values(areas).some((routes) => Object.values(routes).some(({ access }) => access === kind))

function operationOf(area: string, name: string, route: Route, components: Json): Json {
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    summary: route.summary,
    description: `${accessText(route.access)} ${doorsText(route)}`.trim(),
    security: securityOf(route),
    ...(parametersOf(route, components).length > 0 && { parameters: parametersOf(route, components) }),
    ...(route.body && {
      requestBody: {
        required: needsBody(route),
        content: {
          'application/json': { schema: schemaOf(route.body, components, route.update ? 'update' : 'whole') },
        },
      },
    }),
    responses: responsesOf(route, components),
  }
}

function securityOf({ access }: Route): Json[] {
  if (access === 'public') return []
  return [isOwnKind(access) ? { [access]: [] } : { token: [] }]
}

function parametersOf(route: Route, components: Json): Json[] {
  const from = (where: 'path' | 'query', schema: JsonSchema | undefined) =>
    Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
      name,
      in: where,
      required: where === 'path' || (schema?.required?.includes(name) ?? false),
      ...(property.description && { description: property.description }),
      schema: schemaOf(property, components),
    }))
  const body = route.body as JsonSchema | undefined
  const alsoInQuery = Object.entries(body?.properties ?? {})
    .filter(([, property]) => property['x-or-in-query'])
    .map(([name, property]) => ({
      name,
      in: 'query',
      required: false,
      description: 'instead of the field of the body with this name (D17)',
      schema: schemaOf(property, components),
    }))
  const idempotency = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  }
  return [
    ...from('path', route.params as JsonSchema | undefined),
    ...from('query', route.query as JsonSchema | undefined),
    ...alsoInQuery,
    ...(takesIdempotencyKey(route) ? [idempotency] : []),
  ]
}

function responsesOf(route: Route, components: Json): Json {
  const headers = route.async
    ? {
        headers: {
          'Operation-Id': {
            description: 'Ask `GET /operation/{operationId}` for the result.',
            schema: { type: 'string' },
          },
        },
      }
    : {}
  const texts = route.stream ? ['text/event-stream'] : route.file
  const content = texts
    ? Object.fromEntries(
        texts.map((type) => [
          type,
          { schema: type === 'application/json' ? jsonFile(route, components) : { type: 'string' } },
        ]),
      )
    : route.returns && {
        'application/json': { schema: schemaOf(route.returns, components) },
        // Any list is a file to who asks for one (D163).
        ...(csvColumnsOf(route) && { 'text/csv': { schema: { type: 'string' } } }),
      }
  const success = content
    ? { 200: { description: route.stream ? 'Stays open.' : 'Done.', ...headers, content } }
    : { 204: { description: route.async ? 'Accepted.' : 'Done.', ...headers } }
  const byStatus = Map.groupBy(errorCodesOf(route), (code) => ERRORS[code].status)
  const errors = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => [status, errorResponse(codes)])
  return { ...success, ...Object.fromEntries(errors) }
}

/** A file of JSON is an object, not a text. */
const jsonFile = ({ holds }: Route, components: Json): Json =>
  holds ? schemaOf(holds, components) : { type: 'object' }

const errorResponse = (codes: ErrorCode[]): Json => ({
  description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join('\n\n'),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

const errorSchema: Json = {
  type: 'object',
  required: ['detailMessage', 'stackTrace', 'suppressedExceptions', 'code', 'requestId'],
  properties: {
    detailMessage: { type: 'string' },
    stackTrace: { type: 'array', items: { type: 'string' }, maxItems: 0 },
    suppressedExceptions: { type: 'array', items: { type: 'string' }, maxItems: 0 },
    code: { type: 'string', enum: Object.keys(ERRORS) },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    requestId: { type: 'string' },
  },
}

/** `update`: null clears. `part`: an object inside an update, of which only what changes is sent (D10 to D12). */
type Use = 'whole' | 'update' | 'part'

/** A schema as OpenAPI shows it: named ones by reference, our own keywords left out. */
function schemaOf(schema: unknown, components: Json, use: Use = 'whole'): Json {
  const name = use === 'whole' ? componentNames.get(schema) : undefined
  if (name === undefined) return inlineSchema(schema as JsonSchema, components, use)
  if (!(name in components)) {
    components[name] = {}
    components[name] = inlineSchema(schema as JsonSchema, components)
  }
  return { $ref: `#/components/schemas/${name}` }
}

function inlineSchema(schema: JsonSchema, components: Json, use: Use = 'whole'): Json {
  const { properties, items, required, ...rest } = schema
  // A tuple in the words of JSON Schema 2020-12, which OpenAPI 3.1 speaks.
  if (Array.isArray(items)) {
    const prefixItems = items.map((item) => schemaOf(item, components))
    return { type: 'array', prefixItems, minItems: items.length, maxItems: items.length, items: {} }
  }
  const plain = Object.fromEntries(
    Object.entries(rest).filter(([key]) => !key.startsWith('x-') && key !== 'patternProperties'),
  )
  return {
    ...plain,
    ...(required && use !== 'part' && { required }),
    ...(required && use === 'part' && { description: neededAtFirst(plain.description, required) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [
          key,
          nullable(value, schemaOf(value, components, useInside(value, use)), use),
        ]),
      ),
    }),
    ...(items && { items: schemaOf(items, components) }),
    ...(schema.patternProperties && { additionalProperties: true }),
  }
}

/** A nested object of an update has to be complete while none is stored (D249). */
const neededAtFirst = (description: unknown, required: readonly string[]): string =>
  [
    ...(description ? [description] : []),
    `while none is stored, ${required.join(' and ')} are required`,
  ].join('; ')

const useInside = (schema: JsonSchema, use: Use): Use =>
  use === 'whole' || schema.type !== 'object' ? 'whole' : 'part'

/** Null clears these on update (D12). */
const nullable = (schema: JsonSchema, printed: Json, use: Use): Json =>
  use !== 'whole' && schema['x-clearable'] ? { ...printed, type: [schema.type, 'null'] } : printed
