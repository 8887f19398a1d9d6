import { type Api, SIM_PROFILES, type SimProfileName } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import { presentMail } from './present.ts'
import * as sandboxes from './service.ts'

/** The handlers of one sandbox: it is handed in, because most services have none. */
export const sandboxHandlers = (sandbox: sandboxes.SandboxControl): Handlers<Api['sandbox']> => ({
  clock: () => sandboxes.clock(sandbox),
  moveClock: (ctx, { body }) => sandboxes.moveClock(ctx, sandbox, body),
  mail: async (ctx, { query }) => (await sandboxes.listMail(ctx, query)).map(presentMail),
  profiles: () =>
    Object.entries(SIM_PROFILES).map(([name, profile]) => ({ name: name as SimProfileName, ...profile })),
  list: (ctx) => sandboxes.list(ctx, sandbox),
  get: (ctx, { params }) => sandboxes.get(ctx, sandbox, params.smartlockId),
  change: (ctx, { params, body }) => sandboxes.change(ctx, sandbox, params.smartlockId, body),
  happen: (ctx, { params, body }) => sandboxes.happen(ctx, sandbox, params.smartlockId, body),
})
