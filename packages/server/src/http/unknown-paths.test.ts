import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, type Route } from '@latchwork/contract'
import Fastify from 'fastify'
import { AppError } from '../platform/app-error.ts'
import { fastifyPath } from './mount.ts'
import { answerUnknownPaths } from './unknown-paths.ts'

const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS'] as const
const routes = Object.values(api).flatMap((area) => Object.values<Route>(area))

/** Every path answers by itself for every method: which one is reached, and whether it would have refused. */
function oracle() {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  for (const [url, mounted] of Map.groupBy(routes, ({ path }) => fastifyPath(path))) {
    const allowed = mounted.flatMap(({ method, stream }) =>
      method === 'GET' && !stream ? ['GET', 'HEAD'] : [method],
    )
    app.route({
      method: [...METHODS],
      url,
      exposeHeadRoute: false,
      handler: async ({ method }, reply) => {
        if (allowed.includes(method)) return reply.header('x-path', url).send()
        return reply.code(405).header('allow', allowed.join(', ')).send()
      },
    })
  }
  return app
}

function subject() {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof AppError ? error.status : 500).send(),
  )
  for (const { method, path, stream } of routes) {
    const url = fastifyPath(path)
    const handler = async (
      _request: unknown,
      reply: { header(name: string, value: string): { send(): unknown } },
    ) => reply.header('x-path', url).send()
    app.route({ method, url, exposeHeadRoute: method === 'GET' && !stream, handler })
  }
  answerUnknownPaths(app, routes)
  return app
}

/** A path's own address, and with a word of another path where it has a parameter: what two paths could both mean. */
function addresses(): string[] {
  const paths = [...new Set(routes.map(({ path }) => path))].map((path) => path.split('/'))
  const found = new Set<string>(['/nowhere', '/smartlock/1/2/3/4'])
  for (const path of paths) {
    found.add(path.map((segment) => (segment.startsWith('{') ? '7' : segment)).join('/'))
    for (const other of paths) {
      if (path.length !== other.length || path[1] !== other[1]) continue
      const mixed = path.map((segment, index) => (segment.startsWith('{') ? other[index] : segment) ?? '')
      found.add(mixed.map((segment) => (segment.startsWith('{') ? '7' : segment)).join('/'))
    }
  }
  return [...found]
}

test('any method at any known path answers as if every path took every method (D6)', async () => {
  const [expected, actual] = [oracle(), subject()]
  const told = ({ statusCode, headers }: { statusCode: number; headers: Record<string, unknown> }) => ({
    statusCode,
    allow: headers.allow,
    path: headers['x-path'],
  })
  for (const url of addresses()) {
    for (const method of METHODS) {
      const call = { method, url }
      assert.deepEqual(told(await actual.inject(call)), told(await expected.inject(call)), `${method} ${url}`)
    }
  }
})
