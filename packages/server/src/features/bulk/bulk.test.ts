import assert from 'node:assert/strict'
import { type BulkOrder, type BulkRun, RIGHTS, type RoleAssignment } from '@latchwork/contract'
import { createClient } from '@latchwork/sdk'
import { connectAccess, keypadLock } from '../../../test/access-device.ts'
import { checkedFetch } from '../../../test/checked-fetch.ts'
import { eventually } from '../../../test/eventually.ts'
import { clockOf, standingStill } from '../../../test/manual-time.ts'
import { apiTest, bothTest, type Caller, type World } from '../../../test/world.ts'

const hex = (n: number) => n.toString(16).padStart(24, '0')

const ended = (api: World['api'], bulkId: string): Promise<BulkRun> =>
  eventually('it has ended', async () => {
    const { data } = await api.bulk.get({ params: { bulkId } })
    return data.state !== 'running' && data
  })

async function done(api: World['api'], body: BulkOrder) {
  const { data } = await api.bulk.create({ body })
  const run = await ended(api, data.bulkId)
  const { data: items } = await api.bulk.items({ params: data })
  return { run, items }
}

/** A lock that is not there, with codes. */
async function codes(w: World, names: readonly string[], more: object = {}) {
  const { smartlockId } = await keypadLock(w, `Door of ${names[0]}`)
  for (const name of names)
    await w.api.authorizations.createOn({ params: { smartlockId }, body: { name, type: 13, ...more } })
  const { data } = await w.api.authorizations.listOf({ params: { smartlockId } })
  return { smartlockId, ids: data.map(({ id }) => id) }
}

/** A sub-account with these roles. */
async function member(w: World, roles: RoleAssignment[]): Promise<Caller> {
  const { data } = await w.api.subAccounts.create({
    body: {
      ...{ email: 'member@example.org', password: 'sub horse', name: 'Member', language: 'en' },
      ...{ rights: 0, profile: {}, currentPassword: 'correct horse', roles },
    },
  })
  return w.caller({ of: { ...w.owner, accountId: data.accountId } })
}

bothTest(
  'many doors are renamed by a pattern, as the preview said, and each tells what became of it',
  async (w) => {
    const ids = []
    for (const name of ['A 1', 'A 2', 'B']) ids.push(String((await w.lock({ name })).smartlockId))
    const body = { action: 'renameDoors', ids: [...ids, '4711'], rename: { find: 'A', to: 'West' } } as const
    const { data: preview } = await w.api.bulk.preview({ body: { ...body, ids: [...body.ids] } })
    assert.deepEqual([preview.total, preview.refused], [4, [{ error: 'not_found', count: 1 }]])
    assert.deepEqual(
      preview.examples.map(({ name, newName }) => [name, newName]),
      [
        ['A 1', 'West 1'],
        ['A 2', 'West 2'],
        ['B', 'B'],
      ],
    )
    assert.deepEqual((await w.api.bulk.list()).data, [], 'nothing was done')
    const { run, items } = await done(w.api, { ...body, ids: [...body.ids] })
    assert.partialDeepStrictEqual(run, { state: 'done', total: 4, done: 2, same: 1, failed: 1 })
    assert.deepEqual(
      items.map(({ outcome, error }) => error ?? outcome),
      ['done', 'done', 'same', 'not_found'],
    )
    const names = (await w.api.smartlocks.list()).data.map(({ name }) => name)
    assert.deepEqual(names, ['West 1', 'West 2', 'B'])
    const { data: failed } = await w.api.bulk.items({ params: run, query: { outcome: 'failed' } })
    assert.deepEqual(
      failed.map(({ number }) => number),
      [4],
    )
    const { data: rest } = await w.api.bulk.items({ params: run, query: { id: 3, limit: 1 } })
    assert.deepEqual(
      rest.map(({ number }) => number),
      [4],
    )
    await w.api.bulk.remove({ params: run })
    assert.equal((await w.request('GET', `/bulk/${run.bulkId}`)).statusCode, 404, 'it is forgotten')
  },
)

