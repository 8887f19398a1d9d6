import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as removal from '../removal/service.ts'
import * as stepUp from '../step-up/service.ts'
import * as subAccounts from '../sub-accounts/service.ts'
import * as profile from './service.ts'

export const accountHandlers = (signUp: boolean): Handlers<Api['account']> => ({
  get: async (ctx) => profile.show(ctx, await profile.own(ctx)),
  update: {
    current: async (ctx) => profile.show(ctx, await profile.own(ctx)),
    staged: async (ctx, { body }) => {
      const change = await profile.update(ctx, body)
      return async (tx) => profile.show(tx, await change(tx))
    },
  },
  remove: {
    staged: async (ctx, { body }) => {
      await stepUp.assertManagerStepUp(ctx, body)
      return async (tx) => {
        await removal.removeMaster(tx)
        return { success: true, message: 'The account and everything in it was deleted.' }
      }
    },
  },
  signUp: async (ctx, { body }) => profile.show(ctx, await profile.signUp(ctx, signUp, body)),
})

export const subAccountHandlers: Handlers<Api['subAccounts']> = {
  list: async (ctx, { query }) =>
    (await subAccounts.list(ctx, query.email)).map((row) => profile.show(ctx, row)),
  create: {
    staged: async (ctx, { body }) => {
      const create = await subAccounts.create(ctx, body)
      return async (tx) => profile.show(tx, await create(tx))
    },
  },
  get: async (ctx, { params }) => profile.show(ctx, await subAccounts.get(ctx, params.accountId)),
  update: {
    current: async (ctx, { params }) => profile.show(ctx, await subAccounts.get(ctx, params.accountId)),
    staged: async (ctx, { params, body }) => {
      const change = await subAccounts.update(ctx, params.accountId, body)
      return async (tx) => profile.show(tx, await change(tx))
    },
  },
  remove: {
    staged: async (ctx, { params, body }) => {
      await subAccounts.get(ctx, params.accountId)
      await stepUp.assertOwnerStepUp(ctx, body)
      return async (tx) => {
        await removal.removeSub(tx, params.accountId)
        return { success: true, message: 'The sub-account was deleted.' }
      }
    },
  },
}
