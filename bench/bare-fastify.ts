import { hash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

/** A child process: the least that Fastify can do to send the same bytes. */
export interface BareRoute {
  readonly path: string
  readonly contentType: string
  readonly body: string
}

const [routesFile, token] = process.argv.slice(2)
const routes: BareRoute[] = routesFile ? JSON.parse(readFileSync(routesFile, 'utf8')) : []
const app = Fastify()
if (token !== undefined) await guard(token)
for (const { path, contentType, body } of routes) {
  app.get(path, (_request, reply) => reply.type(contentType).send(body))
}
process.stdout.write(`listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)

/** With a token: what any API that knows its callers owes them besides, and nothing of how ours does it. */
async function guard(known: string): Promise<void> {
  const hashes = new Set([hash('sha256', known)])
  // Only here: without a token the process is what others are measured against.
  const { createMetrics } = await import('../packages/server/src/platform/observe/metrics.ts')
  const { httpRequests } = createMetrics()
  app.addHook('onRequest', (request, reply, done) => {
    const [, given = ''] = /^Bearer +([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '') ?? []
    if (!hashes.has(hash('sha256', given))) return void reply.code(401).send()
    reply.header('x-request-id', randomUUID()).header('cache-control', 'no-store')
    done()
  })
  app.addHook('onResponse', ({ method, routeOptions: { url = '' } }, reply, done) => {
    httpRequests.count(url, method, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
}
