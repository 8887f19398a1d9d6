import diagnostics from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** The two ends of one TCP connection of this process to itself. */
interface Connection {
  client?: Socket
  server?: Socket
}

const connections = new Map<string, Connection>()

/** Begins to follow the connections that are opened from now on. */
export function followSockets(): void {
  diagnostics.subscribe('net.client.socket', (message) => {
    const { socket } = message as { socket: Socket }
    socket.once('connect', () => join('client', socket, `${socket.localPort}>${socket.remotePort}`))
  })
  diagnostics.subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket }
    join('server', socket, `${socket.remotePort}>${socket.localPort}`)
  })
}

/** Describes everything that was sent and has not arrived yet. Empty: nothing is on its way. */
export function bytesOnTheirWay(): string {
  let all = ''
  for (const [ports, connection] of connections) {
    const { client, server } = connection
    if (client?.destroyed && server?.destroyed) connections.delete(ports)
    else {
      const onItsWay = describe(client, server)
      if (onItsWay) all += `${ports} ${onItsWay}\n`
    }
  }
  return all
}

function join(end: 'client' | 'server', socket: Socket, ports: string): void {
  const known = connections.get(ports)
  // A port is used again when its last connection is over.
  if (known && !known[end]) known[end] = socket
  else connections.set(ports, { [end]: socket })
}

function describe(client: Socket | undefined, server: Socket | undefined): string {
  if (!client || !server) return 'not accepted'
  const up = missing(client, server)
  const down = missing(server, client)
  return up || down ? `${up} ${down}` : ''
}

/**
 * What `to` has not received yet, though it reads. One that is closed receives nothing more, and one that has paused or has
 * more than it can hold takes nothing before somebody reads from it.
 */
function missing(from: Socket, to: Socket): string {
  const { _handle: handle, _readableState: state } = to as unknown as Internals
  if (!handle?.reading || state.ended) return ''
  const bytes = from.bytesWritten - to.bytesRead
  const isEndMissing = from.destroyed || from.writableFinished
  return bytes !== 0 || isEndMissing ? `${bytes}${isEndMissing ? ' end' : ''}` : ''
}

/** Node says nowhere else whether a socket is being read from, and whether its end has arrived but was not read. */
interface Internals {
  readonly _handle: { readonly reading: boolean } | null
  readonly _readableState: { readonly ended: boolean }
}
