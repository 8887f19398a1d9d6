import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import type { RequestCtx } from '../../../platform/context.ts'
import * as deletion from './deletion.ts'
import { presentToken, presentUnit } from './present.ts'
import * as redemption from './redemption.ts'
import * as units from './service.ts'
import type { UnitRow } from './store.ts'
import * as tokens from './tokens.ts'

const token = (ctx: RequestCtx, unit: UnitRow) => {
  const { row, inviteKeys } = tokens.tokenView(ctx, unit)
  return presentToken(row, tokens.tokenIdOf(ctx, row), inviteKeys)
}

const present = (ctx: RequestCtx, row: UnitRow) => presentUnit(row, tokens.tokenIdOf(ctx, row))

const deleted = ({ operationId, requestId, unknown }: deletion.Deletion) => ({
  operationId,
  body: { requestId, ...(unknown.length > 0 && { error: `Not known: ${unknown.join(', ')}.` }) },
})

export const addressUnitHandlers: Handlers<Api['addressUnits']> = {
  list: async (ctx, { params }) => (await units.list(ctx, params.addressId)).map((row) => present(ctx, row)),
  create: async (ctx, { params, body }) => present(ctx, await units.create(ctx, params.addressId, body.name)),
  update: {
    current: async (ctx, { params }) => present(ctx, await units.get(ctx, params.addressId, params.id)),
    apply: async (ctx, { params, body }) =>
      present(ctx, await units.update(ctx, params.addressId, params.id, body)),
  },
  removeMany: async (ctx, { params, body }) =>
    deleted(await deletion.removeMany(ctx, params.addressId, body)),
  remove: async (ctx, { params }) => deleted(await deletion.removeMany(ctx, params.addressId, [params.id])),
  tokenInfo: (ctx, { params }) => tokens.tokenInfo(ctx, params.tokenId),
  token: async (ctx, { params }) => token(ctx, await tokens.byToken(ctx, params.tokenId)),
  tokens: async (ctx, { params }) =>
    (await units.list(ctx, params.addressId)).map((unit) => token(ctx, unit)),
  redeem: async (ctx, { params, body }) => {
    const { row, operationId, leftOut } = await redemption.redeem(ctx, params.tokenId, body.email ?? true)
    const message = 'The token was redeemed; access is given once every lock has confirmed.'
    return {
      operationId,
      body: { ...token(ctx, row), ...tokens.presentLeftOut(leftOut), success: true, message },
    }
  },
}
