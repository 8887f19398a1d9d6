import assert from 'node:assert/strict'
import { test } from 'node:test'
import { route } from '@latchwork/contract'
import Type from 'typebox'
import type { RequestCtx } from '../platform/context.ts'
import { fastifyPath, type Handlers } from './mount.ts'

const area = {
  get: route({
    method: 'GET',
    path: '/thing/{id}',
    summary: 'x',
    access: 'token',
    params: Type.Object({ id: Type.Integer() }),
    returns: Type.Object({ size: Type.Integer() }),
    errors: ['quota_exceeded'],
  }),
  act: route({ method: 'POST', path: '/thing', summary: 'x', access: 'token', async: true }),
}

const service = {
  declared: (ctx: RequestCtx<'not_found' | 'quota_exceeded'>) => ctx.fail('quota_exceeded'),
  undeclared: (ctx: RequestCtx<'smartlock_offline'>) => ctx.fail('smartlock_offline'),
}

/** The compiler is the test: each expected error below is one that must stay an error. */
export const typeTests = () => {
  const good: Handlers<typeof area> = {
    get: async (ctx, { params }) => (params.id > 9 ? service.declared(ctx) : { size: params.id }),
    act: async () => ({ operationId: 'x' }),
  }
  // @ts-expect-error a route without a handler does not compile
  const missing: Handlers<typeof area> = { get: good.get }
  const undeclared: Handlers<typeof area> = {
    ...good,
    // @ts-expect-error a handler cannot call a service that refuses with a code its route does not declare
    get: async (ctx) => service.undeclared(ctx),
  }
  const direct: Handlers<typeof area> = {
    ...good,
    // @ts-expect-error nor refuse with one itself
    get: async (ctx) => ctx.fail('smartlock_offline'),
  }
  const wrongShape: Handlers<typeof area> = {
    ...good,
    // @ts-expect-error an answer that is not what the route returns
    get: async () => ({ size: 'large' }),
  }
  // @ts-expect-error access is a required field of every route
  route({ method: 'GET', path: '/x', summary: 'x' })
  return [good, missing, undeclared, direct, wrongShape]
}

test('paths of the contract become paths of the router', () => {
  assert.equal(fastifyPath('/api/key/{apiKeyId}/token/{id}'), '/api/key/:apiKeyId/token/:id')
  assert.equal(typeof typeTests, 'function')
})
