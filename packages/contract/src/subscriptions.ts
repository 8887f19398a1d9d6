import Type from 'typebox'
import { IntId } from './fields.ts'
import { route } from './route.ts'

/**
 * What clients of the original ask about paid subscriptions. There are none here, so every account answers as one
 * without (D133).
 */

const mayRead = { scopes: ['account'] } as const
const None = Type.Array(Type.Unknown(), { maxItems: 0, description: 'always empty' })
const Params = Type.Object({ subscriptionId: IntId })

export const subscriptions = {
  list: route({
    method: 'GET',
    path: '/subscription',
    summary: 'List the subscriptions of all smartlocks: there are none',
    access: mayRead,
    roles: 'own',
    returns: None,
  }),
  get: route({
    method: 'GET',
    path: '/subscription/{subscriptionId}',
    summary: 'Get a subscription: there is none',
    access: mayRead,
    roles: 'own',
    params: Params,
    returns: Type.Object({}),
  }),
  ofAccount: route({
    method: 'GET',
    path: '/app/account/subscription',
    summary: 'List the subscriptions of the account: there are none',
    access: mayRead,
    roles: 'own',
    returns: None,
  }),
  pay: route({
    method: 'POST',
    path: '/account/subscription/pay',
    summary: 'Start a payment: there is nothing to pay for',
    access: mayRead,
    roles: 'own',
    body: Type.Object({}),
    errors: ['service_disabled'],
  }),
  activate: route({
    method: 'POST',
    path: '/account/subscription/{subscriptionId}/activate',
    summary: 'Activate a subscription: there is none',
    access: mayRead,
    roles: 'own',
    params: Params,
  }),
  terminate: route({
    method: 'POST',
    path: '/account/subscription/{subscriptionId}/terminate',
    summary: 'Terminate a subscription: there is none',
    access: mayRead,
    roles: 'own',
    params: Params,
  }),
}
