import assert from 'node:assert/strict'
import {
  account,
  brought,
  codeOf,
  ended,
  entryOf,
  HERE,
  hex,
  LOCK,
  lockOf,
  made,
  planned,
  SECOND,
  TOKEN,
} from '../../../test/other-account.ts'
import { startOther } from '../../../test/other-service.ts'
import { foundLock, playGateway } from '../../../test/played-gateway.ts'
import { apiTest, type World } from '../../../test/world.ts'

apiTest(
  'an account is compared first, then brought over whole, and a second time nothing is doubled (D198)',
  async (w, t) => {
    const other = await startOther(t, account())
    const plan = await planned(w, other)
    assert.deepEqual(made(plan), { person: 1, lock: 2, address: 1, unit: 1, right: 3 })
    assert.deepEqual((await w.api.smartlocks.list()).data, [], 'nothing is made before it is started')
    const { importId } = plan
    await w.api.imports.start({ params: { importId } })
    const first = await ended(w, importId)
    assert.equal(first.state, 'done')
    assert.deepEqual(made(first), { person: 1, lock: 2, address: 1, unit: 1, right: 3, log: 120 })
    await assertBrought(w)
    const again = await brought(w, other)
    assert.equal(again.state, 'done')
    for (const [kind, { made, changed, gone }] of Object.entries(again.counts))
      assert.deepEqual([made, changed, gone], [0, 0, 0], kind)
    await assertBrought(w)
    assert.ok(other.requests.every(({ token }) => token === TOKEN))
    const actions = (await w.api.audit.list({ query: { limit: 1000 } })).data.map(({ action }) => action)
    for (const action of ['import.created', 'import.started', 'import.ended', 'smartlock.created'])
      assert.ok(actions.includes(action), action)
  },
  HERE,
)

async function assertBrought(w: World): Promise<void> {
  const { data: locks } = await w.api.smartlocks.list()
  assert.deepEqual(
    locks.map(({ smartlockId, name, type, driver, favorite }) => [smartlockId, name, type, driver, favorite]),
    [
      [LOCK, 'Front', 4, 'imported', true],
      [SECOND, 'Back', 4, 'imported', true],
    ],
  )
  assert.equal(locks[0]?.config?.timezoneId, 37)
  const { data: users } = await w.api.accountUsers.list()
  assert.deepEqual(
    users.map(({ email, name, language }) => [email, name, language]),
    [['Anna@example.com', 'Anna', 'de']],
  )
  const params = { smartlockId: LOCK }
  const { data: codes } = await w.api.authorizations.listOf({ params })
  assert.deepEqual(
    codes.map(({ code, enabled, accountUserId }) => [code, enabled, accountUserId]),
    [
      [384_361, true, users[0]?.accountUserId],
      [384_362, true, undefined],
      [384_363, false, undefined],
    ],
  )
  assert.partialDeepStrictEqual(codes[1], {
    ...{ allowedFromDate: '2030-01-01T10:00:00.000Z', allowedUntilDate: '2030-02-01T10:00:00.000Z' },
    ...{ allowedWeekDays: 124, allowedFromTime: 480, allowedUntilTime: 1080, syncState: 'pending' },
  })
  const { data: addresses } = await w.api.addresses.list()
  assert.deepEqual(
    addresses.map(({ name, smartlockIds, timeZone }) => [name, smartlockIds, timeZone]),
    [['Mill Street 1', [LOCK, SECOND], 'Europe/Vienna']],
  )
  const { data: units } = await w.api.addressUnits.list({
    params: { addressId: addresses[0]?.addressId as number },
  })
  assert.deepEqual(
    units.map(({ name, smartlockIds }) => [name, smartlockIds]),
    [['Flat 2', [SECOND]]],
  )
  const { n } = await w.db
    .selectFrom('smartlock_log')
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  assert.equal(Number(n), 120)
  const [newest] = (await w.api.smartlocks.logOf({ params })).data
  assert.partialDeepStrictEqual(newest, {
    authId: codes[0]?.id,
    accountUserId: users[0]?.accountUserId,
    name: 'Anna',
  })
  await w.refuses(w.api.smartlocks.unlock({ params }), 'smartlock_offline')
}

