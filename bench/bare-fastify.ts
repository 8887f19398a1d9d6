import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

/** A child process: the least that Fastify can do to send the same bytes. */
export interface BareRoute {
  readonly path: string
  readonly contentType: string
  readonly body: string
}

const [routesFile] = process.argv.slice(2)
const routes: BareRoute[] = routesFile ? JSON.parse(readFileSync(routesFile, 'utf8')) : []
const app = Fastify()
for (const { path, contentType, body } of routes) {
  app.get(path, (_request, reply) => reply.type(contentType).send(body))
}
process.stdout.write(`listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
