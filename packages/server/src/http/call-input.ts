import type { Route } from '@latchwork/contract'
import type { FastifyRequest } from 'fastify'
import type { RequestCtx } from '../platform/context.ts'
import type { JsonSchema } from './json-schema.ts'
import { assertWithinLimits } from './limited-tokens.ts'
import { parseBody, readBody, readParams, readQuery, refusalOf } from './read-input.ts'
import { Issues } from './read-value.ts'

/** What a handler is given of a call. */
export interface AnyInput {
  params: object
  query: object
  body: unknown
}

/** Who says what the object of an update looks like now. */
export interface Updated {
  current?: (ctx: RequestCtx, input: { params: object }) => Promise<object>
}

export interface AreaOptions {
  /**
   * Throws `not_found` when an object of the path does not exist. Only asked when the fields are wrong: a missing
   * object goes before a wrong field (D31), and on the good path the service looks it up anyway.
   */
  locate?: (ctx: RequestCtx<'not_found'>, params: never) => Promise<unknown>
}

/** Path, body syntax, then fields. Only what an update is compared with, and a refusal, have to be waited for. */
export function readInput(
  ctx: RequestCtx,
  route: Route,
  handler: Updated,
  options: AreaOptions,
  request: FastifyRequest,
): AnyInput | Promise<AnyInput> {
  const body = parseBody(request.body as Buffer | undefined, request.headers['content-type'])
  const params = readParams(route.params as JsonSchema | undefined, request.params as Record<string, unknown>)
  assertWithinLimits(ctx.principal, params)
  const read = (current?: object) => {
    const input = readFields(route, request, params, body, current as Record<string, unknown>)
    return 'refused' in input ? refuseFields(ctx, route, options, params, input.refused) : input
  }
  return route.update && handler.current ? handler.current(ctx, { params }).then(read) : read()
}

function readFields(
  route: Route,
  request: FastifyRequest,
  params: object,
  raw: ReturnType<typeof parseBody>,
  current: Record<string, unknown> | undefined,
): AnyInput | { refused: unknown } {
  const rawQuery = request.query as Record<string, unknown>
  const issues = new Issues()
  try {
    const query = readQuery(route.query as JsonSchema | undefined, rawQuery, issues)
    const body = readBody(route, raw, rawQuery, issues, current)
    return issues.list.length === 0 ? { params, query, body } : { refused: refusalOf(issues) }
  } catch (error) {
    return { refused: error }
  }
}

/** A missing object of the path goes before wrong fields (D31). */
async function refuseFields(
  ctx: RequestCtx,
  route: Route,
  options: AreaOptions,
  params: object,
  refused: unknown,
): Promise<never> {
  if (route.params && !route.update) await options.locate?.(ctx as never, params as never)
  throw refused
}
