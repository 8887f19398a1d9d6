import assert from 'node:assert/strict'
import type { AuthType, SmartlockAuth } from '@latchwork/contract'
import { keypadLock } from '../../../../test/access-device.ts'
import { apiTest, bothTest, type World } from '../../../../test/world.ts'

const CODE = { type: 13, remoteAllowed: false } as const

async function createMany(w: World, count: number): Promise<number> {
  const locks = [await keypadLock(w, 'One'), await keypadLock(w, 'Two')]
  const smartlockIds = locks.map(({ smartlockId }) => smartlockId)
  for (let i = 0; i < count / 2; i++)
    await w.api.authorizations.create({ body: { ...CODE, name: `Guest ${i}`, smartlockIds } })
  return smartlockIds[0] as number
}

const idsOf = (auths: readonly { id: string }[]) => auths.map(({ id }) => id)

bothTest('pages together are the list, whatever was deleted in between (4.15)', async (w) => {
  await createMany(w, 200)
  const { data: before } = await w.api.authorizations.list()
  const doomed = before.filter((_, i) => i % 3 === 0 || (i > 60 && i < 140))
  await w.api.authorizations.removeMany({ body: idsOf(doomed) })
  const { data: list } = await w.api.authorizations.list()
  assert.equal(list.length, before.length - doomed.length)
  for (const size of [1, 7, 64, 100]) {
    const pages = Math.ceil(list.length / size)
    const found: string[] = []
    for (const page of size === 1
      ? [0, 1, pages - 2, pages - 1]
      : Array.from({ length: pages }, (_, i) => i)) {
      const { data } = await w.api.authorizations.paged({ query: { page, size } })
      assert.equal(data.pagination.totalItems, list.length)
      assert.equal(data.pagination.totalPages, pages)
      assert.deepEqual(idsOf(data.results), idsOf(list.slice(page * size, (page + 1) * size)))
      found.push(...idsOf(data.results))
    }
    if (size > 1) assert.deepEqual(found, idsOf(list))
  }
})

bothTest('a page tells where the next and the one before are (4.15)', async (w) => {
  await createMany(w, 6)
  const page = async (query: object) => (await w.api.authorizations.paged({ query })).data.pagination
  assert.deepEqual(await page({ size: 4, types: [13] }), {
    totalItems: 6,
    totalPages: 2,
    currentPage: 0,
    pageSize: 4,
    nextPage: '/smartlock/auth/paged?page=1&size=4&types=13',
  })
  const { nextPage, prevPage } = await page({ page: 1, size: 4 })
  assert.deepEqual([nextPage, prevPage], [undefined, '/smartlock/auth/paged?page=0&size=4'])
  const followed = await w.request('GET', String(prevPage))
  assert.equal(followed.json().results.length, 4)
  const beyond = await w.api.authorizations.paged({ query: { page: 9, size: 4 } })
  assert.deepEqual(beyond.data.results, [], 'past the end (D22)')
  assert.equal((await page({ size: 5000 })).pageSize, 1000, 'cut (D22)')
  for (const query of ['page=-1', 'size=0', 'size=x', 'accountUserId=0', 'types=99'])
    assert.equal((await w.request('GET', `/smartlock/auth/paged?${query}`)).statusCode, 400, query)
})

apiTest('lists are filtered by type and by person (D60)', async (w) => {
  const smartlockId = await createMany(w, 4)
  const params = { smartlockId }
  const { data: user } = await w.api.accountUsers.create({ body: { email: 'a@example.com', name: 'A' } })
  const { accountUserId } = user
  const app = { name: 'App', remoteAllowed: true }
  await w.api.authorizations.createOn({ params, body: { ...app, accountUserId } })
  await w.api.authorizations.createOn({ params, body: { name: 'Fob', type: 2, remoteAllowed: false } })
  await w.api.authorizations.createOn({ params, body: { ...CODE, name: 'Hers', accountUserId } })
  const cases: [query: { accountUserId?: number; types?: AuthType[] }, names: string[]][] = [
    [{ types: [0] }, ['App']],
    [{ types: [0, 2] }, ['App', 'Fob']],
    [{ types: [14] }, []],
    [{ accountUserId }, ['App', 'Hers']],
    [{ accountUserId, types: [13] }, ['Hers']],
    [{ accountUserId: -1, types: [2, 0] }, ['Fob']],
    [{ accountUserId: -1 }, ['Guest 0', 'Guest 0', 'Guest 1', 'Guest 1', 'Fob']],
    [{ accountUserId: 2_000_000_000 }, []],
  ]
  for (const [query, names] of cases) {
    const filter = { query }
    const { data: list } = await w.api.authorizations.list(filter)
    assert.deepEqual(
      list.map(({ name }) => name),
      names,
      JSON.stringify(query),
    )
    const { data: paged } = await w.api.authorizations.paged(filter)
    assert.deepEqual(idsOf(paged.results), idsOf(list))
    assert.equal(paged.pagination.totalItems, list.length)
  }
  const ofLock = await w.api.authorizations.listOf({ params, query: { types: [2, 0] } })
  assert.deepEqual(
    ofLock.data.map(({ name }) => name),
    ['App', 'Fob'],
  )
  const raw = await w.request('GET', '/smartlock/auth?types=0,2')
  assert.equal(raw.json().length, 2)
})

