import type { JobKind } from '../../../platform/work/jobs.ts'
import * as credentialStore from './store.ts'

/** Credentials whose grace is over are of no use to anybody. */
export const removeEndedCredentials: JobKind = {
  everyMs: 60 * 60 * 1000,
  retryDelayMs: () => 60_000,
  async run(ctx) {
    await credentialStore.removeEndedCredentials(ctx.db, ctx.clock.now())
    await credentialStore.removeRevokedLogins(ctx.db, ctx.clock.now())
  },
}
