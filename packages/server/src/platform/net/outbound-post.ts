import type { Dispatcher } from 'undici'

/** Bodies of answers to posts mean nothing to us; short ones are read so that the connection can be used again. */
const MAX_ANSWER_BYTES = 16_384

/** What came of a POST. Without a status nobody answered, and `error` says why. */
export interface PostResult {
  status?: number
  retryAfter?: string
  /** Where it was asked for: as much of it as is read. */
  answer?: AnswerBytes
  error?: string
  /** It was there and took the request, and has not answered. */
  isSilent?: true
}

export interface AnswerBytes {
  bytes: Buffer
  /** There was more, or it broke off. */
  isCut: boolean
}

export interface Sent {
  readonly origin: string
  readonly path: string
  readonly method: 'POST' | 'PUT'
  readonly headers: Record<string, string>
  readonly body: string | Buffer
}

export interface Asked {
  /** One limit for everything: name, connection, TLS, head and body (D89). */
  readonly withinMs: number
  /** The beginning of the answer is wanted as well. */
  readonly keepsAnswer: boolean
}

/** Nobody answered within the limit. */
export class OutOfTime extends Error {
  readonly code = 'OUT_OF_TIME'
}

/**
 * Sends one request and reads the beginning of its answer. Rejects when there was no answer; one that breaks off or never
 * ends is one nevertheless. Asks undici directly: a stream, a signal and their promises for each post cost as much as the
 * post itself.
 */
export const send = (dispatcher: Dispatcher, sent: Sent, asked: Asked): Promise<PostResult> =>
  new Promise((resolve, reject) => {
    dispatcher.dispatch(sent, new Exchange(asked, resolve, reject))
  })

class Exchange implements Dispatcher.DispatchHandler {
  readonly #asked: Asked
  readonly #resolve: (result: PostResult) => void
  readonly #reject: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  #controller: Dispatcher.DispatchController | undefined
  /** Nobody waits for it any more. */
  #isOver = false
  #status: number | undefined
  #retryAfter: string | undefined
  #size = 0
  #chunks: Buffer[] | undefined

  constructor(asked: Asked, resolve: (result: PostResult) => void, reject: (error: unknown) => void) {
    this.#asked = asked
    this.#resolve = resolve
    this.#reject = reject
    this.#timer = setTimeout(() => this.#fail(new OutOfTime('no answer in time')), asked.withinMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // It waited for a connection for so long that nobody waits for it any more: then it is not sent.
    if (this.#isOver) controller.abort(new OutOfTime('given up before it was sent'))
  }

  onResponseStart(_: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    // What comes before the answer (1xx) is none.
    if (status < 200) return
    this.#status = status
    const retryAfter = headers['retry-after']
    if (typeof retryAfter === 'string') this.#retryAfter = retryAfter
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#size += chunk.length
    if (this.#asked.keepsAnswer) {
      this.#chunks ??= []
      this.#chunks.push(chunk)
    }
    // The connection ends with it: what comes after is not even received.
    if (this.#size > MAX_ANSWER_BYTES) this.#fail(new Error('the answer is too long'))
  }

  onResponseEnd(): void {
    this.#end(false)
  }

  onResponseError(_: unknown, error: unknown): void {
    this.#fail(error)
  }

  #fail(error: unknown): void {
    if (this.#isOver) return
    if (this.#status === undefined) {
      this.#isOver = true
      clearTimeout(this.#timer)
      this.#reject(error)
    } else this.#end(true)
    this.#controller?.abort(error as Error)
  }

  #end(isCut: boolean): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    const result: PostResult = { status: this.#status as number }
    if (this.#retryAfter !== undefined) result.retryAfter = this.#retryAfter
    if (this.#chunks) result.answer = beginningOf(this.#chunks, isCut)
    this.#resolve(result)
  }
}

const beginningOf = (chunks: readonly Buffer[], isCut: boolean): AnswerBytes => ({
  bytes: Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES),
  isCut,
})
