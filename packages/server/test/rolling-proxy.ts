import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A load balancer as operators have them: kept connections, and one more try where it is certain that nothing was done. */
export interface RollingProxy {
  readonly url: string
  /** Answers that a process stops, which it dealt with by asking another. */
  readonly turnedAway: () => number
  add(url: string): void
  remove(url: string): void
  close(): void
}

interface Answer {
  head: IncomingMessage
  body: Buffer
}

export async function startRollingProxy(urls: readonly string[]): Promise<RollingProxy> {
  const agent = new Agent({ keepAlive: true })
  const targets = [...urls]
  let turnedAway = 0
  let next = 0

  function remove(url: string): void {
    if (targets.includes(url)) targets.splice(targets.indexOf(url), 1)
  }

  function ask(target: string, call: IncomingMessage, body: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { method, headers } = call
      const passed = request(`${target}${call.url}`, { method, headers, agent }, async (head) =>
        resolve({ head, body: await buffer(head) }),
      )
      passed.on('error', reject)
      passed.end(body)
    })
  }

  /** Undefined where it is certain that nothing was done, and another process may be asked. */
  async function tried(target: string, call: IncomingMessage, body: Buffer): Promise<Answer | undefined> {
    try {
      const answered = await ask(target, call, body)
      if (answered.head.statusCode !== 503 || !/shutting_down/.test(String(answered.body))) return answered
      // As every load balancer does with one that is not well: it gets nothing more.
      turnedAway += 1
      remove(target)
    } catch (error) {
      // Whether it was done nobody knows otherwise: to ask again could do it twice.
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error
    }
    return undefined
  }

  async function answer(call: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(call)
    for (let attempt = 0; attempt < 10; attempt++) {
      const answered = await tried(targets[next++ % targets.length] as string, call, body)
      if (!answered) continue
      // What a process says about its connection is not about ours.
      const { connection: _, 'keep-alive': __, ...headers } = answered.head.headers
      response.writeHead(answered.head.statusCode ?? 502, headers).end(answered.body)
      return
    }
    response.writeHead(503).end()
  }

  const server = createServer((call, response) => {
    answer(call, response).catch((error: unknown) => response.writeHead(502).end(String(error)))
  })
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turnedAway: () => turnedAway,
    add: (url) => void targets.push(url),
    remove,
    close() {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
