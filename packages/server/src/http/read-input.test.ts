import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alias, clearable, orInQuery, type Route, route } from '@latchwork/contract'
import Type from 'typebox'
import type { JsonSchema } from './json-schema.ts'
import { readBody, readQuery } from './read-input.ts'
import { Issues } from './read-value.ts'

/** A route with everything the contract's section 1 knows, whether or not an area uses it yet. */
const everything: Route = route({
  method: 'POST',
  path: '/x',
  summary: 'x',
  access: 'token',
  body: Type.Object({
    webhookUrl: orInQuery(alias('webhook_url', Type.String())),
    features: orInQuery(Type.Optional(Type.Array(Type.String()))),
    deleteApiTokens: orInQuery(Type.Optional(Type.Boolean({ default: true }))),
    count: Type.Optional(Type.Integer()),
  }),
})

const update: Route = {
  ...everything,
  update: true,
  body: Type.Object({
    name: Type.Optional(Type.String({ maxLength: 5 })),
    until: clearable(Type.Optional(Type.String({ format: 'date-time' }))),
    profile: Type.Optional(
      Type.Object({ city: clearable(Type.Optional(Type.String())), zip: Type.Optional(Type.String()) }),
    ),
    ids: Type.Optional(Type.Array(Type.Integer())),
  }),
}

function reading(
  from: Route,
  body: unknown,
  query: Record<string, unknown> = {},
  current?: Record<string, unknown>,
) {
  const issues = new Issues()
  return { body: readBody(from, body, query, issues, current), issues }
}

test('fields of D17 may travel in the query, under their name or alias', () => {
  const { body, issues } = reading(everything, undefined, {
    webhook_url: 'https://a',
    features: 'A,B',
    deleteApiTokens: 'FALSE',
  })
  assert.deepEqual(body, { webhookUrl: 'https://a', features: ['A', 'B'], deleteApiTokens: false })
  assert.deepEqual(issues.list, [])
  assert.deepEqual(reading(everything, { webhookUrl: 'x' }, { features: ['A', 'B'] }).body, {
    webhookUrl: 'x',
    features: ['A', 'B'],
    deleteApiTokens: true,
  })
})

test('query and body, or name and alias, with different values are refused; with equal ones they are not', () => {
  const conflict = (body: object, query = {}) => reading(everything, body, query).issues.conflicting
  assert.ok(conflict({ webhookUrl: 'a' }, { webhookUrl: 'b' }))
  assert.ok(conflict({ webhookUrl: 'a', webhook_url: 'b' }))
  assert.ok(conflict({ webhookUrl: 'a' }, { webhook_url: 'b' }))
  assert.ok(!conflict({ webhookUrl: 'a', webhook_url: 'a' }, { webhookUrl: 'a' }))
  assert.ok(!conflict({ webhookUrl: 'a', deleteApiTokens: true }, { deleteApiTokens: 'True' }))
})

test('null counts as left out, and as missing where a field is required (D12)', () => {
  const { body, issues } = reading(everything, { webhookUrl: null, count: null })
  assert.deepEqual(
    issues.list.map((issue) => issue.path),
    ['webhookUrl'],
  )
  assert.deepEqual(body, { deleteApiTokens: true })
})

test('an update takes what was sent, merges objects key by key, replaces arrays, and clears with null (D11, D12)', () => {
  const current = {
    name: 'Anna',
    until: '2026-01-01T00:00:00.000Z',
    profile: { city: 'Graz', zip: '8010' },
    ids: [1, 2],
  }
  const changes = (body: unknown) => reading(update, body, {}, current)
  assert.deepEqual(changes({ profile: { zip: '8020' } }).body, { profile: { zip: '8020' } })
  assert.deepEqual(changes({ until: null, name: null, profile: { city: null, zip: null } }).body, {
    until: null,
    profile: { city: null },
  })
  assert.deepEqual(changes({ ids: [2] }).body, { ids: [2] })
  assert.deepEqual(changes(current).body, {}, 'what is as stored is no change')
  assert.deepEqual(
    changes({ until: '2026-01-01T01:00:00+01:00' }).body,
    {},
    'the same instant in another form',
  )
  assert.deepEqual(changes(undefined).body, {})
  assert.equal(changes({ name: 'Annabell' }).issues.list.length, 1)
})

test('a stored value that could not be written passes when it is sent back (D9)', () => {
  const { body, issues } = reading(update, { name: 'Annabell' }, {}, { name: 'Annabell' })
  assert.deepEqual([body, issues.list], [{}, []])
})

test('query booleans are true and false in any letter case, and nothing else', () => {
  const schema = Type.Object({ flag: Type.Optional(Type.Boolean()) }) as unknown as JsonSchema
  const flag = (text: string) => {
    const issues = new Issues()
    return [readQuery(schema, { flag: text }, issues).flag, issues.list.length]
  }
  assert.deepEqual(flag('True'), [true, 0])
  assert.deepEqual(flag('FALSE'), [false, 0])
  for (const bad of ['1', 'yes', '']) assert.deepEqual(flag(bad), [undefined, 1], bad)
})
