import { idFloor } from '../../platform/ids.ts'
import { inBites } from '../../platform/store/bites.ts'
import type { JobKind } from '../../platform/work/jobs.ts'
import * as retention from '../identity/retention/service.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000

/** Removes codes that ended, and mails that are older than they need to be kept. */
export const removeOldMail = (days: number): JobKind => ({
  everyMs: 60 * 60 * 1000,
  retryDelayMs: () => 60_000,
  async run(ctx) {
    const now = ctx.clock.now()
    await store.forgetExpired(ctx.db, now)
    const remove = (keptDays: number, accountId?: number) => {
      const before = idFloor(now - keptDays * DAY_MS)
      return inBites(ctx.db, (limit) => store.removeBefore(ctx.db, before, limit, accountId), ctx.stillOurs)
    }
    await remove(days)
    for await (const own of retention.shorterThan(ctx, 'mailDays', days))
      await remove(own.days, own.accountId)
  },
})
