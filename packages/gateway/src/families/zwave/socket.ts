import { WebSocket } from 'ws'
import type { FamilyTools, HubTrouble } from '../../family.ts'
import { type Frame, type HubEvent, type Members, type Reply, readFrame, type SchemaRange } from './frame.ts'

/** Users and credentials came with 48; before 29 an order was answered with true or false, which proves nothing. */
const NEWEST_SCHEMA = 48
const OLDEST_SCHEMA = 29

/** The longest answer is the first: everything about every node. Afterwards one node at most. */
const LONGEST_FRAME = 32 * 1024 * 1024
const LONGEST_LATER_FRAME = 2 * 1024 * 1024

const GREETING_MS = 10_000
/** Other programs use the same radio: an answer may wait behind theirs. A hub that takes longer is broken. */
const ANSWER_MS = 120_000
const HEARTBEAT_MS = 15_000
/** A client that was refused for this reason may come again: the controller is still starting. */
const TRY_AGAIN_LATER = 1013

export interface Greeting {
  readonly homeId: number
  readonly version: string
  readonly schema: number
  /** All nodes, as the hub knows them. */
  readonly nodes: readonly unknown[]
}

export interface SocketOwner {
  /** The hub has told all it knows; events follow. */
  opened(greeting: Greeting): void
  heard(event: HubEvent): void
  /** Called once, also when it never opened. Every request that waited has been answered with `gone`. */
  ended(trouble: HubTrouble): void
}

export type Answer = Reply | { readonly ok: false; readonly error: 'gone' }

const GONE: Answer = { ok: false, error: 'gone' }

/** One connection to a Z-Wave server, from the first byte to the last; the next one is another object. */
export class HubSocket {
  readonly #tools: FamilyTools
  readonly #owner: SocketOwner
  readonly #newestSchema: number
  readonly #socket: WebSocket
  readonly #waiting = new Map<string, (answer: Answer) => void>()
  readonly #quiet = new Set<() => void>()
  #stopTimer: () => void
  #lastId = 0
  #stage: 'greeting' | 'opening' | 'open' | 'ended' = 'greeting'
  #version: { homeId: number; version: string; schema: number } | undefined
  #isAlive = true

