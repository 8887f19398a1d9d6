import type { JobKind } from '../../../platform/work/jobs.ts'
import * as grants from './grants.ts'
import * as store from './store.ts'

const CODE_MEMORY_MS = 86_400_000

/** Removes tickets, codes, tokens and grants that have run out. */
export const removeEndedGrants: JobKind = {
  everyMs: 60 * 60 * 1000,
  retryDelayMs: () => 60_000,
  async run(ctx) {
    const now = ctx.clock.now()
    await store.removeExpired(ctx.db, now)
    await store.removeOldCodes(ctx.db, now - CODE_MEMORY_MS)
    await grants.removeEnded(ctx)
  },
}