apiTest(
  'the token is sealed while it is needed, is in no answer, and is gone when the import ends or is canceled',
  async (w, t) => {
    const other = await startOther(t, account())
    const { importId } = await planned(w, other)
    const stored = async () => JSON.stringify(await w.db.selectFrom('import_run').selectAll().execute())
    const kept = async () =>
      (await w.db.selectFrom('import_run').select('token_sealed').executeTakeFirst())?.token_sealed
    assert.ok(await kept())
    assert.ok(!(await stored()).includes(TOKEN))
    const shown = await w.request('GET', `/import/${importId}`)
    assert.ok(!shown.payload.includes(TOKEN) && !shown.payload.includes('384361'), 'nor is a code')
    await w.refuses(w.api.imports.create({ body: { url: other.url, token: TOKEN } }), 'resource_locked')
    await w.api.imports.start({ params: { importId } })
    await ended(w, importId)
    assert.equal(await kept(), null)
    const next = await planned(w, other)
    await w.api.imports.remove({ params: { importId: next.importId } })
    assert.equal((await w.api.imports.get({ params: { importId: next.importId } })).data.state, 'canceled')
    const rows = await w.db.selectFrom('import_run').select('token_sealed').execute()
    assert.deepEqual(
      rows.map((row) => row.token_sealed),
      [null, null],
    )
    await w.refuses(w.api.imports.start({ params: { importId: next.importId } }), 'resource_locked')
  },
  HERE,
)

apiTest(
  'what cannot be carried is named with its reason, and what a stranger says never breaks anything',
  async (w, t) => {
    const rights = [
      codeOf(1, { code: undefined }),
      codeOf(2, { code: 121_111 }),
      codeOf(3, { allowedUntilDate: 'whenever' }),
      codeOf(4, { allowedFromTime: 600, allowedUntilTime: 600 }),
      codeOf(5),
      codeOf(6, { code: 384_365, name: `\u0000${'x'.repeat(500)}` }),
      codeOf(7, { id: '../../account' }),
      'nonsense',
      null,
      { id: hex(8), type: 2, name: 'Fob' },
    ]
    const locks = [
      lockOf(LOCK, `Front\u0000 ${'x'.repeat(500)}`),
      { smartlockId: -1 },
      5,
      { ...lockOf(12, 'Odd'), type: 4 },
    ]
    const logs = { [LOCK]: [entryOf(1, { date: 'never' }), entryOf(2, { name: 7 }), { id: '' }] as never }
    const other = await startOther(t, {
      ...account(),
      ...{
        locks,
        logs,
        rights: { [LOCK]: rights },
        people: [{ accountUserId: 1, email: 'a b@c', name: '\u0007' }],
      },
    })
    const report = await brought(w, other)
    assert.equal(report.state, 'done')
    const reasons = report.lines
      .filter(({ kind }) => kind === 'right')
      .map(({ reason, count }) => [reason, count])
    assert.deepEqual(Object.fromEntries(reasons), {
      ...{ codeMissing: 1, codeInvalid: 1, windowInvalid: 2, codeTwice: 1, appKey: 1, unreadable: 3 },
    })
    const { data } = await w.api.authorizations.listOf({ params: { smartlockId: LOCK } })
    assert.deepEqual(
      data.map(({ code }) => code),
      [384_365],
    )
    const lines = report.lines.filter(({ kind }) => kind === 'lock')
    assert.deepEqual(lines.map(({ reason }) => reason).sort(), ['nameCut', 'newId'])
    assert.deepEqual(report.counts.log, { made: 1, changed: 0, same: 0, gone: 0, leftOut: 0 })
  },
  HERE,
)

