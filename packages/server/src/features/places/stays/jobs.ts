import type { JobKind } from '../../../platform/work/jobs.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 1000

/** Stays that ended long ago are forgotten, with the guests' names. */
export const removeOldReservations = (days: number): JobKind => ({
  everyMs: 24 * 60 * 60 * 1000,
  retryDelayMs: () => 60_000,
  async run(ctx) {
    const before = ctx.clock.now() - days * DAY_MS
    while ((await store.removeEndedBefore(ctx.db, before, AT_ONCE)) === AT_ONCE);
  },
})
