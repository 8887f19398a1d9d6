import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, type Route } from '@latchwork/contract'
import { apiTest } from '../../test/world.ts'
import type { JsonSchema } from './json-schema.ts'
import { onlyUnknownFields } from './unknown-fields.ts'

const schema: JsonSchema = {
  type: 'object',
  properties: {
    enabled: { type: 'boolean', 'x-alias': 'enable' },
    web: { type: 'object', properties: { mail: { type: 'boolean' } } },
    free: { type: 'object', patternProperties: { '.*': { type: 'string' } } },
  },
}

test('a body of which nothing is known names all of it', () => {
  assert.deepEqual(onlyUnknownFields(schema, { a: 1, web: { b: 2 } }), ['a', 'web.b'])
})

test('one known field is enough, under its alias, inside another or in a map; so is nothing at all', () => {
  const bodies = [
    {},
    { web: {} },
    { a: 1, enabled: true },
    { a: 1, enable: true },
    { a: 1, web: { mail: true } },
    { a: 1, free: { x: '1' } },
  ]
  for (const body of bodies) assert.deepEqual(onlyUnknownFields(schema, body), [], JSON.stringify(body))
})

test('what names the object of a change is no change of it', () => {
  const change: JsonSchema = {
    type: 'object',
    'x-update': true,
    required: ['id'],
    properties: { id: { type: 'string' }, name: { type: 'string' } },
  }
  assert.deepEqual(onlyUnknownFields(change, { id: 'a', nmae: 'b' }), ['nmae'])
  assert.deepEqual(onlyUnknownFields(change, { id: 'a', name: 'b' }), [])
  assert.deepEqual(onlyUnknownFields(change, { id: 'a' }), [])
})

/** Routes whose body may be anything at all. */
const takesAnything = ({ body }: Route): boolean =>
  Object.keys((body as JsonSchema).properties ?? {}).length === 0

apiTest('no write of the interface answers 204 to a body of which it takes nothing (D131)', async (w) => {
  const { smartlockId } = await w.lock({ type: 2 })
  const refused = async (path: string, body: unknown, named: string) => {
    const answer = await w.request('POST', path, { body: body as object })
    assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_parameter'], path)
    assert.deepEqual(
      answer.json().errors.map((error: { path: string }) => error.path),
      [named],
    )
  }
  await refused(`/smartlock/${smartlockId}`, { nmae: 'Door' }, 'nmae')
  await refused(`/smartlock/${smartlockId}`, { smartlockId: 1 }, 'smartlockId')
  await refused(`/smartlock/${smartlockId}/config`, { keypadPaired: true }, 'keypadPaired')
  await refused(`/smartlock/${smartlockId}/advanced/openerconfig`, { busModeSwitch: 1 }, 'busModeSwitch')
  await refused(`/smartlock/${smartlockId}/web/config`, { x: 1 }, 'x')
  await refused('/account', { language: undefined, accountId: 1 }, 'language')
  await refused('/smartlock/auth', [{ id: '0'.repeat(24), nmae: 'x' }], '[0].nmae')
  const both = await w.request('POST', `/smartlock/${smartlockId}`, { body: { nmae: 'x', favorite: true } })
  assert.equal(both.statusCode, 204, 'unknown fields beside known ones are ignored (D8)')
  assert.equal((await w.request('POST', `/smartlock/${smartlockId}/config`, { body: {} })).statusCode, 204)
})

apiTest(
  'each route with a body refuses one of which it takes nothing, whatever it needs besides (D131)',
  async (w) => {
    const routes = Object.values(api).flatMap((area) => Object.values<Route>(area))
    const bodies = routes.filter(({ body, method }) => body !== undefined && method !== 'GET')
    const hex = '0'.repeat(24)
    for (const route of bodies.filter((one) => !takesAnything(one))) {
      const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        /^(id|tokenId)$/.test(name) ? hex : '1',
      )
      const answer = await w.request(route.method, path, { body: { nobodyKnowsThis: 1 } })
      assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, `${route.method} ${route.path}`)
    }
  },
)
