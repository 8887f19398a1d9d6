import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@latchwork/sdk'
import pg from 'pg'
import { checkedFetch } from '../../../../test/checked-fetch.ts'
import { bothTest, createWorld, type World } from '../../../../test/world.ts'
import { PostgresChanges } from '../../../platform/store/postgres-changes.ts'

const DAY = 86_400_000

const found = async (w: World, q: string) => (await w.api.search.find({ query: { q } })).data

const namesOf = (things: readonly { name: string }[] | undefined) => things?.map(({ name }) => name)

/** A house with some doors, people and stays. */
async function house(w: World) {
  const [west, cellar] = [await w.lock({ name: 'West door' }), await w.lock({ name: 'Cellar West' })]
  await w.lock({ name: 'Garage 100%' })
  for (const [name, email] of [
    ['Anna Über', 'anna@example.org'],
    ['MÜLLER', 'boss@west.example'],
    ['Zoe Anna', 'zoe@example.org'],
  ] as const)
    await w.api.accountUsers.create({ body: { name, email } })
  const { data: address } = await w.api.addresses.create({
    body: { name: 'West house', smartlockIds: [west.smartlockId] },
  })
  const stay = (name: string, fromDay: number) =>
    w.api.reservations.create({
      params: { addressId: address.addressId },
      body: {
        ...{ name, email: '', guests: 1 },
        startDate: new Date(Date.now() + fromDay * DAY).toISOString(),
        endDate: new Date(Date.now() + (fromDay + 3) * DAY).toISOString(),
      },
    })
  await stay('Guest Westerberg', 5)
  await stay('Long gone West', -20)
  return { west: west.smartlockId, cellar: cellar.smartlockId, addressId: address.addressId }
}

bothTest(
  'a search finds doors, people, stays that are not over and addresses, beginnings first',
  async (w) => {
    await house(w)
    const west = await found(w, 'west')
    assert.deepEqual(namesOf(west.doors), ['West door', 'Cellar West'])
    assert.deepEqual(namesOf(west.people), ['MÜLLER'], 'by the mail address')
    assert.deepEqual(namesOf(west.stays), ['Guest Westerberg'])
    assert.deepEqual(namesOf(west.addresses), ['West house'])
    assert.deepEqual(namesOf((await found(w, 'anna')).people), ['Anna Über', 'Zoe Anna'])
    assert.deepEqual(namesOf((await found(w, '  door   WEST ')).doors), ['West door'], 'words in any order')
    assert.deepEqual(
      west.doors.every(({ operable }) => operable),
      true,
    )
  },
)

bothTest('a search takes letters beyond ASCII in any case, and what people type for itself', async (w) => {
  await house(w)
  for (const q of ['müller', 'MÜLL', 'ülle'])
    assert.deepEqual(namesOf((await found(w, q)).people), ['MÜLLER'], q)
  for (const q of ['über', 'Anna ÜBER'])
    assert.deepEqual(namesOf((await found(w, q)).people), ['Anna Über'], q)
  assert.deepEqual(namesOf((await found(w, '0%')).doors), ['Garage 100%'])
  const odd = ['tower\u{10FFFF}a', '\u{10FFFF}\u{10FFFF} tower', 'tower \uD7FF b', 'tower \u{1F511}']
  for (const name of odd) await w.lock({ name })
  for (const name of odd)
    for (const q of [name, name.slice(0, 5), ...name.split(' ')])
      assert.ok(
        namesOf((await found(w, q)).doors)?.includes(name),
        `${JSON.stringify(q)} finds ${JSON.stringify(name)}`,
      )
  for (const q of ['', ' ', '_', '\\', "'", 'no such'])
    assert.deepEqual((await found(w, q)).doors, [], JSON.stringify(q))
  assert.deepEqual((await w.api.search.find()).data, { doors: [], people: [], stays: [], addresses: [] })
  const long = await w.request('GET', `/search?q=${'x'.repeat(101)}`)
  assert.equal(long.statusCode, 400)
  assert.equal((await w.request('GET', '/search?q=a%00b')).statusCode < 500, true)
})

