import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as guest from './service.ts'

export const guestHandlers: Handlers<Api['guest']> = {
  page: (ctx) => guest.page(ctx),
  picture: (ctx, { params }) => guest.picture(ctx, params.pictureId),
  open: async (ctx, { params }) => ({ operationId: await guest.open(ctx, params.smartlockId) }),
  opening: (ctx, { params }) => guest.statusOf(ctx, params.operationId),
  help: (ctx) => guest.ask(ctx),
}
