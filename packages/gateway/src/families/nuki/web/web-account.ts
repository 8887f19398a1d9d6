import type { FamilyTools, HubSink, HubTrouble } from '../../../family.ts'
import { bySlot } from '../code-names.ts'
import { foundLock } from './web-capability.ts'
import { passed, type WebAnswer, type WebClient } from './web-client.ts'
import type { Noticed, Underway } from './web-codes.ts'
import { codeOf, listOf, lockOf, logEntryOf, type WebCode, type WebLock } from './web-shapes.ts'

const MOST_LOCKS = 500
const LOG_PAGE = 50
const MOST_REMEMBERED = 1000
const LONGEST_BACK_OFF_MS = 900_000

export interface WebPace {
  /** How often the locks and what happened are asked for, and how often while the service calls by itself. */
  readonly pollMs: number
  readonly calledPollMs: number
  /** Not more often, however much is called. */
  readonly shortestMs: number
  readonly codesMs: number
}

/** One lock of the account, as it was last listed. */
export interface ListedLock {
  web: WebLock
  codes: readonly WebCode[] | undefined
  readonly underway: Underway
}

/** The locks of one account: asked for now and then, at once when there is news, less and less often when in vain. */
export class WebAccount {
  readonly locks = new Map<string, ListedLock>()
  readonly #client: WebClient
  readonly #sink: HubSink
  readonly #tools: FamilyTools
  readonly #pace: WebPace
  readonly #isCalled: () => boolean
  readonly #onUp: () => void
  #hasNews = false
  #wake: AbortController | undefined
  #isUp = false
  #failures = 0
  #hasLog = true
  #codesAt = Number.NEGATIVE_INFINITY
  /** Lines of the log that were seen; undefined before the first look, which tells nothing. */
  #seen: Set<string> | undefined
  #since = 0

  constructor(
    client: WebClient,
    sink: HubSink,
    tools: FamilyTools,
    options: { pace: WebPace; isCalled: () => boolean; onUp: () => void },
  ) {
    this.#client = client
    this.#sink = sink
    this.#tools = tools
    this.#pace = options.pace
    this.#isCalled = options.isCalled
    this.#onUp = options.onUp
  }

