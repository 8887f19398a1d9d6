import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorld, type World } from '../../../test/world.ts'
import { ManualClock } from '../../platform/clock.ts'

const START = Date.UTC(2026, 0, 5, 12)

const statusOf = async (w: World, token: string) => (await w.request('GET', '/company', { token })).statusCode

/** Two services on one PostgreSQL. Their clocks stand still: nothing can end by age alone. */
async function twoServices(t: Parameters<typeof createWorld>[0]) {
  const clock = new ManualClock(START)
  const options = { clock: () => clock }
  const here = await createWorld(t, 'postgres', options)
  const there = await createWorld(t, 'postgres', { ...options, storage: here.storage })
  return { here, there, clock }
}

test('a token deleted in one process is refused in another that has it cached, told by a wake-up', async (t) => {
  const { here, there } = await twoServices(t)
  const { data: key } = await here.api.apiKeys.create()
  const params = { apiKeyId: key.apiKeyId }
  const { data: token } = await here.api.apiKeys.createToken({ params })
  const value = token.accessToken as string
  assert.equal(await statusOf(there, value), 200)
  await here.api.apiKeys.removeToken({ params: { ...params, id: token.id } })
  assert.equal(await statusOf(here, value), 401, 'at once in the process that deleted it')
  await there.until('the other process refuses it', async () => (await statusOf(there, value)) === 401)
})

test('a session that logs out in one process ends in the other', async (t) => {
  const { here, there } = await twoServices(t)
  const login = await here.request('POST', '/account/login', {
    token: null,
    body: { email: 'owner@latchwork.local', password: 'correct horse' },
  })
  const { accessToken } = login.json()
  assert.equal(await statusOf(there, accessToken), 200)
  await here.request('POST', '/account/logout', { token: accessToken })
  await there.until('the other process refuses it', async () => (await statusOf(there, accessToken)) === 401)
})

test('a lost wake-up delays the end of a token by at most one second', async (t) => {
  const { here, there, clock } = await twoServices(t)
  const { data: key } = await here.api.apiKeys.create()
  const { data: token } = await here.api.apiKeys.createToken({ params: { apiKeyId: key.apiKeyId } })
  const value = token.accessToken as string
  assert.equal(await statusOf(there, value), 200)
  // Behind the back of the service: nobody is told.
  await here.db.deleteFrom('api_token').where('id', '=', token.id).execute()
  assert.equal(await statusOf(there, value), 200, 'known from before')
  clock.advance(1001)
  assert.equal(await statusOf(there, value), 401)
})

test('a cached token costs no statement', async (t) => {
  const w = await createWorld(t, 'sqlite')
  assert.equal(await statusOf(w, w.owner.token), 200)
  // Behind the back of the service: whoever asked the store again would notice.
  await w.db.deleteFrom('api_token').execute()
  assert.equal(await statusOf(w, w.owner.token), 200)
})
