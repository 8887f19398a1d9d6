import type { Api, ServiceId } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import { createCheck } from './check.ts'
import type { CalendarReader } from './ics/service.ts'
import { namedServices, presentService } from './present.ts'
import * as services from './service.ts'

export const serviceHandlers = (
  enabled: readonly ServiceId[],
  calendars: CalendarReader,
  check = createCheck(enabled, calendars),
): Handlers<Api['services']> => ({
  list: async (ctx, { query }) => {
    const view = await services.view(ctx, enabled)
    return namedServices(query.serviceIds).map((id) => presentService(view, id))
  },
  get: async (ctx, { params }) => presentService(await services.view(ctx, enabled), params.serviceId),
  check: (ctx, { params, body }) => check(ctx, params.serviceId, body),
  link: (ctx, { params, body }) => services.link(ctx, params.serviceId, enabled, body),
  sync: async (ctx, { params, body }) => ({
    operationId: await services.sync(ctx, params.serviceId, enabled, body),
  }),
  unlink: (ctx, { params, body }) => services.unlink(ctx, params.serviceId, body),
})
