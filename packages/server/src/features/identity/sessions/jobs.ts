import { removeOldAttempts } from '../../../platform/security/attempts.ts'
import type { JobKind } from '../../../platform/work/jobs.ts'
import * as store from './store.ts'

/** Removes sessions that ended and attempts that no longer count. */
export const removeEndedSessions: JobKind = {
  everyMs: 60 * 60 * 1000,
  retryDelayMs: () => 60_000,
  async run(ctx) {
    await store.removeEnded(ctx.db, ctx.clock.now())
    await removeOldAttempts(ctx)
  },
}