bothTest('a search names as many as asked for, though thousands fit', async (w) => {
  const { accountId } = w.owner
  const person = (n: number) => ({
    ...{ account_id: accountId, email: `p${n}@example.org`, email_key: `p${n}@example.org` },
    ...{
      name: `Person ${n} Cleaner`,
      type: 0,
      language: null,
      operation_id: null,
      created_at: n,
      updated_at: n,
    },
  })
  for (let n = 0; n < 5000; n += 500)
    await w.db
      .insertInto('account_user')
      .values(Array.from({ length: 500 }, (_, i) => person(n + i)))
      .execute()
  assert.deepEqual(namesOf((await found(w, 'person 4999')).people), ['Person 4999 Cleaner'])
  assert.equal((await found(w, 'cleaner')).people?.length, 6)
  assert.deepEqual((await found(w, 'nobody')).people, [])
  // A word that all have beside one that few have, behind the first hundreds of names.
  const few = [1499, 2499, 3499, 4499, 499, 4990].map((n) => `Person ${n} Cleaner`)
  for (const q of ['cleaner 499', '499 cleaner', 'n 499 c'])
    assert.deepEqual(namesOf((await found(w, q)).people), few, q)
  assert.deepEqual(namesOf((await found(w, 'p4321@ cleaner')).people), ['Person 4321 Cleaner'])
  assert.deepEqual((await found(w, 'cleaner erson nobody')).people, [])
  const { data } = await w.api.search.find({ query: { q: 'cleaner', limit: 100 } })
  assert.equal(data.people?.length, 20)
})

test('a search on PostgreSQL counts as no write, and is one statement whatever letters its words have', async (t) => {
  const w = await createWorld(t, 'postgres', { alone: 'counts what the whole process asks of its databases' })
  await house(w)
  const written = t.mock.method(PostgresChanges.prototype, 'noteWrite').mock
  const asked = t.mock.method(pg.Client.prototype, 'query').mock
  const textsOf = async (q: string) => {
    asked.resetCalls()
    await found(w, q)
    const texts = asked.calls.map(({ arguments: [query] }) =>
      typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? ''),
    )
    return new Set(texts.filter((text) => text.includes('has_0')))
  }
  // A word of small ASCII letters has one way, another three.
  const texts = await textsOf('qq')
  assert.equal(texts.size, 3, 'doors, people and addresses')
  assert.deepEqual(await textsOf('qä'), texts)
  for (let i = 0; i < 20; i++) await found(w, 'front')
  // What else the service does meanwhile may be a write.
  assert.ok(written.callCount() < 20, `${written.callCount()}`)
})

bothTest(
  'a search shows nobody what they may not see: other accounts, narrow tokens, missing rights',
  async (w) => {
    const { west, addressId } = await house(w)
    const stranger = await w.account()
    assert.deepEqual((await stranger.api.search.find({ query: { q: 'west' } })).data, {
      ...{ doors: [], people: [], stays: [], addresses: [] },
    })
    const { data: key } = await w.api.apiKeys.create()
    const { data: token } = await w.api.apiKeys.createToken({
      params: { apiKeyId: key.apiKeyId },
      body: { smartlockIds: [west] },
    })
    const narrow = createClient({
      baseUrl: 'http://test',
      token: token.accessToken as string,
      fetch: checkedFetch(w.service.app),
    })
    const few = (await narrow.search.find({ query: { q: 'west' } })).data
    assert.deepEqual(
      [namesOf(few.doors), few.people, few.stays, few.addresses],
      [['West door'], undefined, [], []],
    )
    const reader = await w.caller({ scopes: ['smartlock.readOnly'], of: w.owner })
    const read = (await reader.api.search.find({ query: { q: 'west' } })).data
    assert.deepEqual([read.people, read.stays, read.addresses], [undefined, undefined, undefined])
    assert.deepEqual(
      read.doors.map(({ operable }) => operable),
      [false, false],
    )
    const sub = await w.caller({ rights: 0 })
    const none = (await sub.api.search.find({ query: { q: 'west' } })).data
    assert.deepEqual([none.people, none.stays, none.doors[0]?.operable], [undefined, undefined, false])
    await keepsToPlaces(w, addressId)
  },
)

/** Whoever runs one house and sees all of them moves the doors of that house, and knows its people and stays. */
async function keepsToPlaces(w: World, addressId: number): Promise<void> {
  const { data } = await w.api.subAccounts.create({
    body: {
      ...{ email: 'role@example.org', password: 'sub horse', name: 'Role', language: 'en' },
      ...{ rights: 0, profile: {}, currentPassword: 'correct horse' },
      roles: [{ role: 'viewer' }, { role: 'operator', addressIds: [addressId] }],
    },
  })
  const { api } = await w.caller({ of: { ...w.owner, accountId: data.accountId } })
  const seen = (await api.search.find({ query: { q: 'west' } })).data
  assert.deepEqual(
    seen.doors.map(({ name, operable }) => [name, operable]),
    [
      ['West door', true],
      ['Cellar West', false],
    ],
  )
  assert.deepEqual([seen.people, seen.stays], [undefined, undefined])
}
