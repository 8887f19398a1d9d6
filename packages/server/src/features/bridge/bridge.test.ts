import assert from 'node:assert/strict'
import { ask, bridgeToken, encrypted, FORMS, hashed, plain } from '../../../test/bridge-program.ts'
import { apiTest, type World } from '../../../test/world.ts'

const ON = { config: { bridge: { enabled: true } } }

const actionsOf = async (w: World) =>
  (await w.api.audit.list()).data.map(({ action }) => action).filter((action) => action.startsWith('bridge'))

apiTest('the bridge, unless switched on, does not listen and gives no tokens', async (w) => {
  assert.equal(w.service.bridge, undefined)
  const { api } = await w.session()
  assert.deepEqual((await api.bridge.get()).data, { available: false, callbacks: [] })
  await w.refuses(api.bridge.make({ body: {} }), 'bridge_off')
})

apiTest(
  'a bridge token is made and replaced by a person who is there, shown once, sealed, and dead when removed (D136)',
  async (w) => {
    await w.refuses(w.api.bridge.make({ body: {} }), 'step_up_required')
    const { api } = await w.session()
    const { data: first } = await api.bridge.make({ body: {} })
    assert.match(first.token ?? '', /^[a-zA-Z2-9]{20}$/)
    const { data: shown } = await api.bridge.get()
    assert.deepEqual([shown.bridgeId, shown.token], [first.bridgeId, undefined])
    const [row] = await w.db.selectFrom('bridge').selectAll().execute()
    assert.ok(!row?.token_sealed.includes(first.token as string))
    assert.equal((await ask(w, '/list', plain(first.token as string))).status, 200)

    const { data: second } = await api.bridge.make({ body: {} })
    assert.equal(second.bridgeId, first.bridgeId, 'programs find the same bridge')
    assert.equal((await ask(w, '/list', plain(first.token as string))).status, 401)
    assert.equal((await ask(w, '/list', plain(second.token as string))).status, 200)

    await api.bridge.remove()
    assert.equal((await ask(w, '/list', plain(second.token as string))).status, 401)
    await w.refuses(api.bridge.remove(), 'not_found')
    assert.deepEqual((await actionsOf(w)).reverse(), [
      'bridge.made',
      'bridge.tokenReplaced',
      'bridge.removed',
    ])
  },
  ON,
)

apiTest(
  'a token is taken plain, hashed and encrypted; a wrong, old, repeated or half one is not (D136)',
  async (w) => {
    const token = await bridgeToken(w)
    for (const [name, show] of Object.entries(FORMS)) {
      assert.equal((await ask(w, '/info', show(token))).status, 200, name)
      assert.equal((await ask(w, '/info', show(`${token}x`))).status, 401, name)
    }
    for (const show of [hashed, encrypted]) {
      const once = show(token)
      assert.equal((await ask(w, '/info', once)).status, 200)
      assert.equal((await ask(w, '/info', once)).status, 401, 'shown before')
      assert.equal((await ask(w, '/info', show(token, Date.now() - 90_000))).status, 401, 'too old')
      assert.equal((await ask(w, '/info', show(token, Date.now() + 90_000))).status, 401, 'not yet')
    }
    const { hash, ...half } = hashed(token)
    const broken = [{}, { token: '' }, half, { hash: hash as string }, { ctoken: 'ab', nonce: 'cd' }]
    for (const asked of broken)
      assert.equal((await ask(w, '/info', asked as Record<string, string>)).status, 401)
    const { nonce, ctoken } = encrypted(token)
    const asPrinted = { ctoken, nounce: nonce } as Record<string, string>
    assert.equal((await ask(w, '/info', asPrinted)).status, 200, 'as the document prints it')
    const proofs = await w.db.selectFrom('bridge_proof').selectAll().execute()
    assert.ok(proofs.every(({ proof }) => !proof.includes(token)))
  },
  ON,
)