apiTest(
  'until its lock is connected the other side rules: what it changes or revokes is so here too (D199)',
  async (w, t) => {
    const other = await startOther(t, account())
    await brought(w, other)
    const [first, , third] = other.account.rights[LOCK] as object[]
    other.account.rights[LOCK] = [
      { ...first, name: 'Anna B', allowedUntilDate: '2031-01-01T00:00:00.000Z' },
      third as object,
    ]
    const again = await brought(w, other)
    assert.partialDeepStrictEqual(again.counts.right, { made: 0, changed: 1, same: 1, gone: 1 })
    const listed = async () => (await w.api.authorizations.listOf({ params: { smartlockId: LOCK } })).data
    assert.deepEqual(
      (await listed()).map(({ name, code }) => [name, code]),
      [
        ['Anna B', 384_361],
        ['Code 3', 384_363],
      ],
    )
    assert.equal((await listed())[0]?.allowedUntilDate, '2031-01-01T00:00:00.000Z')
    assert.equal((await w.api.authorizations.paged()).data.pagination.totalItems, 2, 'the counts hold')
    // Connected: from now on its codes are made here.
    const gateway = await playGateway(w)
    const key = 'nuki:000000A1'
    await gateway.report({ locks: [foundLock({ key })] })
    const params = { gatewayId: gateway.gatewayId, key }
    const body = { name: 'Front', smartlockId: LOCK, currentPassword: 'correct horse' }
    assert.equal((await w.api.gateways.adopt({ params, body })).data.smartlockId, LOCK)
    assert.equal((await w.api.gateways.adopt({ params, body })).data.smartlockId, LOCK, 'asked again')
    const { data: lock } = await w.api.smartlocks.get({ params: { smartlockId: LOCK } })
    assert.partialDeepStrictEqual(lock, { driver: 'zwave-js', gatewayId: gateway.gatewayId, type: 4 })
    other.account.rights[LOCK] = [codeOf(11)]
    // What happened since is in the log that is written here; what happened before it was connected is not.
    const before = entryOf(200, { date: new Date(Date.now() - 3_600_000).toISOString() })
    const since = entryOf(201, { date: new Date(Date.now() + 1000).toISOString() })
    other.account.logs[LOCK]?.unshift(since, before)
    const last = await brought(w, other)
    assert.partialDeepStrictEqual(last.counts.right, { made: 0, changed: 0, gone: 0, leftOut: 1 })
    assert.equal(last.counts.log?.made, 1)
    assert.equal((await listed()).length, 2)
    const { data: standing } = await w.api.imports.locks()
    assert.partialDeepStrictEqual(standing, [
      { smartlockId: LOCK, connected: true, driver: 'zwave-js', codes: { total: 2, waiting: 2, onLock: 0 } },
      { smartlockId: SECOND, connected: false, online: false, codes: { total: 0 } },
    ])
    const second = { gatewayId: gateway.gatewayId, key: 'nuki:other' }
    await gateway.report({ locks: [foundLock({ key }), foundLock({ key: second.key })] })
    await w.refuses(w.api.gateways.adopt({ params: second, body }), 'lock_not_ready')
    const missing = { ...body, smartlockId: 99 }
    await w.refuses(w.api.gateways.adopt({ params: second, body: missing }), 'not_found')
  },
  HERE,
)

apiTest(
  'a code that was brought over reaches the lock once it is connected, with its whole window (D199)',
  async (w, t) => {
    const other = await startOther(t, account())
    await brought(w, other)
    const gateway = await playGateway(w)
    const { key } = foundLock()
    await gateway.report({ locks: [foundLock({ capability: undefined as never })] })
    await w.api.gateways.adopt({
      params: { gatewayId: gateway.gatewayId, key },
      body: { name: 'Front', smartlockId: LOCK, currentPassword: 'correct horse' },
    })
    const login = (await gateway.call(`adoptions/${key}/credentials`)).json()
    assert.equal(login.smartlockId, LOCK)
    const device = await w.connect({ password: '', ...login })
    const patch = await w.until('its codes are sent', async () =>
      device.received.find(({ topic, payload }) => topic.endsWith('/desired') && payload.includes('384362')),
    )
    const { set: entries } = JSON.parse(patch.payload) as { set: Record<string, Record<string, unknown>> }
    const sent = Object.values(entries).find((entry) => entry.code === 384_362)
    assert.partialDeepStrictEqual(sent, { weekDays: 124, fromTime: 480, untilTime: 1080 })
    assert.equal(sent?.untilDate, Date.parse('2030-02-01T10:00:00.000Z'))
  },
  HERE,
)