apiTest('many rights are extended and revoked, each with its operation', async (w) => {
  const until = '2030-01-10T00:00:00.000Z'
  const { ids } = await codes(w, ['Ann', 'Ben'], {
    allowedFromDate: '2030-01-01T00:00:00Z',
    allowedUntilDate: until,
  })
  const { ids: endless } = await codes(w, ['Cleo'])
  const extended = await done(w.api, { action: 'extendRights', ids: [...ids, ...endless, hex(7)], days: 5 })
  assert.deepEqual(
    extended.items.map(({ outcome, error }) => error ?? outcome),
    ['done', 'done', 'same', 'not_found'],
  )
  const { data } = await w.api.authorizations.list({ query: {} })
  assert.deepEqual(
    data.map(({ allowedUntilDate }) => allowedUntilDate),
    ['2030-01-15T00:00:00.000Z', '2030-01-15T00:00:00.000Z', undefined],
  )
  const operationId = extended.items[0]?.operationId as string
  const { data: operation } = await w.api.operations.get({ params: { operationId } })
  assert.match(operation.type, /^auth\./)
  const revoked = await done(w.api, { action: 'revokeRights', ids: [...ids, ...ids] })
  assert.partialDeepStrictEqual(revoked.run, { total: 2, done: 2 }, 'each once')
  assert.deepEqual(
    (await w.api.authorizations.list({ query: {} })).data.map(({ id }) => id),
    endless,
  )
})

apiTest('all that people were given is taken from them, and they stay', async (w) => {
  const { smartlockId } = await keypadLock(w)
  const people = []
  for (const name of ['Ann', 'Ben']) {
    const { data } = await w.api.accountUsers.create({ body: { name, email: `${name}@example.org` } })
    people.push(String(data.accountUserId))
    const body = { name, type: 13, accountUserId: data.accountUserId } as const
    await w.api.authorizations.createOn({ params: { smartlockId }, body })
  }
  const { run } = await done(w.api, { action: 'revokePeople', ids: [people[0] as string, '99'] })
  assert.partialDeepStrictEqual(run, { done: 1, failed: 1 })
  assert.deepEqual(
    (await w.api.authorizations.list({ query: {} })).data.map(({ name }) => name),
    ['Ben'],
  )
  assert.equal((await w.api.accountUsers.list()).data.length, 2)
})

apiTest(
  'doors are locked at once or not at all: one that is offline is refused, and none moves late',
  async (w) => {
    const online = await connectAccess(w, await keypadLock(w, 'Online'))
    const { smartlockId: offline } = await w.lock({ name: 'Offline' })
    const ids = [String(online.smartlockId), String(offline)]
    const { items } = await done(w.api, { action: 'lockDoors', ids })
    assert.deepEqual(
      items.map(({ outcome, error }) => error ?? outcome),
      ['done', 'smartlock_offline'],
    )
    assert.equal(typeof items[0]?.operationId, 'string')
  },
)

apiTest(
  'doors that could not be asked in time are not asked any more',
  async (w) => {
    const { smartlockId } = await w.lock()
    const { data } = await w.api.bulk.create({
      body: { action: 'renameDoors', ids: [String(smartlockId)], rename: { to: 'X' } },
    })
    const run = await ended(w.api, data.bulkId)
    // Set back to where a process died that had not begun with it.
    await w.db.updateTable('bulk_item').set({ outcome: 'waiting', new_name: null }).execute()
    await w.db
      .updateTable('bulk_run')
      .set({
        action: 'lockDoors',
        state: 'running',
        done: 0,
        ended_at: null,
        created_at: clockOf(w).now() - 301_000,
        next_at: clockOf(w).now(),
      })
      .execute()
    w.service.platform.wake.notify('bulk')
    await ended(w.api, run.bulkId)
    const { data: items } = await w.api.bulk.items({ params: run })
    assert.deepEqual(
      items.map(({ error }) => error),
      ['too_late'],
    )
  },
  standingStill(),
)

apiTest('bad orders are refused by the field that is wrong, and nothing is stored', async (w) => {
  const { smartlockId } = await w.lock()
  const ids = [String(smartlockId)]
  const refused: [object, string][] = [
    [{ action: 'lockDoors', ids: [] }, 'ids'],
    [{ action: 'lockDoors', ids: ['abc'] }, 'ids[0]'],
    [{ action: 'lockDoors', ids: ['1'.repeat(17)] }, 'ids[0]'],
    [{ action: 'revokeRights', ids }, 'ids[0]'],
    [{ action: 'unlockDoors', ids }, 'action'],
    [{ action: 'renameDoors', ids }, 'rename'],
    [{ action: 'lockDoors', ids, rename: { to: 'X' } }, 'rename'],
    [{ action: 'extendRights', ids: [hex(1)] }, 'untilDate'],
    [{ action: 'extendRights', ids: [hex(1)], days: 1, untilDate: '2030-01-01T00:00:00Z' }, 'untilDate'],
    [{ action: 'extendRights', ids: [hex(1)], days: 0 }, 'days'],
    [{ action: 'lockDoors', ids: Array.from({ length: 20_001 }, (_, n) => String(n)) }, 'ids'],
  ]
  for (const [body, path] of refused) {
    const answer = await w.request('PUT', '/bulk', { body })
    assert.equal(answer.statusCode, 400, JSON.stringify(body).slice(0, 80))
    assert.match(answer.json().errors[0].path, new RegExp(`^${path.replace(/[[\]]/g, '\\$&')}`))
  }
  assert.deepEqual((await w.api.bulk.list()).data, [])
})

