import type { JobKind } from '../../../platform/work/jobs.ts'
import * as store from '../store.ts'

/** Keys to take part that nobody can use any more (D56). */
export const removeEndedInvites: JobKind = {
  everyMs: 60 * 60 * 1000,
  retryDelayMs: () => 60_000,
  async run(ctx) {
    await store.removeEndedInvites(ctx.db, ctx.clock.now())
  },
}