apiTest('a long list comes whole, part by part', async (w) => {
  const { smartlockId } = await keypadLock(w)
  const template = async () => {
    await w.api.authorizations.createOn({ params: { smartlockId }, body: { ...CODE, name: 'First' } })
    return w.db.selectFrom('smartlock_auth').selectAll().executeTakeFirstOrThrow()
  }
  const row = await template()
  const copies = Array.from({ length: 1200 }, (_, i) => ({
    ...row,
    id: (0x1000 + i).toString(16).padStart(24, 'a'),
    seq: i + 2,
    code_sealed: null,
    code_hash: null,
  }))
  for (let i = 0; i < copies.length; i += 400)
    await w.db
      .insertInto('smartlock_auth')
      .values(copies.slice(i, i + 400))
      .execute()
  const { data } = await w.api.authorizations.list()
  assert.deepEqual(idsOf(data), [row.id, ...idsOf(copies)])
})

apiTest('an authorization under another lock is not found (D60)', async (w) => {
  const smartlockId = await createMany(w, 2)
  const { data } = await w.api.authorizations.list()
  const other = data.find((auth) => auth.smartlockId !== smartlockId)
  const params = { smartlockId, id: other?.id as string }
  await w.refuses(w.api.authorizations.get({ params }), 'not_found')
  await w.refuses(w.api.authorizations.update({ params, body: { name: 'x' } }), 'not_found')
  await w.refuses(w.api.authorizations.remove({ params }), 'not_found')
})

bothTest('pages are found however far apart the numbers of a long history are (4.15)', async (w) => {
  const { smartlockId } = await keypadLock(w)
  const params = { smartlockId }
  for (const number of [0, 70, 5000, 300_000, 17_000_000, 40_000_000]) {
    await w.db.updateTable('smartlock_auth_head').set({ last_seq: number }).execute()
    for (const name of ['One', 'Two'])
      await w.api.authorizations.createOn({ params, body: { ...CODE, name } })
  }
  const { data: list } = await w.api.authorizations.list()
  assert.equal(list.length, 12)
  const pages = [...list.keys()].map(async (page) => {
    const { data } = await w.api.authorizations.paged({ query: { page, size: 1, types: [13] } })
    return data.results[0]?.id
  })
  assert.deepEqual(await Promise.all(pages), idsOf(list))
})

apiTest(
  'the list, asked for some ids, has those of them that are there and fit the other filters',
  async (w) => {
    await createMany(w, 6)
    const { data: list } = await w.api.authorizations.list()
    const [first, second, third] = list as [SmartlockAuth, SmartlockAuth, SmartlockAuth]
    const asked = (query: object) =>
      w.api.authorizations.list({ query: { ids: [third.id, first.id, 'f'.repeat(24)], ...query } })
    assert.deepEqual((await asked({})).data, [first, third])
    assert.deepEqual((await asked({ types: [13] })).data, [first, third])
    assert.deepEqual((await asked({ types: [0] })).data, [])
    const { data: user } = await w.api.accountUsers.create({
      body: { email: 'ada@example.com', name: 'Ada' },
    })
    const { accountUserId } = user
    const params = { smartlockId: first.smartlockId, id: first.id }
    await w.api.authorizations.update({ params, body: { accountUserId } })
    assert.deepEqual(idsOf((await asked({ accountUserId })).data), [first.id])
    assert.deepEqual(idsOf((await asked({ accountUserId: -1 })).data), [third.id])
    const stranger = await w.account()
    const foreign = await stranger.api.authorizations.list({ query: { ids: [second.id] } })
    assert.deepEqual(foreign.data, [], 'those of others are as good as not there')
  },
)

apiTest(
  'the list, asked for no id, for too many or for something else, says which rule was broken',
  async (w) => {
    for (const ids of ['', 'x', Array(101).fill('0'.repeat(24)).join(',')]) {
      const refused = await w.request('GET', `/smartlock/auth?ids=${ids}`)
      assert.equal(refused.statusCode, 400, ids)
      assert.match(refused.json().errors[0].path, /^query\.ids/, refused.body)
    }
  },
)
