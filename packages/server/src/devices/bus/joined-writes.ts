import { Socket } from 'node:net'

type Write = NonNullable<Socket['_writev']>

/** To copy more than this would cost more than it saves. */
const MOST_BYTES = 1024
const writeApart = Socket.prototype._writev as Write

/**
 * The broker's own writer hands a confirmation of four bytes to the socket in three parts, in one go. Joined they are one
 * buffer for the system, which takes half as long as a list of three.
 */
export function joinWrites(socket: Socket): void {
  socket._writev = writeJoined
}

const writeJoined: Write = function (this: Socket, parts, done) {
  let bytes = 0
  for (const { chunk } of parts) bytes += Buffer.isBuffer(chunk) ? chunk.length : Number.POSITIVE_INFINITY
  if (bytes > MOST_BYTES) {
    writeApart.call(this, parts, done)
    return
  }
  const whole = Buffer.allocUnsafe(bytes)
  let at = 0
  for (const { chunk } of parts) at += chunk.copy(whole, at)
  this._write(whole, 'buffer' as BufferEncoding, done)
}
