import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** How long a client may take for what it has to say. */
export interface Deadlines {
  /** Until the headers of a request are complete; for the first one counted from the connection on. */
  readonly headersMs: number
  /** Until the whole request is there, body included. */
  readonly requestMs: number
  /** How often that is looked at. */
  readonly checkMs: number
}

const DEADLINES: Deadlines = { headersMs: 10_000, requestMs: 30_000, checkMs: 2000 }

/** Sets the deadlines of a server that does not listen yet. Fits https as well as http. */
export function setDeadlines(server: Server, deadlines: Deadlines = DEADLINES): void {
  server.headersTimeout = deadlines.headersMs
  server.requestTimeout = deadlines.requestMs
  // Node reads it when the server begins to listen; its types only know it as an option of the constructor.
  Object.assign(server, { connectionsCheckingInterval: deadlines.checkMs })
}

/**
 * Requests that were read together with what ended their connection are not worked on: one packet has room for more than
 * a thousand, and nobody would get their answers. What can be answered at once is; the rest goes to the listeners that
 * the server has already.
 */
export function goBefore(
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const listeners = server.rawListeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (request.socket.destroyed) return skipRestOfPacket(request.socket)
    if (answer(request, response)) return
    for (const listener of listeners) listener.call(server, request, response)
  })
}

/** What the parser takes for an answer to the head of a request: read no further. */
const READ_NO_FURTHER = 2

/**
 * Node would make objects of every other request in the packet, and an error for each of them when the connection is
 * gone: a hundred connections kept the service busy for seconds. The parser is not in its types.
 */
function skipRestOfPacket(socket: object): void {
  const { parser } = socket as { parser?: { onIncoming?: unknown } | null }
  if (parser?.onIncoming) parser.onIncoming = () => READ_NO_FURTHER
}

/** Long enough for a client to take the answer; closing with bytes unread would take it away again. */
const LINGER_MS = 500

const STATUS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/**
 * Answers what is no request, or none in time, and ends the connection. Saying goodbye is not enough: a client that does
 * not answer the goodbye would keep the descriptor.
 */
export function refuseBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status = STATUS[error.code ?? ''] ?? '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}
