import type { JobKind } from '../../../platform/work/jobs.ts'
import * as emailAddress from './service.ts'

/** Removes codes whose day is over. */
export const removeEndedCodes: JobKind = {
  everyMs: 60 * 60 * 1000,
  retryDelayMs: () => 60_000,
  async run(ctx) {
    await emailAddress.removeEnded(ctx)
  },
}
