import type { AddressUnit, Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import type { RequestCtx } from '../../../platform/context.ts'
import * as stepUp from '../../identity/step-up/service.ts'
import * as creators from './creators.ts'
import * as deletion from './deletion.ts'
import { presentToken, presentUnit } from './present.ts'
import * as redemption from './redemption.ts'
import * as units from './service.ts'
import type { UnitRow } from './store.ts'
import * as tokens from './tokens.ts'

const token = (ctx: RequestCtx, view: tokens.TokenView) => presentToken(view, tokens.tokenIdOf(ctx, view.row))

const presentAll = async (ctx: RequestCtx, rows: readonly UnitRow[]) => {
  const views = await units.withDoors(ctx, rows)
  const readable = await creators.readable(ctx, views)
  return views.map((view) =>
    presentUnit(view, readable.has(view.row.id) ? tokens.tokenIdOf(ctx, view.row) : undefined),
  )
}

const present = async (ctx: RequestCtx, row: UnitRow): Promise<AddressUnit> => {
  const [unit] = await presentAll(ctx, [row])
  return unit as AddressUnit
}

const PAGE = 100

const deleted = ({ operationId, requestId, unknown }: deletion.Deletion) => ({
  operationId,
  body: { requestId, ...(unknown.length > 0 && { error: `Not known: ${unknown.join(', ')}.` }) },
})

export const addressUnitHandlers: Handlers<Api['addressUnits']> = {
  listAll: async (ctx, { query: { limit = PAGE, ...page } }) =>
    presentAll(ctx, await units.listAll(ctx, { ...page, limit })),
  list: async (ctx, { params }) => presentAll(ctx, await units.list(ctx, params.addressId)),
  create: async (ctx, { params, body }) => present(ctx, await units.create(ctx, params.addressId, body)),
  update: {
    current: async (ctx, { params }) => present(ctx, await units.get(ctx, params.addressId, params.id)),
    apply: async (ctx, { params, body }) =>
      present(ctx, await units.update(ctx, params.addressId, params.id, body)),
  },
  keepToken: {
    staged: async (ctx, { params, body }) => {
      await stepUp.assertStepUp(ctx, body)
      return async (tx) => present(tx, await units.keepToken(tx, params.addressId, params.id))
    },
  },
  removeMany: async (ctx, { params, body }) =>
    deleted(await deletion.removeMany(ctx, params.addressId, body)),
  remove: async (ctx, { params }) => deleted(await deletion.removeMany(ctx, params.addressId, [params.id])),
  tokenInfo: (ctx, { params }) => tokens.tokenInfo(ctx, params.tokenId),
  token: async (ctx, { params }) =>
    token(ctx, await tokens.tokenView(ctx, await tokens.byToken(ctx, params.tokenId))),
  tokens: async (ctx, { params }) =>
    (await tokens.listTokens(ctx, params.addressId)).map((view) => token(ctx, view)),
  redeem: async (ctx, { params, body }) => {
    const { row, operationId, leftOut } = await redemption.redeem(ctx, params.tokenId, body.email ?? true)
    const message = 'The token was redeemed; access is given once every lock has confirmed.'
    return {
      operationId,
      body: {
        ...token(ctx, await tokens.tokenView(ctx, row)),
        ...tokens.presentLeftOut(leftOut),
        success: true,
        message,
      },
    }
  },
}
