import type { JobKind } from '../../../../platform/work/jobs.ts'
import * as store from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Long after anybody could raise the same again. */
const KEPT_MS = 60 * DAY_MS

/** Forgets what was told long ago, and what was raised and never looked at. */
export const removeOldAlerts: JobKind = {
  everyMs: DAY_MS,
  retryDelayMs: () => 60_000,
  async run(ctx) {
    await store.removeOldMarks(ctx.db, ctx.clock.now() - KEPT_MS)
    await store.removeOldRaised(ctx.db, ctx.clock.now() - 7 * DAY_MS)
  },
}
