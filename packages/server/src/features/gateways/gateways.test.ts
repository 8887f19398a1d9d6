import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import type { LockCodes } from '@latchwork/contract'
import { FOUND_CAPABILITY, foundLock, newGatewayToken, playGateway } from '../../../test/played-gateway.ts'
import { apiTest, type World } from '../../../test/world.ts'

const claim = (w: World, claimCode: string, token = newGatewayToken()) =>
  w.request('POST', '/gateway/claim', { token: null, body: { claimCode, token, version: '1.0.0' } })

apiTest(
  'a claim code makes one token the gateway’s; the same two again are the same claim (D142)',
  async (w) => {
    const { data } = await w.api.gateways.create({ body: { name: 'Cellar' } })
    const params = { gatewayId: data.gatewayId }
    assert.match(data.claimCode, /^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/)
    assert.equal((await w.api.gateways.get({ params })).data.state, 'unclaimed')
    const token = newGatewayToken()
    const typed = data.claimCode.toLowerCase().replaceAll('-', ' ')
    for (let i = 0; i < 2; i++) {
      const claimed = await claim(w, typed, token)
      assert.deepEqual(claimed.json(), { gatewayId: data.gatewayId, name: 'Cellar' })
    }
    assert.equal((await claim(w, data.claimCode)).json().code, 'claim_invalid', 'another token')
    const stored = JSON.stringify(await w.db.selectFrom('gateway').selectAll().execute())
    assert.ok(!stored.includes(token) && !stored.includes(data.claimCode.replaceAll('-', '')))
    const { data: shown } = await w.api.gateways.get({ params })
    assert.deepEqual([shown.state, shown.claimUntilDate], ['away', undefined])
    await w.api.gateways.rename({ params, body: { name: 'Attic' } })
    assert.equal((await w.api.gateways.get({ params })).data.name, 'Attic')
  },
)

apiTest('a claim code that is wrong or over is refused alike, and few tries are taken', async (w) => {
  const { data } = await w.api.gateways.create({ body: { name: 'Cellar' } })
  await w.db.updateTable('gateway').set({ claim_until: Date.now() }).execute()
  const codes = [data.claimCode, 'nonsense', '7HK2M-3QX9A-B4TWV-ZC6R8']
  const answers = await Promise.all(codes.map((code) => claim(w, code)))
  const [first, ...others] = answers.map((answer) => ({ ...answer.json(), requestId: '' }))
  assert.equal(first?.code, 'claim_invalid')
  for (const other of others) assert.deepEqual(other, first)
  let status = 400
  for (let i = 0; i < 10 && status === 400; i++) status = (await claim(w, 'nonsense')).statusCode
  assert.equal(status, 429)
})

apiTest(
  'a new claim code gives the place to another box, and its owner has to be there (D107)',
  async (w) => {
    const gateway = await playGateway(w)
    const params = { gatewayId: gateway.gatewayId }
    await w.refuses(w.api.gateways.newClaim({ params }), 'step_up_required')
    const { data } = await w.api.gateways.newClaim({ params, body: { currentPassword: 'correct horse' } })
    assert.equal((await gateway.report()).statusCode, 200, 'until somebody comes with it')
    assert.equal((await claim(w, data.claimCode)).statusCode, 200)
    assert.equal((await gateway.report()).json().code, 'token_invalid')
  },
)

apiTest('the box that was there before logs in as none of its locks any more (D142)', async (w) => {
  const gateway = await playGateway(w)
  const params = { gatewayId: gateway.gatewayId }
  await gateway.report({ locks: [foundLock()] })
  const { device, smartlockId, ...login } = await gateway.adopt(foundLock().key, 'Front')
  const serverState = async () => (await w.api.smartlocks.get({ params: { smartlockId } })).data.serverState
  const newCode = async () =>
    (await w.api.gateways.newClaim({ params, body: { currentPassword: 'correct horse' } })).data.claimCode
  assert.equal((await claim(w, await newCode(), gateway.token)).statusCode, 200)
  assert.equal(await serverState(), 0, 'the same box again')
  const code = await newCode()
  const tries = await Promise.all([claim(w, code), claim(w, code), claim(w, code)])
  assert.deepEqual(tries.map((answer) => answer.statusCode).sort(), [200, 400, 400], 'one of them')
  assert.equal(await serverState(), 4)
  await w.until('it is disconnected', async () => !device.isConnected)
  await assert.rejects(w.connect({ smartlockId, ...login }))
})