  /** Something is to be seen: looked at soon, once for all that is said meanwhile. */
  nudge(isAboutCodes: boolean): void {
    this.#hasNews = true
    // The codes of all locks are a long list: only where they are what the news is about.
    if (isAboutCodes) this.#codesAt = Number.NEGATIVE_INFINITY
    this.#wake?.abort()
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#tools
    while (!signal.aborted) {
      this.#hasNews = false
      const trouble = await this.#look(signal)
      if (signal.aborted) return
      this.#judge(trouble)
      await passed(clock, this.#pace.shortestMs, signal)
      if (!this.#hasNews || trouble) await this.#rest(signal)
    }
  }

  /** What was read on purpose is no news later; what nobody looked at in it is news now. */
  listed(lock: ListedLock, codes: readonly WebCode[], noticed: Noticed): void {
    const known = lock.codes
    lock.codes = codes
    if (noticed === 'all' || known === undefined) return
    if (textOf(besides(known, noticed)) !== textOf(besides(codes, noticed))) this.#tellChanged(lock)
  }

  #tellChanged({ web }: ListedLock): void {
    this.#sink.happened(web.key, { what: 'codesChanged', by: 'unknown' })
  }

  async #rest(signal: AbortSignal): Promise<void> {
    const { pollMs, calledPollMs } = this.#pace
    const usualMs = this.#isCalled() ? calledPollMs : pollMs
    const backOffMs = Math.min(pollMs * 2 ** this.#failures, LONGEST_BACK_OFF_MS)
    const waitMs = Math.max(this.#failures > 0 ? backOffMs : usualMs, this.#client.pauseMs)
    const wake = new AbortController()
    // In trouble nothing but time helps.
    if (this.#failures === 0) this.#wake = wake
    await passed(this.#tools.clock, waitMs, AbortSignal.any([signal, wake.signal]))
    this.#wake = undefined
  }

  /** One answer that did not come is no reason to call all locks away; two in a row are. */
  #judge(trouble: HubTrouble | undefined): void {
    if (trouble === undefined) {
      this.#failures = 0
      return
    }
    this.#failures += 1
    if (this.#isUp && trouble === 'noAnswer' && this.#failures < 2) return
    this.#sink.hubDown(this.#isUp && trouble === 'noAnswer' ? 'lost' : trouble)
    this.#isUp = false
  }

  async #look(signal: AbortSignal): Promise<HubTrouble | undefined> {
    const answer = await this.#client.get('/smartlock', { signal })
    // It wants a pause: what is known stays known.
    if (answer.said === 'notAsked') return undefined
    const locks = this.#listOf(answer, lockOf)
    if (typeof locks === 'string') return locks
    this.#take(locks.slice(0, MOST_LOCKS))
    if (!this.#isUp) {
      this.#isUp = true
      this.#sink.hubUp({ product: 'Nuki Web' })
      this.#onUp()
    }
    for (const { web } of this.locks.values()) this.#sink.presence(web.key, web.isOnline)
    await this.#lookAtCodes(signal)
    await this.#lookAtLog(signal)
    return undefined
  }

  #listOf<T>(answer: WebAnswer, read: (one: unknown) => T | undefined): T[] | HubTrouble {
    if (answer.said === 'no') return answer.status === 404 ? 'wrongProtocol' : 'refused'
    if (answer.said !== 'yes') return 'noAnswer'
    return listOf(answer.value ?? [], read) ?? 'wrongProtocol'
  }

  #take(locks: readonly WebLock[]): void {
    const keys = new Set(locks.map(({ key }) => key))
    for (const key of [...this.locks.keys()])
      if (!keys.has(key)) {
        this.locks.delete(key)
        this.#sink.lost(key)
      }
    for (const web of locks) {
      const known = this.locks.get(web.key)
      if (known) known.web = web
      else this.locks.set(web.key, { web, codes: undefined, underway: new Map() })
      this.#sink.found(web.key, foundLock(web, this.#hasLog))
      this.#sink.state(web.key, web.sight, 'read')
    }
  }

  /** Codes of all locks in one answer; who changed one is not told, only that there is something to look at. */
  async #lookAtCodes(signal: AbortSignal): Promise<void> {
    const now = this.#tools.clock.now()
    if (now - this.#codesAt < this.#pace.codesMs) return
    const before = new Map([...this.locks.values()].map((lock) => [lock, lock.codes]))
    const answer = await this.#client.get('/smartlock/auth?types=13', { signal })
    const codes = this.#listOf(answer, codeOf)
    if (typeof codes === 'string') return
    this.#codesAt = now
    const byLock = Map.groupBy(codes, ({ lockId }) => lockId)
    for (const lock of this.locks.values()) {
      // Read on purpose meanwhile: this list may be the older one.
      if (lock.codes !== before.get(lock)) continue
      const listed = byLock.get(lock.web.id) ?? []
      const isNews = lock.codes !== undefined && textOf(lock.codes) !== textOf(listed)
      lock.codes = listed
      if (isNews) this.#tellChanged(lock)
    }
  }

  async #lookAtLog(signal: AbortSignal): Promise<void> {
    if (!this.#hasLog) return
    const answer = await this.#client.get(`/smartlock/log?limit=${LOG_PAGE}`, { signal })
    if (answer.said === 'no') this.#hasLog = false
    const entries = answer.said === 'yes' ? listOf(answer.value ?? [], logEntryOf) : undefined
    if (!entries) return
    const seen = this.#seen
    this.#seen = new Set([...(seen ?? []), ...entries.map(({ id }) => id)].slice(-MOST_REMEMBERED))
    if (!seen) {
      this.#since = Math.max(0, ...entries.map(({ at }) => at))
      return
    }
    const news = entries.filter(({ id, at }) => !seen.has(id) && at >= this.#since)
    for (const { lockId, rightId, happening, at } of news.toSorted((a, b) => a.at - b.at)) {
      const lock = [...this.locks.values()].find(({ web }) => web.id === lockId)
      const slot = lock && rightId ? slotOf(lock, rightId) : undefined
      if (lock && happening)
        this.#sink.happened(lock.web.key, { ...happening, at, ...(slot !== undefined && { slot }) })
    }
  }
}

function slotOf({ codes = [] }: ListedLock, rightId: string): number | undefined {
  for (const [slot, code] of bySlot(codes)) if (code.id === rightId) return slot
  return undefined
}

const besides = (codes: readonly WebCode[], slot: number | undefined): WebCode[] =>
  [...bySlot(codes)].flatMap(([place, code]) => (place === slot ? [] : [code]))

/** What the lock holds, in whatever order it is listed; not how often it was used. */
const textOf = (codes: readonly WebCode[]): string =>
  JSON.stringify(
    codes
      .map(({ id, name, digits, isEnabled, isSettled, window }) => [
        id,
        name,
        digits,
        isEnabled,
        isSettled,
        window,
      ])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  )
