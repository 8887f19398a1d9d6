import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'

/**
 * Ends a connection at once and makes the operating system forget what it has not sent: closing would still deliver
 * that whenever the link heals. TLS connections offer no such way; they are closed.
 */
export function resetSocket(socket: Duplex): void {
  // Node refuses to reset a socket that is saying goodbye already (EINVAL) and then never frees it.
  const canReset = socket instanceof Socket && !(socket instanceof TLSSocket) && !socket.writableEnded
  if (canReset) socket.resetAndDestroy()
  else socket.destroy()
}
