import type { Api } from '@latchwork/contract'
import type { Handlers } from '../../../http/mount.ts'

/** Nobody has a subscription here (D133). */
export const subscriptionHandlers: Handlers<Api['subscriptions']> = {
  list: () => [],
  get: (ctx) => ctx.fail('not_found'),
  ofAccount: () => [],
  pay: (ctx) => ctx.fail('service_disabled', { message: 'There are no subscriptions to pay for.' }),
  activate: (ctx) => ctx.fail('not_found'),
  terminate: (ctx) => ctx.fail('not_found'),
}
