import assert from 'node:assert/strict'
import { keypadLock } from '../../../test/access-device.ts'
import { apiTest, bothTest } from '../../../test/world.ts'

bothTest(
  'everything about a person is handed out to the owner, without codes and without what is of others (D221)',
  async (w) => {
    const lock = await keypadLock(w)
    const params = { smartlockId: lock.smartlockId }
    const body = { type: 13, remoteAllowed: false } as const
    const people = await Promise.all(
      ['Anna', 'Ben'].map(async (name) => {
        const { data } = await w.api.accountUsers.create({ body: { email: `${name}@example.org`, name } })
        return data.accountUserId
      }),
    )
    const [anna = 0, ben = 0] = people
    await w.api.authorizations.createOn({
      params,
      body: { ...body, name: 'Key of Anna', code: 738_294, accountUserId: anna },
    })
    await w.api.authorizations.createOn({
      params,
      body: { ...body, name: 'Key of Ben', code: 738_295, accountUserId: ben },
    })
    const entries = Array.from({ length: 450 }, (_, i) => ({
      ...{ id: w.service.platform.ids.timeOrdered(), account_id: w.owner.accountId },
      ...{ smartlock_id: lock.smartlockId, device_type: 4, account_user_id: i % 2 === 0 ? anna : ben },
      ...{ auth_id: null, name: `Entry ${i}`, action: 1, trigger: 0, state: 0, auto_unlock: 0, source: null },
      ...{ opener_log: null, error: null, date: Date.now() },
    }))
    await w.db.insertInto('smartlock_log').values(entries).execute()
    const answer = await w.request('GET', `/account/user/${anna}/export`)
    assert.equal(answer.statusCode, 200)
    assert.match(String(answer.headers['content-disposition']), /attachment; filename="person-\d+\.json"/)
    const kept = JSON.parse(answer.body)
    assert.deepEqual(
      kept.account_user.map(({ name }: { name: string }) => name),
      ['Anna'],
    )
    assert.deepEqual(
      kept.smartlock_auth.map(({ name }: { name: string }) => name),
      ['Key of Anna'],
    )
    assert.ok(kept.smartlock_auth_version.length > 0)
    assert.equal(kept.smartlock_log.length, 225)
    assert.doesNotMatch(answer.body, /738294|Ben|_sealed|_hash/)
  },
)

apiTest(
  'a person is erased over the API, for the owner alone, and the answer is the proof (D221)',
  async (w) => {
    const { data: user } = await w.api.accountUsers.create({
      body: { email: 'anna@example.org', name: 'Anna Uniquename' },
    })
    const params = { accountUserId: user.accountUserId }
    const sub = await w.caller({ rights: 63 })
    await w.refuses(sub.api.privacy.erase({ params }), 'master_required')
    await w.refuses(sub.api.privacy.export({ params }), 'master_required')
    const narrow = await w.caller({ of: w.owner, scopes: ['account'] })
    await w.refuses(narrow.api.privacy.erase({ params }), 'scope_missing')
    await w.refuses(narrow.api.privacy.export({ params }), 'scope_missing')
    const stranger = await w.account()
    await w.refuses(stranger.api.privacy.erase({ params }), 'not_found')
    await w.refuses(stranger.api.privacy.export({ params }), 'not_found')
    await w.refuses(w.api.privacy.erase({ params }), 'step_up_required')
    const wrong = { currentPassword: 'wrong horse' }
    await w.refuses(w.api.privacy.erase({ params, body: wrong }), 'invalid_credentials')
    assert.equal((await w.api.accountUsers.get({ params })).data.name, 'Anna Uniquename', 'nothing was done')
    const body = { currentPassword: 'correct horse' }
    const { data: proof } = await w.api.privacy.erase({ params, body })
    assert.deepEqual(
      proof.removed.map(({ table, rows }) => [table, rows]),
      [
        ['account_user', 1],
        ['smartlock_auth', 0],
        ['smartlock_log', 0],
        ['mail', 0],
      ],
    )
    assert.doesNotMatch(JSON.stringify(proof), /unique|anna@/i)
    await w.untilOperation(proof.operationId, 'confirmed')
    await w.refuses(w.api.privacy.erase({ params }), 'not_found')
    const { data: entries } = await w.api.audit.list({ query: {} })
    const [entry] = entries.filter(({ action }) => action === 'person.erased')
    assert.equal(entry?.accountId, w.owner.accountId, 'it is known who did it')
  },
)

apiTest('a person whose code no lock has seen yet is erased at once (D57, D221)', async (w) => {
  const { smartlockId } = await keypadLock(w)
  const { data: user } = await w.api.accountUsers.create({
    body: { email: 'anna@example.org', name: 'Anna Uniquename' },
  })
  const params = { accountUserId: user.accountUserId }
  await w.api.authorizations.createOn({
    params: { smartlockId },
    body: { name: 'Anna Uniquename', type: 13, ...params },
  })
  const { data: proof } = await w.api.privacy.erase({ params, body: { currentPassword: 'correct horse' } })
  await w.untilOperation(proof.operationId, 'confirmed')
  await w.refuses(w.api.accountUsers.get({ params }), 'not_found')
  assert.deepEqual((await w.api.authorizations.listOf({ params: { smartlockId } })).data, [])
})
