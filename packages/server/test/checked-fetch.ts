import assert from 'node:assert/strict'
import { api, ERRORS, type ErrorBody, errorCodesOf, type Route } from '@latchwork/contract'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { Compile } from 'typebox/compile'
import { recordCall } from './recorded-calls.ts'

/** Literal segments win over parameters (D6). */
const routes = Object.values(api)
  .flatMap((area) => Object.values<Route>(area))
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length)
  .map((route) => ({ route, pattern: patternOf(route.path) }))

const validators = new Map<Route, ReturnType<typeof Compile>>()

/**
 * A fetch that is the app itself. Every answer is held against the contract: the serializer drops what is undeclared
 * but does not check ranges, formats and enums, so the tests do.
 */
export function checkedFetch(app: FastifyInstance): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const { pathname, search } = new URL(url)
    const response = await app.inject({
      method: init.method as NonNullable<InjectOptions['method']>,
      url: pathname + search,
      headers: init.headers as Record<string, string>,
      ...(init.body != null && { payload: init.body as string }),
    })
    checkAnswer(init.method as string, pathname, response.statusCode, response.payload)
    recordCall(app, {
      method: init.method as string,
      url: pathname + search,
      ...(init.body != null && { body: init.body as string }),
      status: response.statusCode,
      answer: response.payload,
    })
    const headers = new Headers(
      Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
    )
    return new Response(response.statusCode === 204 ? null : response.payload, {
      status: response.statusCode,
      headers,
    })
  }
}

export function checkAnswer(method: string, path: string, status: number, payload: string): void {
  const route = routeOf(method, path)
  if (!route) return
  if (status >= 400) {
    checkError(route, status, JSON.parse(payload))
    return
  }
  assert.equal(status, route.returns ? 200 : 204, `${method} ${path} answers its own success status`)
  if (!route.returns) {
    assert.equal(payload, '')
    return
  }
  if (route.file) return
  const validator = validators.get(route) ?? Compile(route.returns)
  validators.set(route, validator)
  const body: unknown = JSON.parse(payload)
  assert.ok(validator.Check(body), `${method} ${path}: ${JSON.stringify(validator.Errors(body))}`)
  assert.ok(!payload.includes(':null'), 'null is never sent (D13)')
}

export const routeOf = (method: string, path: string): Route | undefined =>
  routes.find(({ route, pattern }) => route.method === method && pattern.test(path))?.route

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`)
}

function checkError(route: Route, status: number, body: ErrorBody): void {
  // Then it was not this route that answered: a literal path lacks the method, or the URL cannot be read.
  if (body.code === 'method_not_allowed' || body.code === 'path_not_found') return
  assert.ok(
    errorCodesOf(route).includes(body.code),
    `${route.method} ${route.path} does not declare ${body.code}`,
  )
  assert.equal(ERRORS[body.code].status, status)
  assert.deepEqual([body.stackTrace, body.suppressedExceptions], [[], []])
  assert.equal(typeof body.detailMessage, 'string')
  assert.ok(body.requestId.length > 0)
}