  constructor(address: string, tools: FamilyTools, owner: SocketOwner, newestSchema = NEWEST_SCHEMA) {
    this.#tools = tools
    this.#owner = owner
    this.#newestSchema = newestSchema
    // No compression: nothing is gained on the way to a neighbour, and a small frame cannot become a large one.
    this.#socket = new WebSocket(address, {
      maxPayload: LONGEST_FRAME,
      perMessageDeflate: false,
      handshakeTimeout: GREETING_MS,
      followRedirects: false,
    })
    this.#stopTimer = tools.clock.after(GREETING_MS * 2, () =>
      this.#end(this.#stage === 'greeting' ? 'wrongProtocol' : 'noAnswer'),
    )
    this.#socket.on('message', (data) => this.#receive(data as Buffer))
    this.#socket.on('pong', () => {
      this.#isAlive = true
    })
    this.#socket.on('error', (error) => this.#end(this.#troubleOf(error)))
    this.#socket.on('close', (code) =>
      this.#end(code === TRY_AGAIN_LATER ? 'notReady' : this.#troubleOnClose()),
    )
  }

  get schema(): number {
    return this.#version?.schema ?? 0
  }

  /** Requests that the hub has not answered; it has no way to take one back. */
  get outstanding(): number {
    return this.#waiting.size
  }

  /** True as soon as nothing of ours is under way, false when the signal fires before. */
  async quiet(signal: AbortSignal): Promise<boolean> {
    while (this.#waiting.size > 0 && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const done = () => {
          signal.removeEventListener('abort', done)
          this.#quiet.delete(done)
          resolve()
        }
        signal.addEventListener('abort', done, { once: true })
        this.#quiet.add(done)
      })
    }
    return !signal.aborted
  }

  /** Answered in any case: by the hub, or with `gone` when the connection ends. */
  request(command: string, args: Members = {}): Promise<Answer> {
    if (this.#stage === 'ended') return Promise.resolve(GONE)
    const messageId = String(++this.#lastId)
    return new Promise((resolve) => {
      const stop = this.#tools.clock.after(ANSWER_MS, () => this.#end('misbehaved'))
      this.#waiting.set(messageId, (answer) => {
        stop()
        this.#waiting.delete(messageId)
        if (this.#waiting.size === 0) for (const tell of [...this.#quiet]) tell()
        resolve(answer)
      })
      this.#socket.send(JSON.stringify({ ...args, messageId, command }))
    })
  }

  close(): void {
    this.#end('lost')
  }

  #receive(data: Buffer): void {
    if (this.#stage === 'ended') return
    const isTooLong = this.#stage === 'open' && data.length > LONGEST_LATER_FRAME
    const frame = isTooLong ? undefined : readFrame(data)
    if (frame) this.#take(frame)
    else this.#end(this.#stage === 'greeting' ? 'wrongProtocol' : 'misbehaved')
  }

  #take(frame: Frame): void {
    if (this.#stage === 'greeting') this.#greet(frame)
    else if (frame.kind === 'result') this.#waiting.get(frame.id)?.(frame.reply)
    else if (frame.kind === 'event' && this.#stage === 'open') this.#owner.heard(frame.event)
  }

  #greet(frame: Frame): void {
    const schema = frame.kind === 'version' ? commonSchema(frame.schemas, this.#newestSchema) : undefined
    if (frame.kind !== 'version') this.#end('wrongProtocol')
    else if (schema === undefined) this.#end('tooOld')
    else {
      this.#version = { homeId: frame.homeId, version: frame.version, schema }
      this.#stage = 'opening'
      void this.#listen(schema)
    }
  }

  async #listen(schemaVersion: number): Promise<void> {
    const agreed = await this.request('initialize', { schemaVersion, additionalUserAgentComponents: {} })
    const told = agreed.ok ? await this.request('start_listening') : agreed
    const state = told.ok ? told.result.state : undefined
    const nodes = (state as { nodes?: unknown } | undefined)?.nodes
    if (this.#stage !== 'opening' || !this.#version) return
    if (!Array.isArray(nodes)) {
      this.#end('misbehaved')
      return
    }
    this.#stage = 'open'
    this.#stopTimer()
    this.#beat()
    this.#owner.opened({ ...this.#version, nodes })
  }

  /** A hub whose machine was switched off closes nothing. */
  #beat(): void {
    this.#stopTimer = this.#tools.clock.after(HEARTBEAT_MS, () => {
      if (!this.#isAlive) {
        this.#end('lost')
        return
      }
      this.#isAlive = false
      this.#socket.ping()
      this.#beat()
    })
  }

  #troubleOf(error: Error): HubTrouble {
    const code = (error as { code?: unknown }).code
    if (this.#stage === 'open') return code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' ? 'misbehaved' : 'lost'
    if (typeof code === 'string' && code.startsWith('WS_ERR')) return 'misbehaved'
    // An answer that is no WebSocket: a web page, another service, another protocol altogether.
    if (code === undefined || code === 'ECONNRESET' || String(code).startsWith('HPE_')) return 'wrongProtocol'
    return 'noAnswer'
  }

  #troubleOnClose(): HubTrouble {
    return this.#stage === 'open' ? 'lost' : this.#stage === 'greeting' ? 'wrongProtocol' : 'misbehaved'
  }

  #end(trouble: HubTrouble): void {
    if (this.#stage === 'ended') return
    this.#stage = 'ended'
    this.#stopTimer()
    for (const answer of [...this.#waiting.values()]) answer(GONE)
    this.#socket.terminate()
    this.#owner.ended(trouble)
  }
}

/** The newest schema that both sides speak; undefined when that is none, or one whose answers prove nothing. */
function commonSchema({ min, max }: SchemaRange, newest: number): number | undefined {
  const schema = Math.min(newest, max)
  return schema >= min && schema >= OLDEST_SCHEMA ? schema : undefined
}
