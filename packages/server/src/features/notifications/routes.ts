import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PushGateways } from './gateway.ts'
import { present } from './present.ts'
import * as notifications from './service.ts'

type Row = Awaited<ReturnType<typeof notifications.get>>

const shown = (ctx: Ctx<never>, row: Row) => present(row, notifications.secretOf(ctx, row))

/** The gateways are handed in: what the operator configured decides how a notification begins (D96). */
export const notificationHandlers = (gateways: PushGateways): Handlers<Api['notifications']> => ({
  list: async (ctx, { query }) =>
    (await notifications.list(ctx, query.referenceId)).map((row) => shown(ctx, row)),
  create: async (ctx, { body }) => shown(ctx, await notifications.create(ctx, gateways, body)),
  get: async (ctx, { params }) => shown(ctx, await notifications.get(ctx, params.notificationId)),
  update: {
    current: async (ctx, { params }) => shown(ctx, await notifications.get(ctx, params.notificationId)),
    apply: async (ctx, { params, body }) =>
      shown(ctx, await notifications.update(ctx, gateways, params.notificationId, body)),
  },
  remove: (ctx, { params }) => notifications.remove(ctx, params.notificationId),
})
