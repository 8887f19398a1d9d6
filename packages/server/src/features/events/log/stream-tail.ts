import type { EventOutlet, StreamRequest } from '../../../http/event-stream.ts'
import type { Ctx, Principal } from '../../../platform/context.ts'
import { createTurns, type Turns } from '../../../platform/work/turns.ts'
import type { Woken } from '../../../platform/work/wake.ts'
import { frameOf, type StreamFormat } from './present.ts'
import { type Bounds, isAbout, visibleFeatures } from './rules.ts'
import { pageAfter } from './service.ts'
import * as store from './store.ts'

const PAGE = 500

export interface Subscriber {
  readonly outlet: EventOutlet
  /** Whose events it gets. */
  readonly accountId: number
  /** Whose token it came with: the same, or a sub-account of it. */
  readonly ownAccountId: number
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
  /** How often something changed about what it may see, and how many of these changes its rights and bounds know of. */
  changes: number
  known: number
  /** What it may see is being looked up. */
  look: Promise<void> | undefined
}

/** One look costs a few statements: a change that concerns everybody must not take all connections to the store. */
const LOOKS_AT_ONCE = 4

/** Who looks up what streams may see, for all accounts of this process. */
export const createLooks = (): Turns<number> => createTurns(LOOKS_AT_ONCE)

/** The streams of one account share one reading of the log, however many there are. */
export class Tail {
  readonly accountId: number
  readonly subscribers = new Set<Subscriber>()
  readonly #system: Ctx<never>
  readonly #looks: Turns<number>
  /** How far the shared reading is. */
  cursor: string
  #reading: Promise<void> | undefined
  #again = false

  constructor(system: Ctx<never>, looks: Turns<number>, accountId: number, cursor: string) {
    this.#system = system
    this.#looks = looks
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

  /** From now on it is one of those who are told; it may have lost its token while the stream was being opened. */
  add(subscriber: Subscriber): void {
    this.subscribers.add(subscriber)
    void this.lookAnew(subscriber)
  }

  /** Something has changed about what these accounts may see. */
  doubt(about: Woken): void {
    for (const subscriber of this.subscribers) if (isOfAny(subscriber, about)) void this.lookAnew(subscriber)
  }

  /** Until it is known what it may see, it is told nothing. However often that changes, one look at a time is enough. */
  lookAnew(subscriber: Subscriber): Promise<void> {
    subscriber.changes += 1
    subscriber.look ??= this.#look(subscriber)
    return subscriber.look
  }

  async #look(subscriber: Subscriber): Promise<void> {
    let { changes } = subscriber
    const look = () => {
      changes = subscriber.changes
      return revalidate(this.#system, subscriber)
    }
    // Refused while the service stops, and the stream with it.
    await this.#looks.take(this.accountId, look).catch(() => subscriber.outlet.end())
    subscriber.known = changes
    const isKnown = subscriber.changes === changes || !subscriber.outlet.isOpen
    subscriber.look = isKnown ? undefined : this.#look(subscriber)
  }

  /** What changes meanwhile is for what happens from then on: also who is changed all the time is told something. */
  async #untilKnown(subscriber: Subscriber): Promise<void> {
    const { changes } = subscriber
    while (subscriber.look && subscriber.known < changes) await subscriber.look
  }

  /** The frame is built once, whoever gets it. */
  #broadcast(row: store.EventRow, now: number): void {
    let frame: ReturnType<typeof frameOf> | undefined
    for (const subscriber of this.subscribers) {
      if (!subscriber.isLive || subscriber.cursor >= row.id) continue
      if (subscriber.known < subscriber.changes) {
        this.#holdBack(subscriber)
        continue
      }
      subscriber.cursor = row.id
      if (subscriber.expiresAt <= now) subscriber.outlet.end()
      if (!sees(subscriber, row)) continue
      frame ??= frameOf(row)
      subscriber.outlet.write(frame[subscriber.format])
    }
    this.cursor = row.id
  }

  /** What is read after a right was taken away is not sent by that right; the others do not wait for it. */
  #holdBack(subscriber: Subscriber): void {
    subscriber.isLive = false
    void this.catchUp(subscriber)
  }

  /** Sends what it missed, and lets it join the shared reading. Where that fails it comes back, and goes on where it was. */
  catchUp(subscriber: Subscriber): Promise<void> {
    return this.#readFor(subscriber).catch((error: unknown) => {
      this.#system.log.error({ err: error }, 'reading the event log failed')
      subscriber.outlet.end()
    })
  }

  /** Reads on until nothing is left between the client and the shared reading; then, in the same moment, joins it. */
  async #readFor(subscriber: Subscriber): Promise<void> {
    for (;;) {
      await this.#untilKnown(subscriber)
      if (!subscriber.outlet.isOpen) return
      if (subscriber.cursor >= this.cursor) {
        subscriber.isLive = true
        return
      }
      const upTo = this.cursor
      const page = await pageAfter(this.#system.db, subscriber.accountId, {
        after: subscriber.cursor,
        features: [...subscriber.features] as never[],
        apiKeyId: subscriber.apiKeyId,
        ...subscriber.bounds,
        limit: PAGE,
      })
      await this.#untilKnown(subscriber)
      for (const row of page?.rows ?? [])
        if (sees(subscriber, row)) subscriber.outlet.write(frameOf(row)[subscriber.format])
      // Without a page the rows up to the shared reading are past their time and gone.
      subscriber.cursor = page?.next ?? upTo
      await subscriber.outlet.drained()
    }
  }
}

const isOfAny = ({ accountId, ownAccountId }: Subscriber, about: Woken): boolean =>
  about === 'all' || about.has(accountId) || about.has(ownAccountId)

const sees = (subscriber: Subscriber, row: store.EventRow): boolean =>
  isAbout(subscriber.bounds, row) &&
  (row.feature === 'CALLBACK'
    ? row.api_key_id !== null && row.api_key_id === subscriber.apiKeyId
    : subscriber.features.has(row.feature))

/** A dead token ends the stream; a token with other scopes sees other features. */
async function revalidate(system: Ctx<never>, subscriber: Subscriber): Promise<void> {
  try {
    const principal: Principal | undefined = await subscriber.revalidate()
    if (!principal) return subscriber.outlet.end()
    subscriber.features = new Set(visibleFeatures(principal))
    subscriber.bounds = principal
    subscriber.expiresAt = principal.expiresAt
  } catch (error) {
    // Nobody can say whether the token still counts; the client comes back and is asked anew.
    system.log.warn({ err: error }, 'a stream ended because its token could not be checked')
    subscriber.outlet.end()
  }
}
