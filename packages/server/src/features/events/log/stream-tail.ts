import type { EventOutlet, StreamRequest } from '../../../http/event-stream.ts'
import type { Ctx } from '../../../platform/context.ts'
import { frameOf, type StreamFormat } from './present.ts'
import { type Bounds, isAbout } from './rules.ts'
import { pageAfter } from './service.ts'
import * as store from './store.ts'

const PAGE = 500

export interface Subscriber {
  readonly outlet: EventOutlet
  readonly accountId: number
  readonly apiKeyId: number | null
  readonly format: StreamFormat
  readonly revalidate: StreamRequest['revalidate']
  features: ReadonlySet<string>
  bounds: Bounds
  /** When the token ends by itself. */
  expiresAt: number
  /** Everything up to here was sent or is not for this client. */
  cursor: string
  /** True once it has caught up: from then on it is fed from the shared reading of its account. */
  isLive: boolean
}

/** The streams of one account share one reading of the log, however many there are. */
export class Tail {
  readonly accountId: number
  readonly subscribers = new Set<Subscriber>()
  readonly #system: Ctx<never>
  /** How far the shared reading is. */
  cursor: string
  #reading: Promise<void> | undefined
  #again = false

  constructor(system: Ctx<never>, accountId: number, cursor: string) {
    this.#system = system
    this.accountId = accountId
    this.cursor = cursor
  }

  /** Sends what is new to everybody of the account; one reading at a time. */
  advance(): Promise<void> {
    this.#again = true
    this.#reading ??= this.#readOn()
      .catch((error: unknown) => this.#system.log.error({ err: error }, 'reading the event log failed'))
      .finally(() => {
        this.#reading = undefined
      })
    return this.#reading
  }

  async #readOn(): Promise<void> {
    while (this.#again && this.subscribers.size > 0) {
      this.#again = false
      const rows = await store.listAll(this.#system.db, this.accountId, this.cursor, PAGE)
      for (const row of rows) this.#broadcast(row, this.#system.clock.now())
      if (rows.length === PAGE) this.#again = true
    }
  }

  /** The frame is built once, whoever gets it. */
  #broadcast(row: store.EventRow, now: number): void {
    let frame: ReturnType<typeof frameOf> | undefined
    for (const subscriber of this.subscribers) {
      if (!subscriber.isLive || subscriber.cursor >= row.id) continue
      subscriber.cursor = row.id
      if (subscriber.expiresAt <= now) subscriber.outlet.end()
      if (!sees(subscriber, row)) continue
      frame ??= frameOf(row)
      subscriber.outlet.write(frame[subscriber.format])
    }
    this.cursor = row.id
  }

  /** Reads on until nothing is left between the client and the shared reading; then, in the same moment, joins it. */
  async catchUp(subscriber: Subscriber): Promise<void> {
    while (subscriber.outlet.isOpen) {
      if (subscriber.cursor >= this.cursor) {
        subscriber.isLive = true
        return
      }
      const page = await pageAfter(this.#system.db, subscriber.accountId, {
        after: subscriber.cursor,
        features: [...subscriber.features] as never[],
        apiKeyId: subscriber.apiKeyId,
        ...subscriber.bounds,
        limit: PAGE,
      })
      for (const row of page?.rows ?? []) subscriber.outlet.write(frameOf(row)[subscriber.format])
      // Without a page the rows up to the shared reading are past their time and gone.
      subscriber.cursor = page?.next ?? this.cursor
      await subscriber.outlet.drained()
    }
  }
}

const sees = (subscriber: Subscriber, row: store.EventRow): boolean =>
  isAbout(subscriber.bounds, row) &&
  (row.feature === 'CALLBACK'
    ? row.api_key_id !== null && row.api_key_id === subscriber.apiKeyId
    : subscriber.features.has(row.feature))
