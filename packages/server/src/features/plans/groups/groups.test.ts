import assert from 'node:assert/strict'
import { MOST_GROUPS, MOST_MEMBERS } from '@latchwork/contract'
import { apiTest, bothTest, type World } from '../../../../test/world.ts'

const person = async (w: World, name: string): Promise<number> =>
  (await w.api.accountUsers.create({ body: { name, email: `${name}@example.com` } })).data.accountUserId

const group = async (w: World, kind: 'people' | 'doors', name = 'Group') =>
  (await w.api.groups.create({ body: { kind, name } })).data

const idsIn = async (w: World, groupId: string, query = {}) =>
  (await w.api.groups.members({ params: { groupId }, query })).data.map(({ id }) => id)

const codeOf = (answer: { json(): { code?: string }; statusCode: number }) => answer.json().code

apiTest(
  'a group is made, filled, shown with its members, renamed and deleted; who was in it stays (D230)',
  async (w) => {
    const [ada, ben] = [await person(w, 'Ada'), await person(w, 'Ben')]
    const made = await group(w, 'people', 'Cleaners')
    assert.equal(made.members, 0)
    const params = { groupId: made.groupId }
    assert.equal((await w.api.groups.join({ params, body: { ids: [ben, ada] } })).data.members, 2)
    assert.equal((await w.api.groups.join({ params, body: { ids: [ada] } })).data.members, 2, 'twice is once')
    assert.deepEqual((await w.api.groups.members({ params })).data, [
      { id: ada, name: 'Ada' },
      { id: ben, name: 'Ben' },
    ])
    assert.deepEqual(await idsIn(w, made.groupId, { offset: 1, limit: 1 }), [ben])
    assert.equal((await w.api.groups.leave({ params, body: { ids: [ada, 424_242] } })).data.members, 1)
    const { data: renamed } = await w.api.groups.rename({ params, body: { name: 'Night cleaners' } })
    assert.deepEqual((await w.api.groups.list({})).data, [renamed])
    assert.deepEqual([renamed.name, renamed.members], ['Night cleaners', 1])
    await w.api.groups.remove({ params })
    assert.deepEqual((await w.api.groups.list({})).data, [])
    assert.equal((await w.api.accountUsers.list({})).data.length, 2)
    const { data: entries } = await w.api.audit.list({})
    assert.deepEqual(
      entries.map(({ action }) => action).filter((action) => action.startsWith('group.')),
      ['group.deleted', 'group.renamed', 'group.left', 'group.joined', 'group.created'],
    )
  },
)

apiTest('groups are found by kind, by who is in them and by which door', async (w) => {
  const ada = await person(w, 'Ada')
  const { smartlockId } = await w.lock()
  const [cleaners, wing] = [await group(w, 'people', 'Cleaners'), await group(w, 'doors', 'West wing')]
  await w.api.groups.join({ params: cleaners, body: { ids: [ada] } })
  await w.api.groups.join({ params: wing, body: { ids: [smartlockId] } })
  const found = async (query: object) => (await w.api.groups.list({ query })).data.map(({ name }) => name)
  assert.deepEqual(await found({ kind: 'people' }), ['Cleaners'])
  assert.deepEqual(await found({ kind: 'doors' }), ['West wing'])
  assert.deepEqual(await found({ accountUserId: ada }), ['Cleaners'])
  assert.deepEqual(await found({ smartlockId }), ['West wing'])
  assert.deepEqual(await found({ smartlockId: 17_179_869_184 }), [])
  assert.deepEqual(await found({ offset: 1 }), ['West wing'])
})

apiTest('who or what is deleted is in no group any more', async (w) => {
  const ada = await person(w, 'Ada')
  const { smartlockId } = await w.lock()
  const [cleaners, wing] = [await group(w, 'people'), await group(w, 'doors')]
  await w.api.groups.join({ params: cleaners, body: { ids: [ada] } })
  await w.api.groups.join({ params: wing, body: { ids: [smartlockId] } })
  const { operationId } = await w.api.accountUsers.remove({ params: { accountUserId: ada } })
  await w.untilOperation(operationId, 'confirmed')
  await w.api.smartlocks.remove({ params: { smartlockId } })
  const { data: left } = await w.api.groups.list({})
  assert.deepEqual(
    left.map(({ members }) => members),
    [0, 0],
  )
})