apiTest(
  'what was refused is refused again in the same way when it is repeated word for word, and nothing is done',
  async (w) => {
    const token = await bridgeToken(w)
    const lock = await w.lock()
    const asked = { nukiId: lock.smartlockId % 2 ** 32, deviceType: 4, action: 1, ...hashed(token) }
    assert.equal((await ask(w, '/lockAction', asked)).status, 503)
    const device = await w.connect(lock)
    assert.equal((await ask(w, '/lockAction', asked)).status, 503, 'the lock is there by now')
    await w.service.settle()
    assert.deepEqual(device.commands, [])
  },
  ON,
)

apiTest(
  'the token is of one account, which sees its own locks and no others; only so many accounts have one',
  async (w) => {
    const mine = await bridgeToken(w)
    const other = await w.account()
    await w.lock({ name: 'Mine' })
    const theirs = await w.lock({ name: 'Theirs', by: other })
    const names = async (token: string) =>
      (await ask(w, '/list', plain(token))).body.map(({ name }: { name: string }) => name)
    const { api } = await w.session(other)
    const { data } = await api.bridge.make({ body: {} })
    assert.deepEqual([await names(mine), await names(data.token as string)], [['Mine'], ['Theirs']])
    const nukiId = theirs.smartlockId % 2 ** 32
    assert.equal((await ask(w, '/lockState', { nukiId, deviceType: 4, ...plain(mine) })).status, 404)
    await w.db
      .updateTable('bridge')
      .set({ token_sealed: 'damaged' })
      .where('account_id', '!=', w.owner.accountId)
      .execute()
    w.service.platform.wake.notify('credential', w.owner.accountId)
    assert.deepEqual(await names(mine), ['Mine'], 'a damaged row is trouble of its own account only')
    const third = await w.session(await w.account())
    await w.refuses(third.api.bridge.make({ body: {} }), 'quota_exceeded')
    const sub = await w.session(await w.caller({ rights: 2047 }))
    await w.refuses(sub.api.bridge.make({ body: {} }), 'master_required')
  },
  { config: { bridge: { enabled: true, maxAccounts: 2 } } },
)

apiTest(
  'auth gives the token out once after a person opened the pairing, and never otherwise; discovery finds it',
  async (w) => {
    assert.deepEqual((await ask(w, '/auth')).body, { success: false })
    const token = await bridgeToken(w)
    assert.deepEqual((await ask(w, '/auth')).body, { success: false })
    const { api } = await w.session()
    const { data } = await api.bridge.pair({ body: {} })
    assert.ok(Date.parse(data.pairingUntil ?? '') > Date.now())
    const answers = await Promise.all([ask(w, '/auth'), ask(w, '/auth'), ask(w, '/auth')])
    const given = answers.flatMap(({ body }) => body.token ?? [])
    assert.deepEqual(given, [token], 'one of them')
    assert.deepEqual((await ask(w, '/auth')).body, { success: false })
    const { body } = await ask(w, '/discover/bridges')
    assert.deepEqual(
      body.bridges.map(({ bridgeId }: { bridgeId: number }) => bridgeId),
      [data.bridgeId],
    )
    assert.ok((await actionsOf(w)).includes('bridge.paired'))
  },
  ON,
)

apiTest(
  'strangers have the budget of their network, which costs those with a token nothing',
  async (w) => {
    const token = await bridgeToken(w)
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push((await ask(w, '/list', plain('wrong'))).status)
    assert.deepEqual(statuses, [401, 401, 401, 429])
    assert.equal((await ask(w, '/auth')).status, 429)
    assert.equal((await ask(w, '/list', hashed(token))).status, 200)
  },
  {
    config: {
      bridge: { enabled: true },
      rate: { ipPerSecond: 1, ipBurst: 3, tokenPerSecond: 0, accountPerSecond: 0 },
    },
    clock: () => {
      const at = Date.now()
      return { now: () => at, after: () => () => undefined }
    },
  },
)
