import type { Server, Socket } from 'node:net'
import { networkOf } from './ip-address.ts'

export interface ConnectionLimit {
  /** Connections at the same time. */
  readonly total: number
  /** Of these from one address (IPv6: one /64); 0 switches this limit off. */
  readonly perAddress: number
  /** Addresses behind which many callers are: proxies and gateways. Only the total holds for them. */
  readonly isGateway: (address: string | undefined) => boolean
}

export type ConnectionRefusal = 'total' | 'address'

/**
 * Turns away connections above the limits, before anybody else sees them: a connection costs a descriptor and memory as
 * soon as it is there, whatever it says or does not say. For any server of Node's: call it when the server's own
 * listeners are in place.
 */
export function limitConnections(
  server: Server,
  { total, perAddress, isGateway }: ConnectionLimit,
  onRefused: (reason: ConnectionRefusal) => void,
): void {
  const byNetwork = new Map<string, number>()
  let open = 0

  function refusalOf(network: string | undefined): ConnectionRefusal | undefined {
    if (open >= total) return 'total'
    if (network !== undefined && (byNetwork.get(network) ?? 0) >= perAddress) return 'address'
    return undefined
  }

  function count(network: string | undefined, by: 1 | -1): void {
    open += by
    if (network === undefined) return
    const left = (byNetwork.get(network) ?? 0) + by
    if (left === 0) byNetwork.delete(network)
    else byNetwork.set(network, left)
  }

  function isAdmitted(socket: Socket): boolean {
    const { remoteAddress } = socket
    const network = perAddress === 0 || isGateway(remoteAddress) ? undefined : networkOf(remoteAddress)
    const refusal = refusalOf(network)
    if (refusal) {
      onRefused(refusal)
      // Closing politely would keep the descriptor for as long as the other side likes.
      socket.resetAndDestroy()
      return false
    }
    count(network, 1)
    socket.once('close', () => count(network, -1))
    return true
  }

  const listeners = server.rawListeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    if (isAdmitted(socket)) for (const listener of listeners) listener.call(server, socket)
  })
}
