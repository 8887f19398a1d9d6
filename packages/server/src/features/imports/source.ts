import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportError } from '@latchwork/contract'
import { isModestJson } from '@latchwork/contract/modest-json'
import type { Ctx } from '../../platform/context.ts'

/** The other side cannot be asked now; somebody has to come back. */
export class Pause extends Error {
  /** Undefined: as long as our own schedule says. */
  readonly waitMs: number | undefined

  constructor(reason: string, waitMs?: number) {
    super(reason)
    this.waitMs = waitMs
  }
}

/** It is of no use to go on asking. */
export class Refusal extends Error {
  readonly code: ImportError

  constructor(code: ImportError) {
    super(code)
    this.code = code
  }
}

/** What the other side answered: a JSON value, or that the token may not see it, or that it is not there. */
export type Answer = { kind: 'value'; value: unknown } | { kind: 'denied' } | { kind: 'missing' }

export interface Source {
  /** How far apart its requests are now: whoever goes on later begins with it. */
  readonly gapMs: number
  /** How many entries of a log it gives at a time, where that is not what the interface gives. */
  readonly logPage?: number
  /** Of what does not change any more: of which moment it tells. */
  readonly takenAt?: number
  /** It tells stays as well. */
  readonly hasStays?: true
  get(path: string, most?: number): Promise<Answer>
}

/** Requests to somebody else's service leave at this distance at least: fifty a second at most. */
const SHORTEST_GAP_MS = 20
const LONGEST_GAP_MS = 2000
/** After as many that were answered it is tried a little faster again. */
const CALM = 100

/**
 * How fast another service is asked: one request after the other, and slower as soon as it says that it is too much. The
 * time is real: it is about a stranger, who knows nothing of a clock that was moved.
 */
class Pace {
  #gapMs: number
  #answered = 0
  #lastAt = Number.NEGATIVE_INFINITY

  constructor(gapMs: number) {
    this.#gapMs = Math.max(gapMs, SHORTEST_GAP_MS)
  }

  get gapMs(): number {
    return this.#gapMs
  }

  /** Resolves when the next request may leave. */
  async turn(): Promise<void> {
    const waitMs = this.#lastAt + this.#gapMs - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    this.#lastAt = performance.now()
  }

  answered(): void {
    if (++this.#answered < CALM) return
    this.#answered = 0
    this.#gapMs = Math.max(Math.floor(this.#gapMs / 2), SHORTEST_GAP_MS)
  }

  tooFast(): void {
    this.#answered = 0
    this.#gapMs = Math.min(this.#gapMs * 2, LONGEST_GAP_MS)
  }
}

const SECOND_MS = 1000
const LONGEST_PAUSE_MS = 3600 * SECOND_MS

/** How long `Retry-After` asks to wait: seconds, or a date. Undefined where it says nothing that makes sense. */
function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const ms = /^\d{1,6}$/.test(value) ? Number(value) * SECOND_MS : Date.parse(value) - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, SECOND_MS), LONGEST_PAUSE_MS) : undefined
}

/** Two hundred locks with their configuration are half a megabyte. */
const LIST_BYTES = 16 * 1024 * 1024
/** What one lock or one address has. */
export const PART_BYTES = 2 * 1024 * 1024
/** All locks that an account may have, with their members; an account has a few kinds of objects. */
const MOST = { objects: 100_000, members: 1_000_000, shapes: 10_000 }

/**
 * The other account, read only. The token goes to the host it was given for and nowhere else: redirects are not followed.
 */
export function createSource(
  ctx: Ctx<never>,
  { url, token, clientName, gapMs }: { url: string; token: string; clientName: string; gapMs: number },
): Source {
  const pace = new Pace(gapMs)
  return {
    get gapMs() {
      return pace.gapMs
    },
    async get(path, most = LIST_BYTES) {
      await pace.turn()
      const answer = await ctx.outbound.get({
        url: `${url}${path}`,
        headers: { accept: 'application/json', authorization: `Bearer ${token}`, 'user-agent': clientName },
        maxBytes: most,
        redirects: 0,
      })
      if (answer.error !== undefined) throw new Pause(answer.error)
      const { status = 0, headers = {}, body = '' } = answer
      if (status === 429) {
        pace.tooFast()
        throw new Pause('it wants fewer requests', retryAfterMs(headers['retry-after'], ctx.clock.now()))
      }
      pace.answered()
      return judge(status, body, retryAfterMs(headers['retry-after'], ctx.clock.now()))
    },
  }
}

function judge(status: number, body: string, waitMs: number | undefined): Answer {
  if (status === 200) return { kind: 'value', value: parsed(body) }
  if (status === 204) return { kind: 'value', value: [] }
  if (status === 401) throw new Refusal('tokenRefused')
  if (status === 403) return { kind: 'denied' }
  if (status === 404) return { kind: 'missing' }
  if (status >= 500 || status === 408) throw new Pause(`it answered ${status}`, waitMs)
  throw new Refusal('notUnderstood')
}

function parsed(body: string): unknown {
  if (!isModestJson(body, MOST)) throw new Refusal('notUnderstood')
  try {
    return JSON.parse(body)
  } catch {
    throw new Refusal('notUnderstood')
  }
}
