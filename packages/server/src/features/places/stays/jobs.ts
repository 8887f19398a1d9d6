import { inBites } from '../../../platform/store/bites.ts'
import type { JobKind } from '../../../platform/work/jobs.ts'
import * as codes from './codes/service.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000

/** Stays that ended long ago are forgotten, with the guests' names. */
export const removeOldReservations = (days: number): JobKind => ({
  everyMs: 24 * 60 * 60 * 1000,
  retryDelayMs: () => 60_000,
  async run(ctx) {
    const before = ctx.clock.now() - days * DAY_MS
    await inBites(ctx.db, (limit) => store.removeEndedBefore(ctx.db, before, limit), ctx.stillOurs)
  },
})

/** What locks answered about the codes of a stay that somebody else held at that moment. */
export const followLocks: JobKind = {
  retryDelayMs: () => 10_000,
  run: (ctx, payload) => codes.followNews(ctx, payload as Parameters<typeof codes.followNews>[1]),
}
