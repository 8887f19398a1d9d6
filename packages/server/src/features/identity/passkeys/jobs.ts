import type { JobKind } from '../../../platform/work/jobs.ts'
import * as passkeys from './service.ts'

/** Removes challenges that nobody answered. */
export const removeEndedChallenges: JobKind = {
  everyMs: 60 * 60 * 1000,
  retryDelayMs: () => 60_000,
  async run(ctx) {
    await passkeys.removeEnded(ctx)
  },
}
