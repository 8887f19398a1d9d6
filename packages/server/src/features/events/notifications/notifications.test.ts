import assert from 'node:assert/strict'
import { apiTest, type World } from '../../../../test/world.ts'

const URL_OF = (name: string) => `https://receiver.example/${name}`
const hook = (name: string, settings: object[] = []) =>
  ({ pushId: URL_OF(name), os: 2, settings: settings as [] }) as const

const idOf = async (w: World, name: string) =>
  (await w.api.notifications.create({ body: hook(name) })).data.notificationId

apiTest('a notification is created with a secret of its own, listed, read and deleted', async (w) => {
  const { smartlockId } = await w.lock()
  const settings = [{ smartlockId, triggerEvents: ['unlock', 'ring'], authIds: ['a'.repeat(24)] }] as const
  const { data: made } = await w.api.notifications.create({
    body: { ...hook('one'), referenceId: 'booking-7', language: 'de', settings: [...settings] as never },
  })
  assert.match(made.notificationId, /^[0-9a-f]{24}$/)
  assert.match(made.secret, /^[0-9a-f]{40}$/)
  assert.deepEqual(
    [made.referenceId, made.pushId, made.os, made.language, made.status, made.settings, made.error],
    ['booking-7', URL_OF('one'), 2, 'de', 0, settings, undefined],
  )
  const params = { notificationId: made.notificationId }
  assert.deepEqual((await w.api.notifications.get({ params })).data, made)
  assert.deepEqual((await w.api.notifications.list({})).data, [made])
  await w.api.notifications.remove({ params })
  await w.refuses(w.api.notifications.get({ params }), 'not_found')
  await w.refuses(w.api.notifications.remove({ params }), 'not_found')
  const stored = await w.db.selectFrom('notification').selectAll().execute()
  assert.deepEqual(stored, [])
})

apiTest('the secret is encrypted in the store, and one that the caller brings is taken (D35)', async (w) => {
  const secret = 'ab'.repeat(20)
  const { data } = await w.api.notifications.create({ body: { ...hook('one'), secret } })
  assert.equal(data.secret, secret)
  const row = await w.db.selectFrom('notification').selectAll().executeTakeFirstOrThrow()
  assert.doesNotMatch(JSON.stringify(row), new RegExp(secret))
  const refused = await w.request('PUT', '/notification', { body: { ...hook('two'), secret: 'short' } })
  assert.deepEqual([refused.statusCode, refused.json().errors[0].path], [400, 'secret'])
})

apiTest('the list is filtered by referenceId and by its printed name (D16)', async (w) => {
  await w.api.notifications.create({ body: { ...hook('one'), referenceId: 'a' } })
  await w.api.notifications.create({ body: { ...hook('two'), referenceId: 'b' } })
  const found = async (query: string) =>
    (await w.request('GET', `/notification?${query}`)).json().map(({ pushId }: { pushId: string }) => pushId)
  assert.deepEqual(await found('referenceId=b'), [URL_OF('two')])
  assert.deepEqual(await found('reference_id=a'), [URL_OF('one')])
  assert.deepEqual(await found('referenceId=c'), [])
  const differing = await w.request('GET', '/notification?referenceId=a&reference_id=b')
  assert.equal(differing.json().code, 'conflicting_alias')
})

apiTest('what is missing or wrong is refused with its field, and nothing is stored', async (w) => {
  const { smartlockId } = await w.lock({ by: await w.account() })
  const body = hook('one')
  for (const [path, wrong] of Object.entries<object>({
    pushId: { ...body, pushId: undefined },
    os: { ...body, os: 3 },
    settings: { ...body, settings: undefined },
    'settings[0].triggerEvents': { ...body, settings: [{}] },
    'settings[0].triggerEvents[0]': { ...body, settings: [{ triggerEvents: ['explode'] }] },
    language: { ...body, language: 'pl' },
  })) {
    const answer = await w.request('PUT', '/notification', { body: wrong })
    assert.deepEqual([answer.statusCode, answer.json().errors?.[0]?.path], [400, path], path)
  }
  const foreign = hook('one', [{ smartlockId, triggerEvents: ['lock'] }])
  await w.refuses(w.api.notifications.create({ body: foreign }), 'not_found')
  for (const pushId of ['http://receiver.example/', 'https://10.0.0.1/', 'not a url']) {
    const answer = await w.request('PUT', '/notification', { body: { ...body, pushId } })
    assert.deepEqual([answer.json().code, answer.json().errors[0].path], ['url_not_allowed', 'pushId'])
  }
  assert.deepEqual((await w.api.notifications.list({})).data, [])
})

