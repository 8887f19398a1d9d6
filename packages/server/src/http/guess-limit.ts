import { AppError } from '../platform/app-error.ts'
import type { CallCtx, Principal } from '../platform/context.ts'
import { countAttempt, retryAfterOf } from '../platform/security/attempts.ts'
import { guessLimitsOf } from '../platform/security/guesses.ts'

/** Calls of one caller that may give away something of others go one after the other. */
export type Turns = Map<string, Promise<unknown>>

type Caller = CallCtx<never> & { readonly principal?: Principal | undefined }

/**
 * Runs a call whose refusal shows that somebody else has an account or a lock. Refusals are counted for all processes,
 * after the call and what it changed were undone; with too many of them the call is not even looked at.
 */
export async function withGuessLimit<T>(
  ctx: Caller,
  turns: Turns,
  work: (noteRefusal: (error: unknown) => void) => Promise<T>,
): Promise<T> {
  const limits = guessLimitsOf(ctx.principal?.ownerAccountId, ctx.network)
  return inTurn(turns, ctx.principal ? `account ${ctx.principal.ownerAccountId}` : ctx.network, async () => {
    const retryAfterSeconds = await retryAfterOf(ctx, limits)
    if (retryAfterSeconds !== undefined) throw new AppError('rate_limited', { retryAfterSeconds })
    let isGuess = false
    const noteRefusal = (error: unknown) => {
      isGuess ||= error instanceof AppError && error.detail.isGuess === true
    }
    try {
      return await work(noteRefusal)
    } catch (error) {
      noteRefusal(error)
      throw error
    } finally {
      if (isGuess) await countAttempt(ctx, limits)
    }
  })
}

/** Otherwise a thousand calls at once would all be answered before the first is counted. */
async function inTurn<T>(turns: Turns, key: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(key) ?? Promise.resolve()
  const mine = before.then(work, work)
  const settled = mine.catch(() => undefined)
  turns.set(key, settled)
  try {
    return await mine
  } finally {
    // Nobody came after: the caller is forgotten.
    if (turns.get(key) === settled) turns.delete(key)
  }
}
