import assert from 'node:assert/strict'
import { apiTest, bothTest, type World } from '../../../../test/world.ts'
import { fail } from '../../../platform/app-error.ts'
import * as accountUsers from './service.ts'

const ANNA = { email: 'Anna@Example.com', name: 'Anna' }
const create = (w: World, body: object) => w.request('PUT', '/account/user', { body })
const pathsOf = (answer: { json(): { errors: { path: string }[] } }) =>
  answer.json().errors.map(({ path }) => path)

apiTest('a user is created, read, listed and changed, each change with its event', async (w) => {
  await w.emitted()
  const { data: made } = await w.api.accountUsers.create({ body: ANNA })
  const { accountUserId, creationDate, updateDate, ...rest } = made
  assert.deepEqual(rest, { accountId: w.owner.accountId, ...ANNA, type: 0 }, 'type 0 is sent (D13)')
  const params = { accountUserId }
  assert.deepEqual((await w.api.accountUsers.get({ params })).data, made)
  const body = { email: 'anna@example.org', name: 'Anna B.', language: 'de' as const }
  const { data: changed } = await w.api.accountUsers.update({ params, body })
  assert.deepEqual(changed, { ...made, ...body, updateDate: changed.updateDate }, 'the whole object (D21)')
  assert.deepEqual((await w.api.accountUsers.list({})).data, [changed])
  assert.deepEqual(await w.emitted(), ['ACCOUNT_USER', 'ACCOUNT_USER'])
  const { data: log } = await w.api.events.list({})
  assert.deepEqual(log.events.at(-1)?.payload, {
    feature: 'ACCOUNT_USER',
    deleted: false,
    accountUser: changed,
  })
})

apiTest('sending back a user as it was read changes nothing and tells nobody (D8, D9)', async (w) => {
  const { data: user } = await w.api.accountUsers.create({ body: { ...ANNA, type: 1, language: 'sk' } })
  await w.emitted()
  const { data: same } = await w.api.accountUsers.update({
    params: { accountUserId: user.accountUserId },
    body: { ...user, type: 0 } as never,
  })
  assert.deepEqual(same, user, 'type is not writable after creation')
  assert.deepEqual(await w.emitted(), [])
})

apiTest('fields of a user follow the rules of the interface, also on update (D9, D10)', async (w) => {
  assert.deepEqual(pathsOf(await create(w, {})), ['email', 'name'])
  for (const [field, wrong] of [
    ['email', 'no address'],
    ['email', 'two@at@signs'],
    ['email', 'line\nbreak@example.com'],
    ['name', ''],
    ['type', 2],
    ['type', '2'],
    ['language', 'pl'],
    ['language', 'EN'],
  ] as const) {
    assert.deepEqual(pathsOf(await create(w, { ...ANNA, [field]: wrong })), [field], `${field} ${wrong}`)
  }
  const made = await create(w, { ...ANNA, type: '1' })
  assert.equal(made.json().type, 1, 'a string of digits is a number')
  const update = (body: object) => w.request('POST', `/account/user/${made.json().accountUserId}`, { body })
  for (const [field, wrong] of [
    ['email', 'no address'],
    ['name', ''],
    ['language', 'pl'],
  ] as const)
    assert.deepEqual(pathsOf(await update({ [field]: wrong })), [field])
})

apiTest('an update of a user changes what was sent and keeps the rest (D248)', async (w) => {
  const { data: user } = await w.api.accountUsers.create({ body: { ...ANNA, type: 1, language: 'sk' } })
  const url = `/account/user/${user.accountUserId}`
  let expected: object = user
  for (const body of [{ name: 'Anna B' }, { email: 'b@example.com' }, { language: 'de' }, {}, undefined]) {
    const answer = await w.request('POST', url, { ...(body && { body }) })
    expected = { ...expected, ...body, updateDate: answer.json().updateDate }
    assert.deepEqual([answer.statusCode, answer.json()], [200, expected])
  }
  assert.deepEqual((await w.request('GET', url)).json(), expected)
})

