import { type DownAsk, DownCmd, LDP_MAX_BYTES, LDP_REFUSAL, type UpAck } from '@latchwork/contract/device'
import { Compile } from 'typebox/compile'
import { isSignedCommand } from './ldp-signing.ts'

/** How many command ids a device remembers. */
const REMEMBERED_COMMANDS = 64

const commandShape = Compile(DownCmd)

/** How a command ended. */
export interface Answer {
  readonly code: number
  readonly proof?: UpAck['proof']
}

interface KnownCommand {
  /** `undefined` while it is under way. */
  readonly answer: Answer | undefined
  /** What the service reads that gave it. */
  readonly minor: number
}

/** What to do with a received command. */
export type Verdict =
  | { readonly do: 'ignore' }
  | { readonly do: 'refuse'; readonly id: string; readonly code: number }
  /** Received before: give the same answer, `undefined` while it is still under way. */
  | { readonly do: 'repeatAnswer'; readonly id: string; readonly answer: Answer | undefined }
  | { readonly do: 'run'; readonly command: DownCmd }

const IGNORE: Verdict = { do: 'ignore' }

/** Decides which commands may start the motor: each at most once, and none that is late. */
export class CommandGate {
  readonly #deviceId: string
  readonly #key: Buffer
  /** The last commands, oldest first; they outlive the connection. */
  readonly #known = new Map<string, KnownCommand>()
  #session = ''
  #lastCounter = 0

  constructor(deviceId: string, key: Buffer) {
    this.#deviceId = deviceId
    this.#key = key
  }

  /** A new connection: whatever was ordered before it is dead from here on. */
  startSession(session: string): void {
    this.#session = session
    this.#lastCounter = 0
  }

  judge(payload: Buffer, isRetained: boolean, now: number): Verdict {
    // A retained command was ordered at some other time, for whoever comes along.
    if (isRetained || payload.length > LDP_MAX_BYTES) return IGNORE
    const command = parseCommand(payload)
    if (!command) return IGNORE
    const { id, minor = 0 } = command
    const isKnown = this.#known.has(id)
    if (!isSignedCommand(this.#key, this.#deviceId, command)) {
      // A forgery with the id of a real command must not make the service believe that the real one did not run.
      return isKnown ? IGNORE : { do: 'refuse', id, code: LDP_REFUSAL.badSignature }
    }
    // Before the session: after a reconnect "wrong session" would deny a command that did run.
    if (isKnown) return { do: 'repeatAnswer', id, answer: this.#known.get(id)?.answer }
    if (command.sess !== this.#session) return { do: 'refuse', id, code: LDP_REFUSAL.wrongSession }
    if (command.ctr <= this.#lastCounter) return { do: 'refuse', id, code: LDP_REFUSAL.duplicate }
    this.#lastCounter = command.ctr
    if (command.exp <= now) {
      this.#remember(id, { answer: { code: LDP_REFUSAL.expired }, minor })
      return { do: 'refuse', id, code: LDP_REFUSAL.expired }
    }
    this.#remember(id, { answer: undefined, minor })
    return { do: 'run', command }
  }

  /**
   * The service asks what became of a command, in a message that was checked like settings. One that did not come is
   * refused from here on. Of one that others have overtaken nobody can tell any more whether it ran.
   */
  judgeQuestion({ id, sess, ctr }: Omit<DownAsk, 'sig'>): Verdict {
    if (sess !== this.#session) return IGNORE
    if (this.#known.has(id)) return { do: 'repeatAnswer', id, answer: this.#known.get(id)?.answer }
    if (ctr <= this.#lastCounter) return IGNORE
    this.#lastCounter = ctr
    this.#remember(id, { answer: { code: LDP_REFUSAL.neverCame }, minor: 0 })
    return { do: 'refuse', id, code: LDP_REFUSAL.neverCame }
  }

  /** Notes how a command ended, for the case that it arrives again, or is asked for. */
  finish(id: string, answer: Answer): void {
    const known = this.#known.get(id)
    if (known) this.#known.set(id, { ...known, answer })
  }

  /** The minor version that the service speaks which gave this command; 0 where nobody knows. */
  minorOf(id: string): number {
    return this.#known.get(id)?.minor ?? 0
  }

  #remember(id: string, command: KnownCommand): void {
    this.#known.set(id, command)
    if (this.#known.size <= REMEMBERED_COMMANDS) return
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest)
      return
    }
  }
}

function parseCommand(payload: Buffer): DownCmd | undefined {
  try {
    const value: unknown = JSON.parse(payload.toString('utf8'))
    return commandShape.Check(value) ? value : undefined
  } catch {
    return undefined
  }
}
