import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { elapsedSince, type Instant, instant } from './instant.ts'

/** So often each process looks who else is there. */
const LOOK_EVERY_MS = 400
/** For so long after a look that saw nobody a process may take itself to be alone, and so long a newcomer waits. */
const ALONE_MS = 1000
/** Nobody else has been seen for so long before that: a process whose connections were cut is back by then. */
const NOBODY_MS = 5000
/** A process that was not seen for longer than this is a newcomer again. */
const UNSEEN_MS = 3000

/** How this process and the others are called in the list of connections. */
export interface Neighbours {
  /** What the names of all begin with. */
  readonly all: string
  /** What the names of our own end with. */
  readonly own: string
}

/** Every process holds connections, and nobody writes without one. Those whose names we may not see count as others. */
const LOOK = `
  select pg_backend_pid() as pid, exists (
    select from pg_stat_activity
    where datname = current_database() and coalesce(backend_type, 'client backend') = 'client backend'
      and (application_name is null or (starts_with(application_name, $1::text) and right(application_name, length($2::text)) <> $2::text))
  ) as has_others`

interface Look {
  readonly at: Instant
  /** The connection it was made on. */
  readonly pid: number
  readonly hasOthers: boolean
}

/**
 * Is this process the only one on the database? A newcomer is connected for `ALONE_MS` before it answers a change, so
 * whoever looked before it came has looked again by then, or does not trust its look any more.
 */
export class Presence {
  readonly #pool: pg.Pool
  readonly #names: Neighbours
  readonly #timer: NodeJS.Timeout
  #last: Look | undefined
  #looking: Promise<void> | undefined
  /** When somebody else was there, or may have been. */
  #othersAt = instant()
  /** Others may not have seen this process before then. */
  #newSince: Instant | undefined

  constructor(pool: pg.Pool, names: Neighbours, alsoDo: () => Promise<void>) {
    this.#pool = pool
    this.#names = names
    this.#timer = setInterval(() => {
      Promise.all([this.#look(), alsoDo()]).catch(() => {
        // The connection is lost: who is there now is not known.
        this.#othersAt = instant()
      })
    }, LOOK_EVERY_MS).unref()
  }

  async join(): Promise<void> {
    await this.#look()
    if (this.#last?.hasOthers) await sleep(ALONE_MS)
  }

  isAlone(): boolean {
    return (
      this.#last !== undefined &&
      elapsedSince(this.#last.at) < ALONE_MS &&
      elapsedSince(this.#othersAt) > NOBODY_MS
    )
  }

  /** Has nobody else been there since then, nor shortly before? */
  isAloneSince(moment: Instant): boolean {
    return this.isAlone() && moment.monotonic - this.#othersAt.monotonic > NOBODY_MS
  }

  /** Resolves when the others, if there are any, know of this process. */
  async makeKnown(): Promise<void> {
    // Whoever looks finds out whether it is still connected, or who has to hear of it; failing that, time makes it known.
    await this.#look().catch(() => undefined)
    if (!this.isKnown()) await sleep(ALONE_MS)
  }

  /** Do the others, if there are any, know of this process? Also false when it was frozen and has not looked again. */
  isKnown(): boolean {
    if (!this.#last || elapsedSince(this.#last.at) > UNSEEN_MS) return false
    if (this.#newSince && elapsedSince(this.#newSince) > ALONE_MS) this.#newSince = undefined
    return this.#newSince === undefined
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #lookNow(): Promise<void> {
    const at = instant()
    const { all, own } = this.#names
    const { pid, hasOthers } = await lookWith(this.#pool, [all, own])
    const before = this.#last
    const isNewConnection = before !== undefined && before.pid !== pid
    // Without a connection of our own, or while this process stood still, we saw nothing; and were not seen.
    const isAfterGap = before !== undefined && elapsedSince(before.at) > ALONE_MS
    if (hasOthers || isNewConnection || isAfterGap) this.#othersAt = instant()
    if (isNewConnection && hasOthers && elapsedSince(before.at) > UNSEEN_MS) this.#newSince = at
    this.#last = { at, pid, hasOthers }
  }
}

async function lookWith(pool: pg.Pool, values: string[]): Promise<Pick<Look, 'pid' | 'hasOthers'>> {
  const client = await pool.connect()
  let isDead = true
  try {
    const look = { name: 'look', text: LOOK, values }
    const { rows } = await client.query<{ pid: number; has_others: boolean }>(look)
    const [row = { pid: 0, has_others: true }] = rows
    isDead = false
    // A pooler in between lends its connections: whose they are cannot be seen from their names.
    const isOurs = (client as unknown as { processID: number }).processID === row.pid
    return { pid: row.pid, hasOthers: row.has_others || !isOurs }
  } finally {
    client.release(isDead)
  }
}
