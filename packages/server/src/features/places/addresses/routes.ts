import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import { presentAddress } from './present.ts'
import * as addresses from './service.ts'

export const addressHandlers: Handlers<Api['addresses']> = {
  list: async (ctx) => (await addresses.list(ctx)).map(presentAddress),
  create: async (ctx, { body }) => presentAddress(await addresses.create(ctx, body)),
  update: {
    current: async (ctx, { params }) => presentAddress(await addresses.view(ctx, params.addressId)),
    apply: async (ctx, { params, body }) =>
      presentAddress(await addresses.update(ctx, params.addressId, body)),
  },
  remove: async (ctx, { params }) => ({
    operationId: await addresses.remove(ctx, params.addressId),
    body: { success: true, message: 'The address was deleted; what it granted is being revoked.' },
  }),
}
