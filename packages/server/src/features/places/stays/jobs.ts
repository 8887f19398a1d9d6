import { inBites } from '../../../platform/store/bites.ts'
import type { JobKind } from '../../../platform/work/jobs.ts'
import * as retention from '../../identity/retention/service.ts'
import * as codes from './codes/service.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000

/** Stays that ended long ago are forgotten, with the guests' names. */
export const removeOldReservations = (days: number): JobKind => ({
  everyMs: 24 * 60 * 60 * 1000,
  retryDelayMs: () => 60_000,
  async run(ctx) {
    const now = ctx.clock.now()
    const remove = (keptDays: number, accountId?: number) =>
      inBites(
        ctx.db,
        (limit) => store.removeEndedBefore(ctx.db, now - keptDays * DAY_MS, limit, accountId),
        ctx.stillOurs,
      )
    await remove(days)
    for await (const own of retention.shorterThan(ctx, 'reservationDays', days))
      await remove(own.days, own.accountId)
  },
})

/** What locks answered about the codes of a stay that somebody else held at that moment. */
export const followLocks: JobKind = {
  retryDelayMs: () => 10_000,
  run: (ctx, payload) => codes.followNews(ctx, payload as Parameters<typeof codes.followNews>[1]),
}
