import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../platform/context.ts'

/** More than this waiting for a client that does not read: it is cut off, and resumes where it was (D93). */
const MAX_WAITING_BYTES = 1_048_576

/** An open answer of server-sent events, and all a feature needs to know of its connection. */
export interface EventOutlet {
  /** Queues the bytes. A client that reads too slowly is cut off instead of filling the memory. */
  write(bytes: Buffer | string): void
  /** Resolves when what was written has left, or when the client is gone. */
  drained(): Promise<void>
  end(): void
  onClose(callback: () => void): void
  readonly isOpen: boolean
}

export interface StreamRequest {
  /** Where a client that was here before wants to go on. */
  readonly lastEventId: string | undefined
  /** Who the token belongs to now; undefined when it died. */
  readonly revalidate: () => Principal | undefined | Promise<Principal | undefined>
  /** Sends the head of the answer; refusals are only possible before. */
  readonly open: () => EventOutlet
}

export function streamRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  revalidate: StreamRequest['revalidate'],
): StreamRequest {
  const header = request.headers['last-event-id']
  return {
    lastEventId: typeof header === 'string' && header !== '' ? header : undefined,
    revalidate,
    open: () => openOutlet(request, reply),
  }
}

function openOutlet(request: FastifyRequest, reply: FastifyReply): EventOutlet {
  // It may stay open for days and is not work under way.
  request.leaveForStream()
  const { raw } = reply.hijack()
  const headers = Object.fromEntries(
    Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined),
  )
  raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    // Proxies that buffer would hold events back.
    'x-accel-buffering': 'no',
  })
  raw.flushHeaders()
  raw.socket?.setNoDelay(true)
  raw.on('error', () => undefined)
  raw.on('close', () => request.leaveQueue())
  return {
    write(bytes) {
      if (raw.destroyed || raw.writableEnded) return
      raw.write(bytes)
      if (raw.writableLength > MAX_WAITING_BYTES) raw.destroy()
    },
    drained() {
      if (raw.destroyed || !raw.writableNeedDrain) return Promise.resolve()
      return new Promise((resolve) => {
        const done = () => {
          raw.off('drain', done)
          raw.off('close', done)
          resolve()
        }
        raw.on('drain', done)
        raw.on('close', done)
      })
    },
    end: () => void raw.end(),
    onClose(callback) {
      // A client that left while we were preparing will not leave again.
      if (raw.destroyed) callback()
      else raw.on('close', callback)
    },
    get isOpen() {
      return !raw.destroyed && !raw.writableEnded
    },
  }
}
