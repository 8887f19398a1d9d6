import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    slot: Slot
  }
}

/** What a request takes up: nothing (any more), the place of a body that still arrives, or the place of work at hand. */
type Slot = 'none' | AwaitedBody | 'work'

interface AwaitedBody {
  readonly network: string
}

interface ConnectionSlots {
  working: number
  /** Several where requests are pipelined: the next one is seen before the body of the one before was handed over. */
  readonly bodies: Set<AwaitedBody>
  /** The sweep in which something last came to an end here. */
  movedAt: number
  isOpen: boolean
}

/** Where the connection keeps what it holds: one look-up on an object at hand instead of one in a table of thousands. */
const HELD = Symbol('slots held')
type SlotSocket = Socket & { [HELD]?: ConnectionSlots }

export interface RequestSlotsOptions {
  /** Requests worked on at most, and bodies awaited at most. */
  readonly max: number
  /** An answer that nobody takes is given up then. */
  readonly answerWithinMs: number
  readonly networkOf: (request: FastifyRequest) => string
}

/** One network may have this share of all bodies under way, so that slow senders cannot take them all. */
const BODY_SHARE = 1 / 4
/** Sweeps in the time an answer may take. */
const SWEEPS = 4

/**
 * Counts what is under way. Whatever becomes of a request, the end of its connection gives back what it held: answers
 * that were never finished, and pipelined ones that never began, have no other end that is certain.
 */
export class RequestSlots {
  readonly #max: number
  readonly #networkOf: (request: FastifyRequest) => string
  readonly #sockets = new Set<SlotSocket>()
  readonly #bodies = new Map<string, number>()
  readonly #sweeping: NodeJS.Timeout
  #working = 0
  #awaited = 0
  #sweep = 0

  constructor({ max, answerWithinMs, networkOf }: RequestSlotsOptions) {
    this.#max = max
    this.#networkOf = networkOf
    this.#sweeping = setInterval(() => this.#giveUpStuck(), answerWithinMs / SWEEPS).unref()
  }

  get working(): number {
    return this.#working
  }

  /** Takes the place of work, or of a body where one is still to come; false when there is none left. */
  enter(request: FastifyRequest): boolean {
    const held = this.#heldBy(request.raw.socket)
    if (!hasBody(request)) {
      this.#work(request, held)
      return this.#working <= this.#max
    }
    if (!held.isOpen) return true
    const network = this.#networkOf(request)
    const mine = this.#bodies.get(network) ?? 0
    if (this.#awaited >= this.#max || mine >= Math.ceil(this.#max * BODY_SHARE)) return false
    this.#bodies.set(network, mine + 1)
    this.#awaited += 1
    request.slot = { network }
    held.bodies.add(request.slot)
    return this.#working < this.#max
  }

  /** The body is complete: from now on the request is work; false when there is no place for it. */
  bodyArrived(request: FastifyRequest): boolean {
    if (typeof request.slot === 'string') return true
    this.leave(request)
    this.#work(request, this.#heldBy(request.raw.socket))
    return this.#working <= this.#max
  }

  /** Gives back what the request holds; harmless when called twice or after its connection ended. */
  leave(request: FastifyRequest): void {
    const { slot } = request
    if (slot === 'none') return
    request.slot = 'none'
    const held = this.#heldBy(request.raw.socket)
    if (!held.isOpen) return
    held.movedAt = this.#sweep
    if (slot === 'work') {
      held.working -= 1
      this.#working -= 1
    } else if (held.bodies.delete(slot)) {
      this.#endBody(slot)
    }
  }

  stop(): void {
    clearInterval(this.#sweeping)
  }

  #work(request: FastifyRequest, held: ConnectionSlots): void {
    if (!held.isOpen) return
    if (held.working === 0) held.movedAt = this.#sweep
    held.working += 1
    this.#working += 1
    request.slot = 'work'
  }

  #endBody({ network }: AwaitedBody): void {
    const left = (this.#bodies.get(network) ?? 1) - 1
    if (left === 0) this.#bodies.delete(network)
    else this.#bodies.set(network, left)
    this.#awaited -= 1
  }

  #heldBy(socket: SlotSocket): ConnectionSlots {
    return socket[HELD] ?? this.#follow(socket)
  }

  #follow(socket: SlotSocket): ConnectionSlots {
    const held: ConnectionSlots = {
      working: 0,
      bodies: new Set(),
      movedAt: this.#sweep,
      isOpen: !socket.destroyed,
    }
    socket[HELD] = held
    // What `inject` calls a socket never closes.
    if (socket instanceof Socket) this.#sockets.add(socket)
    socket.once('close', () => {
      held.isOpen = false
      this.#sockets.delete(socket)
      this.#working -= held.working
      held.working = 0
      for (const body of held.bodies) this.#endBody(body)
      held.bodies.clear()
    })
    return held
  }

  /** A client that does not read its answers, or reads a byte now and then, would hold its places for ever. */
  #giveUpStuck(): void {
    this.#sweep += 1
    for (const socket of this.#sockets) {
      const held = socket[HELD]
      const isStuck = held && held.working > 0 && this.#sweep - held.movedAt > SWEEPS
      // Bytes that wait for the client tell a slow reader from slow work of ours.
      if (isStuck && socket.writableLength > 0) socket.destroy()
    }
  }
}

/** GET and HEAD are worked on without their body, should there be one. */
function hasBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}
