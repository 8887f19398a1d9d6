import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { fail } from '../platform/app-error.ts'
import { inTransaction, type RequestCtx } from '../platform/context.ts'

/** An answer as it is kept and repeated. */
export interface StoredAnswer {
  status: number
  headers: Record<string, string>
  /** Serialized; empty for 204. */
  body: string
}

/** A call that is to be done once. */
interface KeyedCall {
  /** Whose key it is: the id of a token, or of a guest's link. */
  caller: string
  key: string
  fingerprint: string
}

const KEEP_MS = 24 * 60 * 60 * 1000

/** Keys of requests this process is working on. */
export type InFlight = Set<string>

/** Checks the header; absent means the caller does not ask for it (D29). */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header
  return fail('invalid_parameter', {
    errors: [{ path: 'header.Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' }],
  })
}

/** What makes two requests the same: method, path, query and body. */
export function fingerprintOf(method: string, url: string, body: Buffer | undefined): string {
  return createHash('sha256')
    .update(`${method} ${url}\n`)
    .update(body ?? '')
    .digest('hex')
}

/**
 * Runs `work` once per key: its first part before the transaction, what that answers in it. The change and the stored
 * answer commit together, so a crash leaves either both or neither, and a repeated request is either answered from the
 * store or done for the first time.
 */
export async function once(
  ctx: RequestCtx<never>,
  inFlight: InFlight,
  request: KeyedCall,
  work: () => Promise<(tx: RequestCtx<never>) => Promise<StoredAnswer>>,
  refusal: (error: unknown) => StoredAnswer | undefined,
): Promise<{ answer: StoredAnswer; replayed: boolean }> {
  const flightKey = `${request.caller} ${request.key}`
  const known = await find(ctx, request)
  if (known) return { answer: known, replayed: true }
  if (inFlight.has(flightKey)) fail('idempotency_in_progress')
  inFlight.add(flightKey)
  try {
    const act = await work()
    return await inTransaction(ctx, async (tx) => {
      await lockKey(tx, flightKey)
      // Another process may have finished between the first look and the lock.
      const finished = await find(tx, request)
      if (finished) return { answer: finished, replayed: true }
      const answer = await act(tx)
      await store(tx, request, answer)
      return { answer, replayed: false }
    })
  } catch (error) {
    const answer = refusal(error)
    if (!answer) throw error
    // Nothing was changed, so keeping the refusal by itself is safe.
    await store(ctx, request, answer)
    return { answer, replayed: false }
  } finally {
    inFlight.delete(flightKey)
  }
}

/**
 * 401, 429 and 5xx say nothing about the request itself and are not kept; nor is a clash with a running twin, or that
 * the caller has to prove who they are: a moment later they may have.
 */
export const isWorthKeeping = (status: number, code: string) =>
  status !== 401 &&
  status !== 429 &&
  status < 500 &&
  !code.startsWith('idempotency_') &&
  code !== 'step_up_required'

async function find(ctx: RequestCtx<never>, request: KeyedCall): Promise<StoredAnswer | undefined> {
  const row = await ctx.db
    .selectFrom('idempotency')
    .selectAll()
    .where('token_id', '=', request.caller)
    .where('key', '=', request.key)
    .where('created_at', '>', ctx.clock.now() - KEEP_MS)
    .executeTakeFirst()
  if (!row) return undefined
  const sealed = ctx.sealer.open(row.answer_sealed, sealedFor(row.token_id, row.key))
  const { fingerprint, headers, body } = JSON.parse(sealed) as KeptAnswer
  if (fingerprint !== request.fingerprint) fail('idempotency_key_reused')
  return { status: row.status, headers, body }
}

/** The fingerprint is sealed too: the body it is made of may be little more than a code that can be guessed. */
type KeptAnswer = Pick<StoredAnswer, 'headers' | 'body'> & { fingerprint: string }

/** An answer opens for the token and the key it was given to, and for no other. */
const sealedFor = (tokenId: string, key: string): string => `idempotency.answer_sealed:${tokenId} ${key}`

/** On PostgreSQL another process could be working on the same key; SQLite has one process. */
async function lockKey(ctx: RequestCtx<never>, flightKey: string): Promise<void> {
  if (ctx.engine !== 'postgres') return
  const { rows } = await sql<{
    free: boolean
  }>`select pg_try_advisory_xact_lock(hashtextextended(${flightKey}, 0)) as free`.execute(ctx.db)
  if (!rows[0]?.free) fail('idempotency_in_progress')
}

async function store(ctx: RequestCtx<never>, request: KeyedCall, answer: StoredAnswer): Promise<void> {
  const { caller: tokenId } = request
  const { status, headers, body } = answer
  const kept: KeptAnswer = { fingerprint: request.fingerprint, headers, body }
  const row = {
    status,
    answer_sealed: ctx.sealer.seal(JSON.stringify(kept), sealedFor(tokenId, request.key)),
    created_at: ctx.clock.now(),
  }
  await ctx.db
    .insertInto('idempotency')
    .values({ token_id: tokenId, key: request.key, ...row })
    // Only an entry older than a day can be in the way.
    .onConflict((c) => c.columns(['token_id', 'key']).doUpdateSet(row))
    .execute()
}
