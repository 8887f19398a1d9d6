import type { JobKind } from '../../../platform/work/jobs.ts'
import * as passwords from './service.ts'

const MINUTE = 60_000
const MAX_TRIES = 10

export const mailPasswordReset: JobKind = {
  // After an hour nobody waits for it any more.
  retryDelayMs: (attempt) => (attempt < MAX_TRIES ? attempt * MINUTE : undefined),
  run: (ctx, payload) => passwords.mailReset(ctx, payload as string),
}

export const removeEndedResets: JobKind = {
  everyMs: 60 * MINUTE,
  retryDelayMs: () => MINUTE,
  async run(ctx) {
    await passwords.removeEnded(ctx)
  },
}
