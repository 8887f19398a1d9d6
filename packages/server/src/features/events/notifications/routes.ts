import { type Api, NOTIFICATION_OS } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import type { Ctx } from '../../../platform/context.ts'
import * as stepUp from '../../identity/step-up/service.ts'
import { present } from './present.ts'
import type { PushGateways } from './push/service.ts'
import * as notifications from './service.ts'

/** To an address of the caller's choice, like what a webhook gets. */
const isPosted = ({ os }: { os?: number | null }): boolean => os === NOTIFICATION_OS.webhook

type Row = Awaited<ReturnType<typeof notifications.get>>

const shown = (ctx: Ctx<never>, row: Row) => present(row, notifications.secretOf(ctx, row))

/** The gateways are handed in: what the operator configured decides how a notification begins (D96). */
export const notificationHandlers = (gateways: PushGateways): Handlers<Api['notifications']> => ({
  list: async (ctx, { query }) =>
    (await notifications.list(ctx, query.referenceId)).map((row) => shown(ctx, row)),
  create: {
    staged: async (ctx, { body: { currentPassword, otp, ...fields } }) => {
      if (isPosted(fields)) await stepUp.assertMayOutlive(ctx, { currentPassword, otp }, 'its grant')
      return async (tx) => shown(tx, await notifications.create(tx, gateways, fields))
    },
  },
  get: async (ctx, { params }) => shown(ctx, await notifications.get(ctx, params.notificationId)),
  update: {
    current: async (ctx, { params }) => shown(ctx, await notifications.get(ctx, params.notificationId)),
    staged: async (ctx, { params: { notificationId: id }, body: { currentPassword, otp, ...changes } }) => {
      const before = await notifications.get(ctx, id)
      if (isPosted({ os: before.os, ...changes }) && Object.keys(changes).length > 0)
        await stepUp.assertMayOutlive(ctx, { currentPassword, otp }, 'its grant')
      return async (tx) => shown(tx, await notifications.update(tx, gateways, id, changes))
    },
  },
  remove: (ctx, { params }) => notifications.remove(ctx, params.notificationId),
})
