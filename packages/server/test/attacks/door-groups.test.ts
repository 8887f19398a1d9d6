import assert from 'node:assert/strict'
import { RIGHTS } from '@latchwork/contract'
import { createClient } from '@latchwork/sdk'
import { checkedFetch } from '../checked-fetch.ts'
import { giveRoles, member } from '../members.ts'
import { type Api, apiTest, type World } from '../world.ts'

/** Roles and tokens that are for a group of doors (D119, D209) are for those it has at the moment, and for no others. */

async function groupOf(w: World, ...smartlockIds: number[]): Promise<string> {
  const { data } = await w.api.groups.create({ body: { kind: 'doors', name: 'West wing' } })
  if (smartlockIds.length > 0)
    await w.api.groups.join({ params: { groupId: data.groupId }, body: { ids: smartlockIds } })
  return data.groupId
}

const seenBy = async ({ api }: { api: Api }): Promise<number[]> =>
  (await api.smartlocks.list()).data.map((lock) => lock.smartlockId).sort()

async function tokenFor(w: World, doorGroupIds: string[]) {
  const { data: key } = await w.api.apiKeys.create()
  const params = { apiKeyId: key.apiKeyId }
  const { data } = await w.api.apiKeys.createToken({ params, body: { doorGroupIds } })
  const token = data.accessToken as string
  const api: Api = createClient({ baseUrl: 'http://test', token, fetch: checkedFetch(w.service.app) })
  return { token, api, params: { ...params, id: data.id }, shown: data }
}

apiTest('a role on a group of doors follows the group, and ends with it', async (w) => {
  const [a, b] = [await w.lock({ name: 'A' }), await w.lock({ name: 'B' })]
  const groupId = await groupOf(w, a.smartlockId)
  const sub = await member(w, [{ role: 'operator', doorGroupIds: [groupId] }])
  assert.deepEqual(await seenBy(sub), [a.smartlockId])
  const unlock = async (smartlockId: number) =>
    (await w.request('POST', `/smartlock/${smartlockId}/action/unlock`, { token: sub.token })).statusCode
  assert.deepEqual([await unlock(a.smartlockId), await unlock(b.smartlockId)], [409, 404])
  await w.api.groups.join({ params: { groupId }, body: { ids: [b.smartlockId] } })
  assert.deepEqual([await unlock(a.smartlockId), await unlock(b.smartlockId)], [409, 409])
  await w.api.groups.leave({ params: { groupId }, body: { ids: [a.smartlockId] } })
  assert.deepEqual(await seenBy(sub), [b.smartlockId])
  const { data: shown } = await w.api.subAccounts.get({ params: { accountId: sub.accountId } })
  assert.deepEqual(shown.roles, [{ role: 'operator', doorGroupIds: [groupId] }])
  await w.api.groups.remove({ params: { groupId } })
  assert.deepEqual(await seenBy(sub), [], 'nothing, and not everything')
})

apiTest(
  'a group that is of people, of another account or nowhere is refused for roles and tokens',
  async (w) => {
    const other = await w.account()
    const { data: theirs } = await other.api.groups.create({ body: { kind: 'doors', name: 'Theirs' } })
    const { data: people } = await w.api.groups.create({ body: { kind: 'people', name: 'Cleaners' } })
    const sub = await member(w, [{ role: 'viewer' }])
    for (const groupId of [theirs.groupId, people.groupId, 'f'.repeat(24)]) {
      await w.refuses(giveRoles(w, sub, [{ role: 'viewer', doorGroupIds: [groupId] }]), 'not_found')
      await w.refuses(tokenFor(w, [groupId]), 'not_found')
    }
    await w.refuses(giveRoles(w, sub, [{ role: 'viewer', doorGroupIds: [] }]), 'invalid_parameter')
  },
)

apiTest(
  'nobody gets rights on a door by taking it into the group that a role of theirs is for',
  async (w) => {
    const [a, b] = [await w.lock({ name: 'A' }), await w.lock({ name: 'B' })]
    const groupId = await groupOf(w, a.smartlockId)
    const sub = await member(w, [
      { role: 'administrator', doorGroupIds: [groupId] },
      { rights: RIGHTS.manageAuthorizations },
    ])
    const join = (ids: number[]) => sub.api.groups.join({ params: { groupId }, body: { ids } })
    await w.refuses(join([b.smartlockId]), 'not_found')
    await join([a.smartlockId])
    const unlock = await w.request('POST', `/smartlock/${b.smartlockId}/action/unlock`, { token: sub.token })
    assert.equal(unlock.statusCode, 404)
  },
)

apiTest(
  'a token for a group is for its doors, groups are closed to it, and taking the limit off is more',
  async (w) => {
    const [a, b] = [await w.lock({ name: 'A' }), await w.lock({ name: 'B' })]
    const groupId = await groupOf(w, a.smartlockId)
    const limited = await tokenFor(w, [groupId])
    assert.deepEqual([limited.shown.doorGroupIds, limited.shown.smartlockIds], [[groupId], undefined])
    assert.deepEqual(await seenBy(limited), [a.smartlockId])
    await w.refuses(
      limited.api.groups.join({ params: { groupId }, body: { ids: [b.smartlockId] } }),
      'token_limited',
    )
    await w.api.groups.join({ params: { groupId }, body: { ids: [b.smartlockId] } })
    assert.equal((await seenBy(limited)).length, 2)
    const { params } = limited
    await w.api.apiKeys.updateToken({ params, body: { smartlockIds: [a.smartlockId], doorGroupIds: null } })
    assert.deepEqual(await seenBy(limited), [a.smartlockId])
    const narrow = await w.caller({ of: w.owner, scopes: ['account'] })
    await w.refuses(
      narrow.api.apiKeys.updateToken({ params, body: { doorGroupIds: [groupId] } }),
      'scope_missing',
    )
    await w.api.apiKeys.updateToken({ params, body: { smartlockIds: null, doorGroupIds: [groupId] } })
    await w.api.groups.remove({ params: { groupId } })
    assert.deepEqual(await seenBy(limited), [], 'nothing, and not everything')
  },
)

apiTest(
  'a version that knows no groups takes neither a role nor a token for one of the whole account',
  async (w) => {
    const { smartlockId } = await w.lock({ name: 'A' })
    const groupId = await groupOf(w, smartlockId)
    const sub = await member(w, [{ role: 'operator', doorGroupIds: [groupId] }])
    const { params } = await tokenFor(w, [groupId])
    const { db } = w.service.contextFor(w.owner.accountId)
    const account = () =>
      db
        .selectFrom('account')
        .select('roles')
        .where('account_id', '=', sub.accountId)
        .executeTakeFirstOrThrow()
    const token = () =>
      db.selectFrom('api_token').selectAll().where('id', '=', params.id).executeTakeFirstOrThrow()
    assert.deepEqual(JSON.parse((await account()).roles ?? ''), [
      { role: 'operator', doorGroupIds: [groupId], smartlockIds: [] },
    ])
    assert.equal((await token()).smartlock_ids, '[]')
    await w.api.apiKeys.updateToken({ params, body: { doorGroupIds: null } })
    assert.equal((await token()).smartlock_ids, null)
  },
)
