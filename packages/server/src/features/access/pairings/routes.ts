import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as pairings from './service.ts'

export const pairingHandlers: Handlers<Api['pairings']> = {
  list: (ctx, { params: { smartlockId } }) => pairings.list(ctx, smartlockId),
  update: async (ctx, { params: { smartlockId, pairingId }, body }) => ({
    operationId: await pairings.change(ctx, smartlockId, pairingId, body.enabled),
  }),
  remove: async (ctx, { params: { smartlockId, pairingId } }) => ({
    operationId: await pairings.remove(ctx, smartlockId, pairingId),
  }),
}
