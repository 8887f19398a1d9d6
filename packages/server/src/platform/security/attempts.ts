import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../context.ts'
import type { Db, Engine } from '../store/database.ts'
import { hashToken } from './crypto.ts'

/** How often something may be tried in a while, counted in the database: all processes see the same number. */
export interface AttemptLimit {
  /** What is counted; the value is stored hashed, because an address that has no account is nobody's business. */
  readonly kind: string
  readonly value: string
  readonly max: number
  readonly windowMs: number
}

/** Attempts are kept for the longest window there is. */
const KEPT_MS = 60 * 60 * 1000

const keyOf = ({ kind, value }: Pick<AttemptLimit, 'kind' | 'value'>): string => `${kind}:${hashToken(value)}`

/**
 * Counts one more attempt under every limit and answers with its id; or counts none and answers how long to wait
 * when one limit is reached. Attempts at the same time cannot slip through together.
 */
export async function countAttempt(
  ctx: Ctx<never>,
  limits: readonly AttemptLimit[],
): Promise<{ id: string } | { retryAfterSeconds: number }> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    for (const limit of limits) {
      await lockKey(tx.db, tx.engine, keyOf(limit))
      const { count, oldest } = await countSince(tx.db, keyOf(limit), now - limit.windowMs)
      if (count >= limit.max) return { retryAfterSeconds: Math.ceil((oldest + limit.windowMs - now) / 1000) }
    }
    const id = tx.ids.timeOrdered()
    await tx.db
      .insertInto('attempt')
      .values(limits.map((limit) => ({ id, key: keyOf(limit), at: now })))
      .execute()
    return { id }
  })
}

/** How long to wait when one of the limits is reached; counts nothing. */
export async function retryAfterOf(
  ctx: Ctx<never>,
  limits: readonly AttemptLimit[],
): Promise<number | undefined> {
  const now = ctx.clock.now()
  for (const { windowMs, max, ...limit } of limits) {
    const { count, oldest } = await countSince(ctx.db, keyOf(limit), now - windowMs)
    if (count >= max) return Math.ceil((oldest + windowMs - now) / 1000)
  }
  return undefined
}

/** Forgets one attempt, or all under this kind and value. */
export async function forgetAttempts(
  ctx: Ctx<never>,
  limit: Pick<AttemptLimit, 'kind' | 'value'>,
  id?: string,
): Promise<void> {
  await ctx.db
    .deleteFrom('attempt')
    .where('key', '=', keyOf(limit))
    .$if(id !== undefined, (q) => q.where('id', '=', id as string))
    .execute()
}

export async function removeOldAttempts(ctx: Ctx<never>): Promise<void> {
  await ctx.db
    .deleteFrom('attempt')
    .where('at', '<', ctx.clock.now() - KEPT_MS)
    .execute()
}

/** Attempts of one key go one after the other, in every process. SQLite has one writer. */
async function lockKey(db: Db, engine: Engine, key: string): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
}

/** How many attempts there were since, and the time of the oldest. */
async function countSince(db: Db, key: string, since: number) {
  const row = await db
    .selectFrom('attempt')
    .select((e) => [e.fn.countAll<number>().as('n'), e.fn.min('at').as('oldest')])
    .where('key', '=', key)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return { count: Number(row.n), oldest: Number(row.oldest ?? 0) }
}
