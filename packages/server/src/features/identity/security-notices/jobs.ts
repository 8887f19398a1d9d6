import type { JobKind } from '../../../platform/work/jobs.ts'
import { mailHeld } from './service.ts'

/** A warning is never given up. */
export const mailHeldNotices: JobKind = {
  retryDelayMs: (attempt) => Math.min(attempt, 60) * 60_000,
  run: (ctx, payload) => mailHeld(ctx, payload as Parameters<typeof mailHeld>[1]),
}