bothTest('a mail address is used once in an account, in any letter case, and freely in others', async (w) => {
  const { data: anna } = await w.api.accountUsers.create({ body: ANNA })
  await w.refuses(w.api.accountUsers.create({ body: { ...ANNA, email: 'ANNA@example.COM' } }), 'email_taken')
  const { data: ben } = await w.api.accountUsers.create({ body: { email: 'ben@example.com', name: 'Ben' } })
  const update = (accountUserId: number, email: string) =>
    w.api.accountUsers.update({ params: { accountUserId }, body: { email, name: 'X', language: 'en' } })
  await w.refuses(update(ben.accountUserId, 'anna@EXAMPLE.com'), 'email_taken')
  const { data: own } = await update(anna.accountUserId, 'anna@example.com')
  assert.equal(own.email, 'anna@example.com', 'the own address may be written differently')
  const stranger = await w.account()
  await stranger.api.accountUsers.create({ body: ANNA })
  const both = [ANNA, ANNA].map((body) => w.api.accountUsers.create({ body: { ...body, email: 'c@d.e' } }))
  const outcomes = (await Promise.allSettled(both)).map(({ status }) => status)
  assert.deepEqual(outcomes.toSorted(), ['fulfilled', 'rejected'], 'of two at once one is first')
})

bothTest('the list is filtered by the whole address and paged by offset and limit (D22)', async (w) => {
  for (const name of ['a', 'b', 'c', 'd'])
    await w.api.accountUsers.create({ body: { email: `${name}@example.com`, name } })
  const names = async (query: string) =>
    (await w.request('GET', `/account/user${query}`)).json().map((user: { name: string }) => user.name)
  assert.deepEqual(await names(''), ['a', 'b', 'c', 'd'])
  assert.deepEqual(await names('?email=B%40EXAMPLE.com'), ['b'])
  assert.deepEqual(await names('?email=b'), [])
  assert.deepEqual(await names('?offset=1&limit=2'), ['b', 'c'])
  assert.deepEqual(await names('?offset=3'), ['d'])
  assert.deepEqual(await names('?offset=4&limit=5000'), [])
  for (const wrong of ['limit=0', 'limit=x', 'offset=-1'])
    assert.equal((await w.request('GET', `/account/user?${wrong}`)).statusCode, 400, wrong)
})

bothTest(
  'users beyond the quota are refused, and none slips through with another at the same time',
  async (w) => {
    const bodies = [1, 2, 3].map((n) => ({ email: `user${n}@example.com`, name: 'User' }))
    const outcomes = await Promise.allSettled(bodies.map((body) => w.api.accountUsers.create({ body })))
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 2)
    await w.refuses(w.api.accountUsers.create({ body: ANNA }), 'quota_exceeded')
  },
  { config: { quota: { accountUsers: 2 } } },
)

apiTest("a sub-account with the right works on its master's users (D39)", async (w) => {
  const sub = await w.caller({ rights: 8 })
  const { data: user } = await sub.api.accountUsers.create({ body: ANNA })
  assert.equal(user.accountId, w.owner.accountId)
  assert.deepEqual((await w.api.accountUsers.list({})).data, [user])
})

apiTest(
  'other areas find users by address, make missing ones once, and ask for many addresses',
  async (w) => {
    const ctx = { ...w.service.contextFor(w.owner.accountId), fail }
    const { data: anna } = await w.api.accountUsers.create({ body: ANNA })
    await w.emitted()
    const known = await accountUsers.ensure(ctx, { email: 'anna@example.com', name: 'Somebody' })
    assert.deepEqual([known.account_user_id, known.name], [anna.accountUserId, 'Anna'])
    assert.deepEqual(await w.emitted(), [])
    const ben = { email: 'ben@example.com', name: 'Ben' }
    const made = await Promise.all([accountUsers.ensure(ctx, ben), accountUsers.ensure(ctx, ben)])
    assert.equal(made[0].account_user_id, made[1].account_user_id, 'two at once agree on one')
    assert.deepEqual(await w.emitted(), ['ACCOUNT_USER'])
    assert.equal((await accountUsers.findByEmail(ctx, 'BEN@example.com'))?.name, 'Ben')
    const ids = [anna.accountUserId, made[0].account_user_id, 2_000_000_000]
    assert.deepEqual([...(await accountUsers.emailsOf(ctx, ids)).values()], [ANNA.email, ben.email])
    const stranger = { ...ctx, accountId: (await w.account()).accountId }
    assert.equal((await accountUsers.emailsOf(stranger, ids)).size, 0)
  },
)
