import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'

/** A client that may send anything or nothing, and leave at any time. */
export interface RawConnection {
  readonly socket: Socket
  send(text: string): void
  /** All that was answered so far. */
  answer(): string
  /** Resolves with the whole answer when the other side has closed the connection. */
  closed(): Promise<string>
  /** Resolves when the answer matches. */
  until(pattern: RegExp): Promise<string>
  leave(): Promise<void>
}

export async function rawConnection(
  t: TestContext,
  port: number,
  { from, allowHalfOpen = false }: { from?: string; allowHalfOpen?: boolean } = {},
): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen, ...(from && { localAddress: from }) })
  t.after(() => socket.destroy())
  let answer = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => (answer += chunk))
  socket.on('error', () => undefined)
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(answer)))
  await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), closed])
  return {
    socket,
    send: (text) => void socket.write(text, 'latin1'),
    answer: () => answer,
    closed: () => closed,
    async until(pattern) {
      while (!pattern.test(answer)) await once(socket, 'data', { signal: AbortSignal.timeout(120_000) })
      return answer
    },
    async leave() {
      socket.destroy()
      await closed
    },
  }
}

/** The port of an app that is otherwise only injected into; it listens from the first call on. */
export async function listenOnLoopback(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

/** Its URL, without a path. */
export const addressOf = async (app: FastifyInstance): Promise<string> =>
  `http://127.0.0.1:${await listenOnLoopback(app)}`
