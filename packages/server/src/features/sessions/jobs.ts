import type { JobKind } from '../../platform/jobs.ts'
import { WINDOW_MS } from './rules.ts'
import * as store from './store.ts'

/** Removes sessions that ended and attempts that no longer count. */
export const removeEndedSessions: JobKind = {
  everyMs: 60 * 60 * 1000,
  retryDelayMs: () => 60_000,
  async run(ctx) {
    const now = ctx.clock.now()
    await store.removeEnded(ctx.db, now)
    await store.removeOldAttempts(ctx.db, now - WINDOW_MS)
  },
}
