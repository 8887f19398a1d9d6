import buffer from 'node:buffer'
import { type ListenOptions, Server } from 'node:net'

/**
 * Loaded before the peer. A library inside it extends `SlowBuffer`, which Node no longer has, and the peer would not
 * start on the Node that we run on; nothing of what is measured uses it.
 */
Object.assign(buffer, { SlowBuffer: buffer.Buffer })

/** The peer would listen on every interface of the machine. */
const listen = Server.prototype.listen
Server.prototype.listen = function listenOnLoopback(this: Server, port: number, listener: () => void) {
  const options: ListenOptions = { port, host: '127.0.0.1' }
  return listen.call(this, options as never, listener as never)
} as typeof listen
