import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { networkOf } from '../platform/net/ip-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    slot: Slot | undefined
  }
}

/**
 * What a request takes up: the place of a body that still arrives, or that of work at hand. A stream, and what was
 * refused because no place was left, take only their connection.
 */
interface Slot {
  readonly kind: 'body' | 'work' | 'stream' | 'refused'
  readonly network: string
}

/** A call that takes a place; Fastify's requests are such. */
export interface SlotCall {
  readonly raw: IncomingMessage
  readonly ip: string
  slot: Slot | undefined
}

interface ConnectionSlots {
  /** Several where requests are pipelined. */
  readonly taken: Set<Slot>
  /** The sweep in which something last came to an end here, or a good piece of a long answer was taken. */
  movedAt: number
  /** Bytes the client had taken by then, or where nobody asked then, at the first sweep that saw more of them. */
  sentByMove: number | undefined
  /** Bytes the client had taken at the last sweep, and the sweep in which they last became more. */
  sent: number
  sentAt: number
  isStreaming: boolean
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
}

/** One network may have this share of all places of a kind, so that slow senders and readers cannot take them all. */
const NETWORK_SHARE = 1 / 4
/**
 * Requests of one connection at the same time. Browsers and libraries wait for each answer; a packet has room for more
 * than a thousand requests, whose answers would all have to be kept for a client that does not read them.
 */
const MAX_PIPELINED = 16
/** Sweeps in the time an answer may take. */
const SWEEPS = 24
/** Whoever takes so many bytes in the time an answer may take is reading a long one, and not a byte now and then. */
const STEADY_BYTES = 1_048_576
/** Sweeps without a byte taken, after which a client makes room while others are turned away. */
const SWEEPS_UNDER_PRESSURE = 2

/**
 * Counts what is under way. Whatever becomes of a request, the end of its connection gives back what it held: answers
 * that were never finished, and pipelined ones that never began, have no other end that is certain.
 */
export class RequestSlots {
  readonly #max: number
  readonly #share: number
  readonly #sockets = new Set<SlotSocket>()
  readonly #taken = { body: 0, work: 0 }
  readonly #byNetwork = { body: new Map<string, number>(), work: new Map<string, number>() }
  readonly #sweeping: NodeJS.Timeout
  #sweep = 0
  /** Somebody was turned away since the last sweep. */
  #isPressed = false

  constructor({ max, answerWithinMs }: RequestSlotsOptions) {
    this.#max = max
    this.#share = Math.ceil(max * NETWORK_SHARE)
    this.#sweeping = setInterval(() => this.#giveUpStuck(), answerWithinMs / SWEEPS).unref()
  }

  get working(): number {
    return this.#taken.work
  }

  /** Would `enter` have a place of work for it? For what needs one only while its answer is not taken. */
  hasRoomFor({ raw: { socket }, ip }: SlotCall): boolean {
    const held = this.#heldBy(socket)
    if (held.isStreaming || held.taken.size >= MAX_PIPELINED) return false
    // Fewer than one network may have in all: the common case, and counting is dearer.
    return this.#taken.work < this.#share || this.#hasRoom('work', networkOf(ip))
  }

  /** Takes the place of work, or of a body where one is still to come; false when there is none left. */
  enter(request: SlotCall): boolean {
    const { socket } = request.raw
    const held = this.#heldBy(socket)
    // Behind a stream an answer would wait, and hold its place, for ever.
    if (held.isStreaming || held.taken.size >= MAX_PIPELINED) {
      socket.destroy()
      return false
    }
    if (!hasBody(request)) return this.#take(request, held, 'work')
    // What will be work has no use for its body when there is no room for work.
    return this.#take(request, held, 'body') && this.#taken.work < this.#max
  }

  /** The body is complete: from now on the request is work; false when there is no place for it. */
  bodyArrived(request: SlotCall): boolean {
    if (request.slot?.kind !== 'body') return true
    this.leave(request)
    return this.#take(request, this.#heldBy(request.raw.socket), 'work')
  }

  /** Gives back what the request holds; harmless when called twice or after its connection ended. */
  leave(request: SlotCall): void {
    const { slot } = request
    if (slot === undefined) return
    request.slot = undefined
    const held = this.#heldBy(request.raw.socket)
    this.#noteMove(held)
    if (slot.kind === 'stream') held.isStreaming = false
    if (held.taken.delete(slot)) this.#giveBack(slot)
  }

