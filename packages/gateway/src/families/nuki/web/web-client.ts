import { isModestJson } from '@latchwork/contract/modest-json'
import type { FamilyTools } from '../../../family.ts'

/** What the service said to one request. */
export type WebAnswer =
  | { readonly said: 'yes'; readonly value: unknown }
  /** It took nothing of it. */
  | { readonly said: 'no'; readonly status: number; readonly code?: string }
  /** Surely nothing was taken: it wants a pause, or there was no time left. */
  | { readonly said: 'notAsked' }
  /** No answer, or one that says nothing: whether it took it nobody knows. */
  | { readonly said: 'nothing' }

interface Asked {
  readonly signal: AbortSignal
  readonly body?: object
  /** For an order: it passes what waits. */
  readonly isUrgent?: boolean
}

/** Requests to somebody else's service leave at this distance at least. */
const SHORTEST_GAP_MS = 20
const LONGEST_GAP_MS = 2000
/** After as many that were answered it is tried a little faster again. */
const CALM = 100
/** So short that who waits in line behind a silent one still has its own time. */
const ANSWER_MS = 10_000
/** 429 without a word about when. */
const PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 3_600_000
/** The codes of 500 locks are some megabytes. */
const MOST_BYTES = 16 * 1024 * 1024

/** What 500 locks with a hundred codes each are made of. */
const MOST_PARTS = { objects: 200_000, members: 1_000_000, shapes: 10_000 }

const NOT_ASKED: WebAnswer = { said: 'notAsked' }
const NOTHING: WebAnswer = { said: 'nothing' }

/**
 * Asks the service of the maker: one request after the other, and slower as soon as it says that it is too much. The token
 * goes to the host it was written for and nowhere else.
 */
export class WebClient {
  readonly #base: string
  readonly #token: string
  readonly #clock: FamilyTools['clock']
  #gapMs = SHORTEST_GAP_MS
  #answered = 0
  #nextAt = 0
  #pausedUntil = 0
  #line: Promise<unknown> = Promise.resolve()

  constructor(base: string, token: string, { clock }: FamilyTools) {
    this.#base = base.replace(/\/+$/, '')
    this.#token = token
    this.#clock = clock
  }

  /** How long it wants to be left alone. */
  get pauseMs(): number {
    return Math.max(0, this.#pausedUntil - this.#clock.now())
  }

  get(path: string, asked: Asked): Promise<WebAnswer> {
    return this.ask('GET', path, asked)
  }

  async ask(method: string, path: string, asked: Asked): Promise<WebAnswer> {
    if (this.pauseMs > 0) return NOT_ASKED
    if (asked.isUrgent) return await this.#send(method, path, asked)
    const inLine = this.#line.then(async () => {
      const isTurn = await passed(this.#clock, this.#nextAt - this.#clock.now(), asked.signal)
      return isTurn && this.pauseMs === 0 ? await this.#send(method, path, asked) : NOT_ASKED
    })
    this.#line = inLine
    return await inLine
  }

  async #send(method: string, path: string, { signal, body }: Asked): Promise<WebAnswer> {
    if (signal.aborted) return NOT_ASKED
    this.#nextAt = this.#clock.now() + this.#gapMs
    try {
      const response = await fetch(`${this.#base}${path}`, {
        method,
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${this.#token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await textOf(response)
      if (response.status === 429) return this.#tooFast(response.headers.get('retry-after'))
      this.#wasAnswered()
      return text === undefined ? NOTHING : judge(response.status, text)
    } catch {
      return NOTHING
    }
  }

  #wasAnswered(): void {
    if (++this.#answered < CALM) return
    this.#answered = 0
    this.#gapMs = Math.max(Math.floor(this.#gapMs / 2), SHORTEST_GAP_MS)
  }

  #tooFast(retryAfter: string | null): WebAnswer {
    this.#answered = 0
    this.#gapMs = Math.min(this.#gapMs * 2, LONGEST_GAP_MS)
    const now = this.#clock.now()
    const asked = /^\d{1,6}$/.test(retryAfter ?? '')
      ? Number(retryAfter) * 1000
      : Date.parse(retryAfter ?? '') - now
    const pauseMs = Number.isFinite(asked) ? Math.min(Math.max(asked, 1000), LONGEST_PAUSE_MS) : PAUSE_MS
    this.#pausedUntil = now + pauseMs
    return NOT_ASKED
  }
}

function judge(status: number, text: string): WebAnswer {
  if (status === 204) return { said: 'yes', value: undefined }
  if (status >= 200 && status < 300) {
    const value = text === '' ? null : parsed(text)
    // A web page, for example: taken for an empty list, it would call all locks away.
    return value === undefined ? NOTHING : { said: 'yes', value: value ?? undefined }
  }
  // 408: it did not hear it out.
  if (status < 400 || status >= 500 || status === 408) return NOTHING
  const code = (parsed(text) as { code?: unknown } | undefined)?.code
  return { said: 'no', status, ...(typeof code === 'string' && { code: code.slice(0, 64) }) }
}

function parsed(text: string): unknown {
  if (!isModestJson(text, MOST_PARTS)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined: it says more than makes sense. */
async function textOf({ body }: Response): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    if (length > MOST_BYTES) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Waits; false when the signal fires before. */
export function passed(clock: FamilyTools['clock'], ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false)
  if (ms <= 0) return Promise.resolve(true)
  return new Promise((resolve) => {
    const end = (hasPassed: boolean) => {
      cancel()
      signal.removeEventListener('abort', giveUp)
      resolve(hasPassed)
    }
    const giveUp = () => end(false)
    const cancel = clock.after(ms, () => end(true))
    signal.addEventListener('abort', giveUp, { once: true })
  })
}
