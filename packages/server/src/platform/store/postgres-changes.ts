import type pg from 'pg'
import { type Changed, ChangeListeners, type Changes, type RowKey } from './changes.ts'
import { elapsedSince, type Instant, instant } from './instant.ts'
import { type Neighbours, Presence } from './postgres-presence.ts'

/** More rows than this are not told of one by one. */
const MOST = 5000
/** Changes are stored for longer than this by far: who has not asked for so long may have missed some. */
const MAX_GAP_MS = 30_000
/** How long changes are stored, and how often older ones are removed. */
const STORED_MS = 120_000
const CLEAN_EVERY_MS = 30_000
const CLEAN_BATCH = 10_000

/**
 * What has changed since a position, and the next position. A transaction that ends later than another may have begun
 * earlier, so a position is not the newest change but the oldest transaction that was still open: all that was not shown
 * to this snapshot is at or above it. Some changes are told twice for that, and none is missed.
 */
const ASK = `
  select pg_snapshot_xmin(pg_current_snapshot())::text as next,
    pg_postmaster_start_time()::text as server,
    (select coalesce(json_agg(json_build_array(owner_id, row_id)), '[]') from (
      select distinct owner_id, row_id from row_change where xid >= $1::text::xid8 limit ${MOST + 1}
    ) changed) as changed`

const CLEAN = `
  delete from row_change where ctid = any (array(
    select ctid from row_change where changed_at < now() - interval '${STORED_MS} milliseconds'
    limit ${CLEAN_BATCH} for update skip locked
  ))`

interface Answer {
  next: string
  server: string
  changed: RowKey[]
}

/**
 * Where several processes write: triggers note every row that changes in a table, and whoever is about to answer from
 * memory asks for what is new in it. Calls that come meanwhile share the next asking. A process that is alone
 * (see Presence) asks only when it has itself written since.
 */
export class PostgresChanges implements Changes {
  readonly #pool: pg.Pool
  readonly #listeners = new ChangeListeners()
  readonly #presence: Presence
  /** Undefined until asked for the first time. */
  #position: { next: string; server: string; at: Instant } | undefined
  #asking: Promise<void> | undefined
  #waiting: Promise<void> | undefined
  /** Statements of this process that may have changed something and have ended. */
  #written = 0
  #writtenWhenAsked = -1
  readonly #cleaner: NodeJS.Timeout

  constructor(pool: pg.Pool, neighbours: Neighbours) {
    this.#pool = pool
    // What nobody of ours wrote is found by the clock, also while this process is alone.
    this.#presence = new Presence(pool, neighbours, () => this.#ask())
    this.#cleaner = setInterval(() => this.#clean(), CLEAN_EVERY_MS).unref()
  }

  /** Resolves when every other process knows of this one. */
  join(): Promise<void> {
    return this.#presence.join()
  }

  noteWrite(): void {
    this.#written += 1
  }

  listen(callback: (changed: Changed) => void): void {
    this.#listeners.listen(callback)
  }

  isCaughtUp(): boolean {
    return this.#written === this.#writtenWhenAsked && this.#presence.isAlone()
  }

  caughtUp(): Promise<void> | undefined {
    return this.isCaughtUp() ? undefined : this.#ask()
  }

  isAloneSince(moment: Instant): boolean {
    return this.#presence.isAloneSince(moment)
  }

  shown(): Promise<void> | undefined {
    return this.#presence.isKnown() ? undefined : this.#presence.makeKnown()
  }

  async close(): Promise<void> {
    clearInterval(this.#cleaner)
    this.#presence.stop()
    await this.#pool.end()
  }

  /** An asking that begins from now on: one that is under way may have missed what was committed a moment ago. */
  #ask(): Promise<void> {
    if (!this.#asking) return this.#begin()
    const afterwards = () => {
      this.#waiting = undefined
      return this.#asking ?? this.#begin()
    }
    this.#waiting ??= this.#asking.then(afterwards, afterwards)
    return this.#waiting
  }

  #begin(): Promise<void> {
    this.#asking = this.#read().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async #read(): Promise<void> {
    const written = this.#written
    const at = instant()
    const known = this.#position
    const { rows } = await this.#pool.query<Answer>({ name: 'ask', text: ASK, values: [known?.next ?? '0'] })
    const { next, server, changed } = rows[0] as Answer
    // After a crash or on another server the table is empty: it is not worth a write to the disk.
    const mayHaveMissed =
      !known || known.server !== server || elapsedSince(known.at) > MAX_GAP_MS || changed.length > MOST
    this.#position = { next, server, at }
    if (mayHaveMissed) this.#listeners.tell('all')
    else if (changed.length > 0) this.#listeners.tell(changed)
    this.#writtenWhenAsked = written
  }

  /** What cannot be removed now is removed the next time. */
  #clean(): void {
    this.#pool.query(CLEAN).catch(() => undefined)
  }
}
