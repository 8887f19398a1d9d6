import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { type KeptAnswer, KeptReads } from '../src/http/kept-reads.ts'
import { JsonText } from '../src/platform/json-text.ts'
import { listenOnLoopback, rawConnection } from './raw-http.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

/** An answer of a route that keeps its answers. */
export interface Answered {
  status: number
  headers: IncomingHttpHeaders
  body: string
  /** It left before the router. */
  wasQuick: boolean
}

type Headers = Record<string, string>

/** Calls over real connections, which are kept: what is injected never meets the short way. */
export async function overHttp(t: TestContext, w: World) {
  const { keptReads } = w.service.app
  let quick = 0
  const answer = keptReads.answer.bind(keptReads)
  t.mock.method(keptReads, 'answer', (...call: Parameters<typeof answer>) => {
    const isQuick = answer(...call)
    if (isQuick) quick += 1
    return isQuick
  })
  const port = await listenOnLoopback(w.service.app)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const ask = (path: string, { token = w.owner.token, headers = {} as Headers, body = '' } = {}) =>
    new Promise<Answered>((resolve, reject) => {
      const before = quick
      const sent = { authorization: `Bearer ${token}`, ...headers }
      const call = request({ port, path, agent, headers: sent }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response
          resolve({ status, headers, body: text, wasQuick: quick > before })
        })
      })
      call.on('error', reject).end(body)
    })
  return { ask, port }
}

/** What is kept of the list of locks, as `find` has it. */
export function keptLists(
  t: TestContext,
  find: (found: ReturnType<KeptAnswer>) => ReturnType<KeptAnswer>,
): void {
  const add = KeptReads.prototype.add
  t.mock.method(
    KeptReads.prototype,
    'add',
    function (this: KeptReads, ...[gate, route, url, kept]: Parameters<typeof add>) {
      add.call(this, gate, route, url, (...asked) => find(kept(...asked)))
    },
  )
}

/** A service whose list of locks is so long that the system does not take it at once, and readers who leave it there. */
export async function longAnswers(t: TestContext, options: WorldOptions = {}) {
  const text = new JsonText<unknown>(JSON.stringify('x'.repeat(16_000_000)))
  keptLists(t, (found) => found && text)
  const w = await createWorld(t, 'sqlite', options)
  const calls = await overHttp(t, w)
  for (const long of [false, true])
    assert.equal((await calls.ask('/smartlock')).body.length > 1_000_000, long)
  const ends: Promise<unknown>[] = []
  w.service.app.server.on('connection', (socket: Socket) =>
    ends.push(new Promise((resolve) => socket.once('close', resolve))),
  )
  const idleReader = async () => {
    const reader = await rawConnection(t, calls.port)
    // Or whoever listens would be given everything, however often the socket is paused.
    reader.socket.removeAllListeners('data').pause()
    reader.send(`GET /smartlock HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${w.owner.token}\r\n\r\n`)
    await once(reader.socket, 'readable')
    return reader.socket
  }
  return { w, ...calls, idleReader, allGone: () => Promise.all(ends) }
}

const COUNTED =
  /latchwork_http_request_duration_seconds_count\{route="\/smartlock",method="GET",status="2xx"\} (\d+)/

export async function countedReads(w: World): Promise<string | undefined> {
  return COUNTED.exec(await w.service.platform.metrics.registry.metrics())?.[1]
}