apiTest(
  'an update changes what it names, clears what is null, and begins anew with another receiver',
  async (w) => {
    const { data: made } = await w.api.notifications.create({
      body: { ...hook('one'), referenceId: 'a', language: 'fr' },
    })
    const params = { notificationId: made.notificationId }
    const update = async (body: object) =>
      (await w.api.notifications.update({ params, body: body as never })).data
    const set = (row: object) => w.db.updateTable('notification').set(row).execute()
    await set({ status: 2, error: 'The receiver answered 500.', is_gone: 1 })
    const renamed = await update({ referenceId: 'b', language: null })
    assert.deepEqual([renamed.referenceId, renamed.language, renamed.status], ['b', undefined, 2])
    assert.equal((await update({ ...renamed })).status, 2, 'sending back what was read changes nothing')
    const moved = await update({ pushId: URL_OF('two') })
    assert.deepEqual([moved.status, moved.error, moved.secret], [0, undefined, made.secret])
    await set({ status: 2 })
    const onPhone = await update({ os: 0, pushId: 'phone' })
    assert.equal(onPhone.status, 2)
    assert.match(onPhone.error ?? '', /No push gateway for Android/)
    await w.refuses(w.api.notifications.update({ params, body: { os: 2 } }), 'url_not_allowed')
  },
)

apiTest('a phone, when no gateway is configured, is failed from the start and says why (D96)', async (w) => {
  for (const [os, name] of [
    [0, 'Android'],
    [1, 'iOS'],
  ] as const) {
    const { data } = await w.api.notifications.create({ body: { pushId: 'token', os, settings: [] } })
    assert.equal(data.status, 2)
    assert.match(data.error ?? '', new RegExp(`No push gateway for ${name}`))
  }
})

apiTest('a sub-account has notifications of its own, and nobody sees another’s (D39)', async (w) => {
  const own = await idOf(w, 'master')
  const sub = await w.caller({ rights: 16 })
  const stranger = await w.account()
  const { data: subs } = await sub.api.notifications.create({ body: hook('sub') })
  for (const [who, id] of [
    [sub, own],
    [stranger, own],
    [w.owner, subs.notificationId],
  ] as const) {
    const params = { notificationId: id }
    await w.refuses(who.api.notifications.get({ params }), 'not_found')
    await w.refuses(who.api.notifications.update({ params, body: { referenceId: 'x' } }), 'not_found')
    await w.refuses(who.api.notifications.remove({ params }), 'not_found')
  }
  assert.deepEqual((await stranger.api.notifications.list({})).data, [])
  assert.equal((await sub.api.notifications.list({})).data.length, 1)
})

apiTest(
  'more notifications, or more settings in one, than the quota are refused',
  async (w) => {
    const setting = { triggerEvents: ['lock' as const] }
    const three = { ...hook('one'), settings: [setting, setting, setting] }
    await w.refuses(w.api.notifications.create({ body: three }), 'quota_exceeded')
    const id = await idOf(w, 'one')
    const params = { notificationId: id }
    const body = { settings: three.settings }
    await w.refuses(w.api.notifications.update({ params, body }), 'quota_exceeded')
    await idOf(w, 'two')
    await w.refuses(w.api.notifications.create({ body: hook('three') }), 'quota_exceeded')
    assert.equal((await w.api.notifications.list({})).data.length, 2)
  },
  { config: { quota: { notifications: 2, settingsPerNotification: 2 } } },
)