apiTest('a box that is displaced while it asks for credentials is given none (D142)', async (w) => {
  const gateway = await playGateway(w)
  const params = { gatewayId: gateway.gatewayId }
  await gateway.report({ locks: [foundLock()] })
  await gateway.adopt(foundLock().key, 'Front')
  const { data } = await w.api.gateways.newClaim({ params, body: { currentPassword: 'correct horse' } })
  // It has shown its token and has not yet said all of its question when another box comes.
  const answer = w.service.app.inject({
    method: 'POST',
    url: `/gateway/self/adoptions/${foundLock().key}/credentials`,
    headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' },
    payload: Readable.from(
      (async function* () {
        await w.api.gateways.get({ params })
        assert.equal((await claim(w, data.claimCode)).statusCode, 200)
        yield '{}'
      })(),
    ),
  })
  assert.deepEqual([(await answer).statusCode, (await answer).json().code], [401, 'token_invalid'])
})

apiTest('a gateway that asks for credentials without end is told to wait', async (w) => {
  const gateway = await playGateway(w)
  const { key } = foundLock()
  await gateway.report({ locks: [foundLock()] })
  await w.api.gateways.adopt({ params: { gatewayId: gateway.gatewayId, key }, body: { name: 'Front' } })
  const ask = () => gateway.call(`adoptions/${key}/credentials`)
  for (let i = 0; i < 21; i++) assert.equal((await ask()).statusCode, 200, String(i))
  const refused = await ask()
  assert.equal(refused.json().code, 'rate_limited')
  const wait = Number(refused.headers['retry-after'])
  assert.ok(wait > 3500 && wait <= 3600, String(wait))
  await w.db
    .updateTable('device_credential')
    .set({ valid_until: Date.now() - 3_600_000 })
    .where('valid_until', 'is not', null)
    .execute()
  assert.equal((await ask()).statusCode, 200)
})

apiTest('what a gateway reports is shown; what it does not find any more is forgotten or lost', async (w) => {
  const gateway = await playGateway(w)
  const params = { gatewayId: gateway.gatewayId }
  const hub = { id: 'zwave', family: 'zwave-js', address: 'ws://127.0.0.1:3000', state: 'ready' as const }
  const [front, back] = [foundLock(), foundLock({ key: 'zwave:e5f1a2b3:13', name: 'Back', ready: false })]
  const error = 'ws://jane:secret@127.0.0.1:3000 did not answer'
  const told = { ...hub, address: 'ws://jane:secret@127.0.0.1:3000?token=secret', error }
  const answer = await gateway.report({ hubs: [told], locks: [front, back], queue: { waiting: 3 } })
  assert.equal(answer.json().reportSeconds, 30)
  const { data } = await w.api.gateways.get({ params })
  assert.deepEqual(
    [data.state, data.version, data.hubs, data.queue],
    ['connected', '1.0.0', [{ ...hub, error: 'ws://127.0.0.1:3000 did not answer' }], { waiting: 3 }],
  )
  const { hubs } = await w.db.selectFrom('gateway').select('hubs').executeTakeFirstOrThrow()
  assert.doesNotMatch(hubs, /jane|secret/, 'nor is it stored')
  assert.deepEqual(
    data.locks.map(({ key, lost, ready }) => [key, lost, ready]),
    [
      [front.key, false, true],
      [back.key, false, false],
    ],
  )
  const adopt = (key: string) => w.api.gateways.adopt({ params: { ...params, key }, body: { name: 'Front' } })
  await w.refuses(adopt(back.key), 'lock_not_ready')
  await w.refuses(adopt('unknown'), 'not_found')
  const { data: adopted } = await adopt(front.key)
  assert.deepEqual((await adopt(front.key)).data, adopted, 'once more')
  const rows = await w.db.selectFrom('gateway_lock').selectAll().execute()
  await gateway.report()
  assert.deepEqual(await w.db.selectFrom('gateway_lock').selectAll().execute(), rows, 'left out: as before')
  await gateway.report({ locks: [] })
  const { data: after } = await w.api.gateways.get({ params })
  assert.deepEqual(
    after.locks.map(({ key, lost, smartlockId }) => ({ key, lost, smartlockId })),
    [{ key: front.key, lost: true, ...adopted }],
  )
  await w.refuses(w.api.gateways.remove({ params }), 'gateway_in_use')
  await w.api.smartlocks.remove({ params: adopted })
  await w.api.gateways.remove({ params })
  assert.equal((await gateway.report()).json().code, 'token_invalid')
})

