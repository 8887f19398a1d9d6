import type { JobKind } from '../../../platform/work/jobs.ts'
import { purge } from './service.ts'

/** It has to end well, however often it takes: personal data must not stay behind. */
export const purgeAccount: JobKind = {
  retryDelayMs: (attempt) => Math.min(attempt, 60) * 60_000,
  run: (ctx, accountIds) => purge(ctx, accountIds as number[]),
}
