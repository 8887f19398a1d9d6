import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { resetSocket } from '../src/devices/bus/reset-socket.ts'

/** A wire with a switch, between a client and a server on this machine. */
export interface TcpProxy {
  readonly port: number
  /** From now on nothing passes in either direction, and nobody notices: a half-open link. */
  freeze(): void
  /** Lets everything pass again, first what was held back on connections that still exist. */
  thaw(): void
  /** Cuts all connections without a goodbye. */
  cut(): void
  /** The connections of now go silent for ever, and neither side is told; new ones pass. */
  strand(): void
  stop(): Promise<void>
}

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let isFrozen = false
  const held = new Map<Socket, Buffer[]>()
  const server = createServer((near) => {
    const far = createConnection({ port: targetPort, host: '127.0.0.1' })
    forward(near, far)
    forward(far, near)
  })

  function forward(from: Socket, to: Socket): void {
    held.set(from, [])
    from.on('data', (chunk: Buffer) => {
      if (stranded.has(from)) return
      if (isFrozen) held.get(from)?.push(chunk)
      else to.write(chunk)
    })
    from.on('error', () => {})
    from.on('close', () => {
      // What a dead connection still had on the way is lost, as on a real wire.
      held.delete(from)
      // Nor does the other side of a stranded one hear that it ended.
      if (!stranded.has(from)) to.destroy()
    })
    pairs.set(from, to)
  }
  const pairs = new WeakMap<Socket, Socket>()
  const stranded = new WeakSet<Socket>()

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = (): void => {
    for (const socket of held.keys()) resetSocket(socket)
  }
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      isFrozen = true
    },
    thaw: () => {
      isFrozen = false
      for (const [socket, chunks] of held)
        for (const chunk of chunks.splice(0)) pairs.get(socket)?.write(chunk)
    },
    cut,
    strand: () => {
      for (const socket of held.keys()) stranded.add(socket)
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      cut()
      await closed
    },
  }
}