apiTest(
  'each thing is compared with what the caller is for: narrow tokens, roles by place, other accounts',
  async (w) => {
    const {
      smartlockId: inside,
      ids: [right],
    } = await codes(w, ['Inside'])
    const {
      smartlockId: outside,
      ids: [other],
    } = await codes(w, ['Outside'])
    const rename = {
      action: 'renameDoors' as const,
      ids: [String(inside), String(outside)],
      rename: { to: 'Mine {n}' },
    }
    const stranger = await w.account()
    const theirs = await done(stranger.api, rename)
    assert.partialDeepStrictEqual(theirs.run, { failed: 2, done: 0 })
    assert.deepEqual(
      theirs.items.map(({ name }) => name),
      ['', ''],
      'not even names',
    )
    const { data: key } = await w.api.apiKeys.create()
    const { data: token } = await w.api.apiKeys.createToken({
      params: { apiKeyId: key.apiKeyId },
      body: { smartlockIds: [inside] },
    })
    const narrow = createClient({
      baseUrl: 'http://test',
      token: token.accessToken as string,
      fetch: checkedFetch(w.service.app),
    })
    const few = await done(narrow, { action: 'revokeRights', ids: [right as string, other as string] })
    assert.deepEqual(
      few.items.map(({ outcome }) => outcome),
      ['done', 'failed'],
    )
    const people = await narrow.bulk
      .preview({ body: { action: 'revokePeople', ids: ['1'] } })
      .catch((e) => e.code)
    assert.equal(people, 'scope_missing')
    const operator = await member(w, [{ role: 'viewer' }, { role: 'accessManager', smartlockIds: [inside] }])
    assert.equal(await operator.api.bulk.create({ body: rename }).catch((e) => e.code), 'right_missing')
    const role = await done(operator.api, { action: 'revokeRights', ids: [other as string] })
    assert.deepEqual(
      role.items.map(({ error }) => error),
      ['not_found'],
    )
    assert.deepEqual(
      (await narrow.bulk.list()).data.map(({ bulkId }) => bulkId),
      [few.run.bulkId],
    )
    assert.deepEqual(
      (await operator.api.bulk.list()).data.map(({ bulkId }) => bulkId),
      [role.run.bulkId],
    )
    assert.equal((await w.api.bulk.list()).data.length, 2, 'the master sees all of its account')
    const foreign = await w.request('GET', `/bulk/${role.run.bulkId}`, { token: stranger.token })
    assert.equal(foreign.statusCode, 404)
  },
)

apiTest('a run ends when whoever wants it may not do it any more', async (w) => {
  const { smartlockId } = await w.lock({ name: 'Door' })
  const sub = await w.caller({ rights: RIGHTS.manageSmartlock })
  const { data } = await sub.api.bulk.create({
    body: { action: 'renameDoors', ids: [String(smartlockId)], rename: { to: 'Theirs' } },
  })
  await ended(w.api, data.bulkId)
  const again = async (state: { rights?: number } = {}) => {
    await w.db.updateTable('bulk_item').set({ outcome: 'waiting', new_name: 'Late' }).execute()
    if (state.rights !== undefined)
      await w.db
        .updateTable('account')
        .set({ rights: state.rights })
        .where('account_id', '=', sub.accountId)
        .execute()
    await w.db.updateTable('bulk_run').set({ state: 'running', ended_at: null, next_at: 0 }).execute()
    w.service.platform.wake.notify('bulk')
    return ended(w.api, data.bulkId)
  }
  assert.equal((await again({ rights: 0 })).state, 'failed')
  assert.equal((await w.api.smartlocks.get({ params: { smartlockId } })).data.name, 'Theirs')
})