apiTest('a gateway hears of adoptions at once, and gets new credentials as often as it asks', async (w) => {
  const gateway = await playGateway(w)
  const { gatewayId } = gateway
  const { key } = foundLock()
  await gateway.report({ locks: [foundLock()] })
  const before = (await gateway.call('adoptions')).json()
  assert.deepEqual(before.adoptions, [])
  assert.match(before.broker.url, /^mqtt:\/\/[^@]+:\d+$/)
  const waiting = gateway.call('adoptions', { revision: before.revision, waitSeconds: 25 })
  assert.equal((await gateway.call(`adoptions/${key}/credentials`)).statusCode, 404)
  await w.emitted()
  const { data } = await w.api.gateways.adopt({ params: { gatewayId, key }, body: { name: 'Front' } })
  const heard = (await waiting).json()
  assert.ok(heard.revision > before.revision)
  const { smartlockId } = data
  const deviceId = smartlockId.toString(16).padStart(8, '0').toUpperCase()
  assert.deepEqual(heard.adoptions, [{ key, smartlockId, deviceId, type: 0, name: 'Front' }])
  assert.deepEqual(await w.emitted(), ['DEVICE_MASTERDATA'])
  const first = (await gateway.call(`adoptions/${key}/credentials`)).json()
  const second = (await gateway.call(`adoptions/${key}/credentials`)).json()
  assert.notEqual(first.secret, second.secret)
  await assert.rejects(w.connect({ ...first, password: '' }), 'the former have ended')
  await w.connect({ ...second, password: '' })
  const { data: lock } = await w.api.smartlocks.get({ params: data })
  const { driver, vendor, model, removeUngranted, remoteUnlock } = lock
  assert.deepEqual(
    { driver, vendor, model, removeUngranted, remoteUnlock },
    { driver: 'zwave-js', vendor: 'Schlage', model: 'BE469ZP', removeUngranted: false, remoteUnlock: false },
  )
  const givenUp = gateway.call('adoptions', { revision: heard.revision, waitSeconds: 25 })
  await w.api.smartlocks.remove({ params: data })
  assert.deepEqual((await givenUp).json().adoptions, [])
})

apiTest(
  'a newer call that waits ends the older one, and a stop ends both',
  async (w) => {
    const gateway = await playGateway(w)
    const { revision } = (await gateway.call('adoptions')).json()
    const older = gateway.call('adoptions', { revision, waitSeconds: 25 })
    const newer = gateway.call('adoptions', { revision, waitSeconds: 25 })
    assert.equal((await older).json().revision, revision)
    const stopping = w.stop()
    // Whether the store still answers it is another question.
    assert.ok([200, 503].includes((await newer).statusCode))
    await stopping
  },
  { own: 'stops the service' },
)

apiTest('a gateway that says nothing for a while is away, and its figures say so', async (w) => {
  const gateway = await playGateway(w)
  const params = { gatewayId: gateway.gatewayId }
  await gateway.report({ locks: [foundLock()], queue: { waiting: 4 } })
  const { data: here } = await w.api.gateways.get({ params })
  const figures = async () => (await w.request('GET', '/metrics', { token: null })).payload
  const label = `{gateway="${gateway.gatewayId}"}`
  for (const line of [`gateway_up${label} 1`, `gateway_locks${label} 1`, `gateway_queue${label} 4`])
    assert.ok((await figures()).includes(`latchwork_${line}`), line)
  await w.db
    .updateTable('gateway')
    .set({ last_report_at: Date.now() - 91_000 })
    .execute()
  const { data: away } = await w.api.gateways.list()
  assert.deepEqual(
    [here.state, away[0]?.state, away[0]?.connectedSinceDate],
    ['connected', 'away', undefined],
  )
  assert.ok((await figures()).includes(`latchwork_gateway_up${label} 0`))
  await gateway.report()
  const { data: back } = await w.api.gateways.get({ params })
  assert.ok((back.connectedSinceDate ?? '') > (here.connectedSinceDate ?? ''))
})

apiTest('what a gateway says is bounded, and nothing it says is an internal error', async (w) => {
  const gateway = await playGateway(w)
  const many = Array.from({ length: 501 }, (_, i) => foundLock({ key: `k${i}` }))
  assert.equal((await gateway.report({ locks: many })).statusCode, 400)
  assert.equal((await gateway.report({ locks: many.slice(0, 500) })).statusCode, 200)
  const twice = [foundLock({ name: 'One' }), foundLock({ name: 'Two' })]
  assert.equal((await gateway.report({ locks: twice })).statusCode, 200)
  const { data } = await w.api.gateways.get({ params: { gatewayId: gateway.gatewayId } })
  assert.deepEqual(
    data.locks.map(({ name }) => name),
    ['Two'],
  )
  const codes = { ...FOUND_CAPABILITY.codes, minDigits: 8 } as LockCodes
  const nonsense = foundLock({ capability: { ...FOUND_CAPABILITY, codes } })
  assert.equal((await gateway.report({ locks: [nonsense] })).statusCode, 200)
  const { data: sound } = await w.api.gateways.get({ params: { gatewayId: gateway.gatewayId } })
  assert.equal(sound.locks[0]?.capability?.codes, undefined, 'no code has eight to four digits (D167)')
  const zero = foundLock({ name: `a${String.fromCharCode(0)}` })
  assert.equal((await gateway.report({ locks: [zero] })).statusCode, 400)
})
