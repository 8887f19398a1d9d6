import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, Socket } from 'node:net'
import type { MqttClient } from 'mqtt'

/**
 * The air between a device and its broker. It can stall, so that bytes wait in it and arrive late, or be cut. What waits
 * in it is gone when either side gives the connection up, as with a network that fails for a while.
 */
export class Wire {
  readonly #server: Server
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  #isStalled = false

  private constructor(server: Server) {
    this.#server = server
  }

  static async to(broker: { host: string; port: number }): Promise<Wire> {
    const server = createServer({ noDelay: true, pauseOnConnect: true })
    const wire = new Wire(server)
    server.on('connection', (near) => wire.#join(near, connect({ ...broker, noDelay: true })))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return wire
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** From now on nothing passes, and nobody is told. */
  stall(): void {
    this.#isStalled = true
    for (const sockets of this.#pairs) for (const socket of sockets) socket.pause()
  }

  flow(): void {
    this.#isStalled = false
    for (const sockets of this.#pairs) for (const socket of sockets) socket.resume()
  }

  cut(): void {
    for (const sockets of this.#pairs) for (const socket of sockets) socket.destroy()
  }

  close(): void {
    this.cut()
    this.#server.close()
  }

  #join(near: Socket, far: Socket): void {
    const pair = [near, far] as const
    this.#pairs.add(pair)
    for (const [from, to] of [pair, pair.toReversed() as [Socket, Socket]]) {
      from.on('data', (bytes) => to.write(bytes))
      from.on('error', () => undefined)
      from.on('close', () => {
        this.#pairs.delete(pair)
        to.destroy()
      })
      if (this.#isStalled) from.pause()
      else from.resume()
    }
  }
}

/** What a device says in a row must not wait for one another's TCP acknowledgement (40 ms each). */
export function speakPromptly(client: MqttClient | undefined): void {
  if (client?.stream instanceof Socket) client.stream.setNoDelay(true)
}
