import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import { presentLink, presentMade } from './present.ts'
import * as links from './service.ts'

export const guestLinkHandlers: Handlers<Api['guestLinks']> = {
  listOfStay: async (ctx, { params }) =>
    (await links.listOfStay(ctx, params.addressId, params.id)).map(presentLink),
  createForStay: async (ctx, { params, body }) =>
    presentMade(await links.makeForStay(ctx, params.addressId, params.id, body.language ?? 'en')),
  revokeOfStay: (ctx, { params }) => links.revokeOfStay(ctx, params.addressId, params.id, params.guestLinkId),
  listOfAuth: async (ctx, { params }) =>
    (await links.listOfAuth(ctx, params.smartlockId, params.id)).map(presentLink),
  createForAuth: async (ctx, { params, body }) =>
    presentMade(await links.makeForAuth(ctx, params.smartlockId, params.id, body.language ?? 'en')),
  revokeOfAuth: (ctx, { params }) =>
    links.revokeOfAuth(ctx, params.smartlockId, params.id, params.guestLinkId),
}
