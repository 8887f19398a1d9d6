import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../http/mount.ts'
import * as removal from '../account-removal/service.ts'
import * as profile from './service.ts'
import * as subAccounts from './sub-accounts.ts'

export const accountHandlers = (signUp: boolean): Handlers<Api['account']> => ({
  get: async (ctx) => profile.show(ctx, await profile.own(ctx)),
  update: {
    current: async (ctx) => profile.show(ctx, await profile.own(ctx)),
    apply: async (ctx, { body }) => profile.show(ctx, await profile.update(ctx, body)),
  },
  remove: async (ctx) => {
    await removal.removeMaster(ctx)
    return { success: true, message: 'The account and everything in it was deleted.' }
  },
  signUp: async (ctx, { body }) => profile.show(ctx, await profile.signUp(ctx, signUp, body)),
})

export const subAccountHandlers: Handlers<Api['subAccounts']> = {
  list: async (ctx, { query }) =>
    (await subAccounts.list(ctx, query.email)).map((row) => profile.show(ctx, row)),
  create: async (ctx, { body }) => profile.show(ctx, await subAccounts.create(ctx, body)),
  get: async (ctx, { params }) => profile.show(ctx, await subAccounts.get(ctx, params.accountId)),
  update: {
    current: async (ctx, { params }) => profile.show(ctx, await subAccounts.get(ctx, params.accountId)),
    apply: async (ctx, { params, body }) =>
      profile.show(ctx, await subAccounts.update(ctx, params.accountId, body)),
  },
  remove: async (ctx, { params }) => {
    await removal.removeSub(ctx, params.accountId)
    return { success: true, message: 'The sub-account was deleted.' }
  },
}