apiTest(
  'an id that another account has is left out, and few of them are told',
  async (w, t) => {
    const stranger = await w.account()
    const ids = Array.from({ length: 6 }, (_, i) => 0x4_0000_1000 + i)
    for (const id of ids)
      await w.lock({ by: stranger, type: 4, deviceId: (id % 0x1_0000_0000).toString(16).padStart(8, '0') })
    const one = await startOther(t, {
      ...account(),
      locks: [lockOf(ids[0] as number, 'Taken'), lockOf(LOCK, 'Free')],
    })
    const report = await brought(w, one)
    assert.equal(report.state, 'done')
    assert.deepEqual(report.lines.find(({ name }) => name === 'Taken')?.reason, 'idTaken')
    const many = await startOther(t, { ...account(), locks: ids.map((id) => lockOf(id, 'Taken')) })
    const stopped = await brought(w, many)
    assert.deepEqual([stopped.state, stopped.error], ['failed', 'tooManyTaken'])
    const { data } = await stranger.api.imports.list()
    assert.deepEqual(data, [], 'imports are nobody else’s')
    const params = { importId: report.importId }
    await w.refuses(stranger.api.imports.get({ params }), 'not_found')
    await w.refuses(stranger.api.imports.remove({ params }), 'not_found')
  },
  HERE,
)

apiTest(
  'the other side is asked no faster than it wants, and a refused token or a redirect ends the import',
  async (w, t) => {
    const other = await startOther(t, account())
    let refusals = 2
    other.instead = (path) =>
      path === `/smartlock/${LOCK}/auth` && refusals-- > 0
        ? { status: 429, headers: { 'retry-after': '1' } }
        : undefined
    const { data } = await w.api.imports.create({ body: { url: `${other.url}/`, token: TOKEN } })
    const params = { importId: data.importId }
    await w.until(
      'it says that it waits',
      async () => (await w.api.imports.get({ params })).data.waitsUntilDate,
    )
    assert.equal((await ended(w, data.importId, ['planned', 'failed'])).state, 'planned')
    const { gap_ms } = await w.db.selectFrom('import_run').select('gap_ms').executeTakeFirstOrThrow()
    assert.equal(gap_ms, 80, 'twice slower for each')
    await w.api.imports.remove({ params })
    other.instead = () => ({ status: 401 })
    assert.equal((await planned(w, other)).error, 'tokenRefused')
    const elsewhere = await startOther(t, account())
    other.instead = () => ({ status: 302, headers: { location: `${elsewhere.url}/smartlock` } })
    assert.equal((await planned(w, other)).state, 'failed')
    assert.deepEqual(elsewhere.requests, [], 'the token went nowhere else')
    other.instead = () => ({ status: 200, body: { hello: 'world' } })
    assert.equal((await planned(w, other)).error, 'notUnderstood')
  },
  HERE,
)

apiTest('where an import may lead is what holds for all that leaves the service', async (w) => {
  for (const url of [
    'http://127.0.0.1:1',
    'https://10.0.0.1',
    'https://user:pw@example.com',
    'nonsense',
    'https://a.example/?q=1',
  ])
    await w.refuses(w.api.imports.create({ body: { url, token: TOKEN } }), 'url_not_allowed')
  const answer = await w.request('PUT', '/import', { body: { token: 'with space' } })
  assert.deepEqual([answer.statusCode, answer.json().errors[0].path], [400, 'token'])
})

apiTest('a token that may not make locks, people and rights imports none', async (w) => {
  const { token } = await w.caller({ scopes: ['account'], of: w.owner })
  const answer = await w.request('PUT', '/import', { token, body: { token: TOKEN } })
  assert.equal(answer.json().code, 'scope_missing')
  const sub = await w.caller({ rights: 31 })
  await w.refuses(sub.api.imports.list(), 'master_required')
})

apiTest(
  'a list that names the same things again and again, or entries of tomorrow, makes each once and nothing of tomorrow',
  async (w, t) => {
    const { people, rights, logs, ...rest } = account()
    const other = await startOther(t, {
      ...rest,
      people: [...people, ...people],
      rights: { [LOCK]: [...(rights[LOCK] ?? []), codeOf(1, { code: 555_666 })] },
      logs: { [LOCK]: [entryOf(-30), ...(logs[LOCK] ?? []), ...(logs[LOCK] ?? [])] },
      units: {
        3: [
          { id: hex(33), name: 'Flat 2' },
          { id: hex(33), name: 'Flat 2' },
        ],
      },
    })
    const report = await brought(w, other)
    assert.equal(report.state, 'done')
    assert.deepEqual(made(report), { person: 1, lock: 2, address: 1, unit: 1, right: 3, log: 120 })
  },
  HERE,
)
