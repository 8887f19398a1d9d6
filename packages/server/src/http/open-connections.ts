import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { Server as HttpsServer } from 'node:https'
import { Server as NetServer, Socket } from 'node:net'
import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises'

/** Where a connection keeps the newest of its calls that are not answered yet. */
const NEWEST = Symbol('newest call')
type CallSocket = Socket & { [NEWEST]?: OpenCall | undefined; openedAt?: number }

/** What there is to know of a call until it is answered; Fastify's replies are such. */
export interface OpenCall {
  readonly raw: ServerResponse
  readonly request: { readonly method: string; readonly routeOptions: { readonly url?: string | undefined } }
}

interface Incoming {
  readonly raw: IncomingMessage
}

/** Calls that were not answered when the time was over, by route: a path may hold a secret. */
export type CutOff = Record<string, number>

/** A connection that is this young may have a call on its way to us. */
const YOUNG_MS = 250
/** So long at most for calls that may be on their way, and for the rest of a head. */
const NOT_YET_HERE_MS = 1000
/** Whoever was told goodbye closes by then; closing before they have read it could take an answer away. */
const LINGER_MS = 500
/** Nobody has called for so long: what comes at the very moment of the goodbye could not be answered any more. */
const QUIET_MS = 100
const LOOK_MS = 5

/**
 * The connections of the API, for the day they have to end: each call that has arrived is answered, each answer says
 * that it is the last, and only then the connection goes. Ended without that, as Node would do it, a call that is just
 * being sent is reset, and nobody knows whether it was done.
 */
export class OpenConnections {
  readonly #server: HttpServer
  readonly #sockets = new Set<CallSocket>()
  #isEnding = false
  #calledAt = 0

  constructor(server: HttpServer) {
    this.#server = server
    const opened = server instanceof HttpsServer ? 'secureConnection' : 'connection'
    server.on(opened, (socket: CallSocket) => this.#follow(socket))
  }

  /** Answers say goodbye. */
  get isEnding(): boolean {
    return this.#isEnding
  }

  /** A call has arrived. */
  entered({ raw }: Incoming, reply: OpenCall): void {
    const socket: CallSocket = raw.socket
    // Fastify may listen with a second server, for the other address of this machine.
    if (socket.openedAt === undefined) this.#follow(socket)
    socket[NEWEST] = reply
    if (!this.#isEnding) return
    this.#calledAt = performance.now()
    reply.raw.shouldKeepAlive = false
  }

  /** It was answered. Forgotten, because it holds the whole call, and a connection may be silent for long. */
  left({ raw }: Incoming, reply: OpenCall): void {
    const socket: CallSocket = raw.socket
    if (socket[NEWEST] === reply) socket[NEWEST] = undefined
  }

  /** From now on answers say that their connection ends with them. */
  sayGoodbye(): void {
    this.#isEnding = true
    // Only the newest: those before it on the same connection would take its answer along.
    for (const socket of this.#sockets) {
      const newest = socket[NEWEST]
      if (!newest) continue
      if (newest.raw.headersSent) newest.raw.once('finish', () => socket.end())
      else newest.raw.shouldKeepAlive = false
    }
  }

  /** Waits for what has arrived, then ends every connection; says which calls had to be cut off. */
  async end(withinMs: number): Promise<CutOff> {
    this.sayGoodbye()
    const startedAt = performance.now()
    this.#calledAt = startedAt
    const isOver = () => performance.now() - startedAt >= withinMs
    while (!isOver() && this.#isBusy(performance.now() - startedAt)) await sleep(LOOK_MS)
    const cutOff = this.#callsUnderWay()
    // Those that were opened a moment ago are taken in, before nobody is any more.
    await breathe()
    // Not by the server's own: that would cut off connections that look idle.
    NetServer.prototype.close.call(this.#server)
    for (const socket of this.#sockets) if (!isUnderWay(socket)) socket.end()
    const lingerUntil = performance.now() + LINGER_MS
    while (this.#sockets.size > 0 && performance.now() < lingerUntil) await sleep(LOOK_MS)
    this.#server.closeAllConnections()
    return cutOff
  }

  #follow(socket: CallSocket): void {
    socket.openedAt = performance.now()
    // What `inject` calls a socket never closes.
    if (!(socket instanceof Socket)) return
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
  }

  #isBusy(forMs: number): boolean {
    const now = performance.now()
    if (this.#sockets.size > 0 && now - this.#calledAt < QUIET_MS && forMs < NOT_YET_HERE_MS) return true
    const reading = forMs < NOT_YET_HERE_MS ? beingRead(this.#server) : undefined
    for (const socket of this.#sockets) {
      if (isUnderWay(socket)) return true
      const isYoung = now - (socket.openedAt ?? 0) < YOUNG_MS && forMs < NOT_YET_HERE_MS
      if (isYoung && socket.bytesRead === 0) return true
      if (socket.bytesRead > 0 && reading?.has(socket)) return true
    }
    return false
  }

  #callsUnderWay(): CutOff {
    const calls: CutOff = {}
    for (const socket of this.#sockets) {
      const newest = isUnderWay(socket) ? socket[NEWEST] : undefined
      if (!newest) continue
      const call = `${newest.request.method} ${newest.request.routeOptions.url ?? 'none'}`
      calls[call] = (calls[call] ?? 0) + 1
    }
    return calls
  }
}

/** Answers leave in the order of their calls: with the newest all are through. */
function isUnderWay(socket: CallSocket): boolean {
  const newest = socket[NEWEST]
  return newest !== undefined && !newest.raw.writableFinished && !newest.raw.destroyed
}

/** Connections of which Node has read a part of a call. It keeps them where its types do not show them. */
function beingRead(server: HttpServer): Set<unknown> {
  const key = Object.getOwnPropertySymbols(server).find(
    ({ description }) => description === 'http.server.connections',
  )
  const list = key && (server as unknown as Record<symbol, { active?(): { socket: unknown }[] }>)[key]
  return new Set(list?.active?.().map(({ socket }) => socket))
}