apiTest(
  'members that do not exist, are of another account or of the other kind are 404, and none joins',
  async (w) => {
    const ada = await person(w, 'Ada')
    const stranger = await w.account()
    const { data: theirs } = await stranger.api.accountUsers.create({
      body: { name: 'Eve', email: 'eve@example.com' },
    })
    const { smartlockId } = await w.lock()
    const { groupId } = await group(w, 'people')
    const wing = await group(w, 'doors')
    const join = (id: string, ids: unknown) => w.request('PUT', `/group/${id}/member`, { body: { ids } })
    for (const ids of [[ada, theirs.accountUserId], [ada, 2_000_000_000], [smartlockId], [2 ** 52]])
      assert.equal(codeOf(await join(groupId, ids)), 'not_found', String(ids))
    assert.equal(codeOf(await join(wing.groupId, [ada])), 'not_found')
    assert.deepEqual(await idsIn(w, groupId), [], 'all or none')
    for (const ids of [
      [],
      [ada, ada],
      ['x'],
      [-1],
      ada,
      undefined,
      Array.from({ length: 1001 }, (_, i) => i),
    ])
      assert.equal(codeOf(await join(groupId, ids)), 'invalid_parameter', String(ids).slice(0, 20))
    const leave = (ids: number[]) => w.request('DELETE', `/group/${groupId}/member`, { body: { ids } })
    assert.equal((await leave([2 ** 52])).statusCode, 200, 'whoever is not in it is passed over')
    assert.equal(
      codeOf(await w.request('PUT', '/group', { body: { kind: 'groups', name: 'x' } })),
      'invalid_parameter',
    )
  },
)

bothTest('groups and members beyond the limits are refused, and none slips through', async (w) => {
  const { accountId } = w.owner
  const now = 0
  const { groupId } = await group(w, 'people')
  const filler = Array.from({ length: MOST_MEMBERS.people }, (_, i) => ({
    ...{ account_id: accountId, email: `p${i}@example.com`, email_key: `p${i}@example.com`, name: `P${i}` },
    ...{ type: 0, language: null, made_by_account_id: null, operation_id: null },
    ...{ created_at: now, updated_at: now },
  }))
  const made: number[] = []
  for (let i = 0; i < filler.length; i += 500) {
    const rows = await w.db
      .insertInto('account_user')
      .values(filler.slice(i, i + 500))
      .returning('account_user_id')
      .execute()
    made.push(...rows.map((row) => row.account_user_id))
  }
  const params = { groupId }
  for (let i = 0; i < made.length; i += 1000)
    await w.api.groups.join({ params, body: { ids: made.slice(i, i + 1000) } })
  const one = await person(w, 'Ada')
  await w.refuses(w.api.groups.join({ params, body: { ids: [one] } }), 'quota_exceeded')
  assert.equal((await w.api.groups.get({ params })).data.members, MOST_MEMBERS.people)
  const others = Array.from({ length: MOST_GROUPS - 1 }, (_, i) => ({
    ...{ id: i.toString(16).padStart(24, '0'), account_id: accountId, kind: 'doors' as const, name: 'x' },
    ...{ created_at: now, updated_at: now },
  }))
  await w.db.insertInto('access_group').values(others).execute()
  await w.refuses(w.api.groups.create({ body: { kind: 'doors', name: 'x' } }), 'quota_exceeded')
})

apiTest('a token or a role for some doors has nothing to do with groups (D230)', async (w) => {
  const { smartlockId } = await w.lock()
  await group(w, 'doors', 'All')
  const { data: key } = await w.api.apiKeys.create()
  const { data } = await w.api.apiKeys.createToken({
    params: { apiKeyId: key.apiKeyId },
    body: { smartlockIds: [smartlockId] },
  })
  const listed = await w.request('GET', '/group', { token: data.accessToken as string })
  assert.deepEqual([listed.statusCode, codeOf(listed)], [403, 'token_limited'])
})