  /** The answer may stay open for days: it keeps its connection to itself, and no place. */
  leaveForStream(request: SlotCall): void {
    this.leave(request)
    const { socket } = request.raw
    const held = this.#heldBy(socket)
    if (held.taken.size > 0) socket.destroy()
    if (!held.isOpen || socket.destroyed) return
    request.slot = { kind: 'stream', network: '' }
    held.taken.add(request.slot)
    held.isStreaming = true
  }

  stop(): void {
    clearInterval(this.#sweeping)
  }

  #take(request: SlotCall, held: ConnectionSlots, kind: 'body' | 'work'): boolean {
    if (!held.isOpen) return true
    const network = networkOf(request.ip)
    const hasRoom = this.#hasRoom(kind, network)
    if (held.taken.size === 0) this.#noteMove(held)
    // Refusals are answers, too, and may be left unread.
    request.slot = { kind: hasRoom ? kind : 'refused', network }
    held.taken.add(request.slot)
    if (hasRoom) {
      this.#taken[kind] += 1
      this.#byNetwork[kind].set(network, this.#placesOf(kind, network) + 1)
    } else {
      this.#isPressed = true
    }
    return hasRoom
  }

  #hasRoom(kind: 'body' | 'work', network: string): boolean {
    return this.#taken[kind] < this.#max && this.#placesOf(kind, network) < this.#share
  }

  #placesOf(kind: 'body' | 'work', network: string): number {
    return this.#byNetwork[kind].get(network) ?? 0
  }

  #giveBack({ kind, network }: Slot): void {
    if (kind === 'refused' || kind === 'stream') return
    const left = this.#placesOf(kind, network) - 1
    if (left === 0) this.#byNetwork[kind].delete(network)
    else this.#byNetwork[kind].set(network, left)
    this.#taken[kind] -= 1
  }

  #heldBy(socket: SlotSocket): ConnectionSlots {
    return socket[HELD] ?? this.#follow(socket)
  }

  #follow(socket: SlotSocket): ConnectionSlots {
    const held: ConnectionSlots = {
      taken: new Set(),
      movedAt: this.#sweep,
      sentByMove: undefined,
      sent: 0,
      sentAt: this.#sweep,
      isStreaming: false,
      isOpen: !socket.destroyed,
    }
    socket[HELD] = held
    // What `inject` calls a socket never closes.
    if (socket instanceof Socket) this.#sockets.add(socket)
    socket.once('close', () => {
      held.isOpen = false
      this.#sockets.delete(socket)
      for (const slot of held.taken) this.#giveBack(slot)
      held.taken.clear()
    })
    return held
  }

  /** A client that does not read its answers, or reads a byte now and then, would hold its places for ever. */
  #giveUpStuck(): void {
    this.#sweep += 1
    for (const socket of this.#sockets) {
      const held = socket[HELD]
      // Bytes that wait for the client tell a slow reader from slow work of ours.
      if (!held || held.taken.size === 0 || held.isStreaming) continue
      // Whoever has taken all there is so far is not behind.
      if (socket.writableLength === 0) {
        held.sentAt = this.#sweep
        this.#noteMove(held)
        continue
      }
      this.#noteProgress(held, socket.bytesWritten - socket.writableLength)
      const isStuck = this.#sweep - held.movedAt > SWEEPS
      const isInTheWay = this.#isPressed && this.#sweep - held.sentAt >= SWEEPS_UNDER_PRESSURE
      if (isStuck || isInTheWay) socket.destroy()
    }
    this.#isPressed = false
  }

  #noteProgress(held: ConnectionSlots, sent: number): void {
    if (sent === held.sent) return
    held.sent = sent
    held.sentAt = this.#sweep
    held.sentByMove ??= sent
    if (sent - held.sentByMove >= STEADY_BYTES) this.#noteMove(held, sent)
  }

  /** Calls do not say what was sent: a socket has to add that up, and the next sweep asks it anyway. */
  #noteMove(held: ConnectionSlots, sent?: number): void {
    held.movedAt = this.#sweep
    held.sentByMove = sent
  }
}

/** GET and HEAD are worked on without their body, should there be one. */
function hasBody({ raw: { method, headers } }: SlotCall): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}
