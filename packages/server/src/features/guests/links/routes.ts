import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as stepUp from '../../identity/step-up/service.ts'
import { presentLink, presentMade } from './present.ts'
import * as links from './service.ts'

export const guestLinkHandlers: Handlers<Api['guestLinks']> = {
  listOfStay: async (ctx, { params }) =>
    (await links.listOfStay(ctx, params.addressId, params.id)).map(presentLink),
  createForStay: async (ctx, { params, body }) =>
    presentMade(await links.makeForStay(ctx, params.addressId, params.id, body.language ?? 'en')),
  revokeOfStay: (ctx, { params }) => links.revokeOfStay(ctx, params.addressId, params.id, params.guestLinkId),
  keepOfStay: {
    staged: async (ctx, { params: { addressId, id, guestLinkId }, body }) => {
      await stepUp.assertStepUp(ctx, body)
      return async (tx) => presentLink(await links.keepOfStay(tx, addressId, id, guestLinkId))
    },
  },
  listOfAuth: async (ctx, { params }) =>
    (await links.listOfAuth(ctx, params.smartlockId, params.id)).map(presentLink),
  createForAuth: async (ctx, { params, body }) =>
    presentMade(await links.makeForAuth(ctx, params.smartlockId, params.id, body.language ?? 'en')),
  revokeOfAuth: (ctx, { params }) =>
    links.revokeOfAuth(ctx, params.smartlockId, params.id, params.guestLinkId),
  keepOfAuth: {
    staged: async (ctx, { params: { smartlockId, id, guestLinkId }, body }) => {
      await stepUp.assertStepUp(ctx, body)
      return async (tx) => presentLink(await links.keepOfAuth(tx, smartlockId, id, guestLinkId))
    },
  },
}
