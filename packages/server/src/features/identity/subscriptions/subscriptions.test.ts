import assert from 'node:assert/strict'
import { apiTest } from '../../../../test/world.ts'

apiTest('subscriptions answer as for an account without one (D133)', async (w) => {
  const codeOf = async (method: 'GET' | 'POST', path: string) => {
    const answer = await w.request(method, path)
    return [answer.statusCode, answer.json().code]
  }
  for (const path of ['/subscription', '/app/account/subscription'])
    assert.deepEqual((await w.request('GET', path)).json(), [])
  assert.deepEqual(await codeOf('GET', '/subscription/7'), [404, 'not_found'])
  assert.deepEqual(await codeOf('POST', '/account/subscription/7/activate'), [404, 'not_found'])
  assert.deepEqual(await codeOf('POST', '/account/subscription/7/terminate'), [404, 'not_found'])
  assert.deepEqual(await codeOf('POST', '/account/subscription/pay'), [409, 'service_disabled'])
})
