import '../virtual-time/install.ts'
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../nuki/partner.ts'
import { openFamily, startBench } from './bench.ts'
import { Cloud } from './cloud.ts'

const HOUR_MS = 3_600_000

test('a call of the service brings the news at once; one with a wrong signature brings nothing', async (t) => {
  const hooks = `http://127.0.0.1:${await freePort()}`
  const webhook = { listen: hooks, url: `${hooks}/news` }
  const calm = { pollMs: HOUR_MS, calledPollMs: HOUR_MS, codesMs: HOUR_MS }
  const { cloud, sink, log } = await startBench(t, calm, { webhook })
  while (!log.some((line) => line.startsWith('the service calls'))) await wait(1)
  const { data: registered } = await cloud.world.api.webhooks.list()
  assert.deepEqual(
    registered.map(({ webhookUrl, webhookFeatures }) => [webhookUrl, webhookFeatures]),
    [[webhook.url, ['DEVICE_STATUS', 'DEVICE_LOGS', 'DEVICE_AUTHS']]],
  )
  const toldAt = Date.now()
  cloud.lock.simulator.turnByHand('unlock')
  await sink.until(() => sink.shown(cloud.key).at(-1)?.bolt === 'unlocked')
  const params = { smartlockId: cloud.lock.smartlockId }
  const code = { type: 13, name: 'Somebody', remoteAllowed: false, code: 384_365 } as const
  await cloud.world.api.authorizations.createOn({ params, body: code })
  await sink.until(() => sink.happenings.some(({ what }) => what === 'codesChanged'))
  assert.ok(Date.now() - toldAt < HOUR_MS, 'the news came with a call, before the gateway asked again')
  const body = '{"feature":"DEVICE_STATUS"}'
  const call = (signature: string, text = body) =>
    fetch(hooks, { method: 'POST', body: text, headers: { 'x-nuki-signature-sha256': signature } })
  const right = createHmac('sha256', cloud.hookSecret ?? '')
    .update(body)
    .digest('hex')
  assert.equal((await call(right)).status, 204)
  assert.equal((await call('00'.repeat(32))).status, 401)
  assert.equal((await call('')).status, 401)
  assert.equal((await call(right, '{"feature":"DEVICE_LOGS"}')).status, 401)
  assert.equal((await call(right, 'x'.repeat(100_000))).status, 413)
  assert.equal((await fetch(hooks)).status, 405)
  // Who starts again registers again, and there is still one.
  openFamily(t, cloud.hub({ webhook: { ...webhook, listen: `http://127.0.0.1:${await freePort()}` } }), calm)
  const before = registered[0]?.id
  await cloud.world.until('it to be replaced', async () => {
    const { data } = await cloud.world.api.webhooks.list()
    return data.length === 1 && data[0]?.id !== before
  })
})

test('an account without webhooks is asked now and then instead', async (t) => {
  const cloud = await Cloud.start(t, 50)
  const { api } = cloud.world
  const { data: key } = await api.apiKeys.create({ body: { description: 'Without webhooks' } })
  const { data: token } = await api.apiKeys.createToken({
    params: { apiKeyId: key.apiKeyId },
    body: {
      description: 'Locks',
      scopes: ['smartlock', 'smartlock.auth', 'smartlock.log', 'smartlock.action'],
    },
  })
  const hooks = `http://127.0.0.1:${await freePort()}`
  const webhook = { listen: hooks, url: hooks }
  const { sink, log } = openFamily(t, cloud.hub({ token: token.accessToken ?? '', webhook }))
  await sink.until(() => sink.presences.get(cloud.key) === true)
  cloud.lock.simulator.turnByHand('unlock')
  await sink.until(() => sink.shown(cloud.key).at(-1)?.bolt === 'unlocked')
  assert.ok(log.some((line) => line.startsWith('the account has no webhooks')))
  assert.equal((await fetch(hooks, { method: 'POST', body: '{}' })).status, 503)
})

test('a token goes nowhere but to its host: not in clear text elsewhere, not after a redirect; a wrong one is told', async (t) => {
  const cloud = await Cloud.start(t, 50)
  const seen: (string | undefined)[] = []
  const elsewhere = createServer((request, response) => {
    seen.push(request.headers.authorization)
    response.writeHead(302, { location: `${cloud.url}/smartlock` }).end()
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  t.after(() => elsewhere.close())
  const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  const trouble = async (more: object) => {
    const { sink } = openFamily(t, { ...cloud.hub(), ...more })
    await sink.until(() => sink.hub.length > 0)
    return sink.hub[0]
  }
  assert.equal(await trouble({ address }), 'noAnswer')
  assert.equal(seen[0], `Bearer ${cloud.world.owner.token}`)
  assert.equal(cloud.requests.length, 0, 'the redirect was not followed')
  assert.equal(await trouble({ address: 'http://192.0.2.1' }), 'badAddress')
  assert.equal(await trouble({ address: 'https://user:name@locks.example.com' }), 'badAddress')
  assert.equal(await trouble({ token: 'a wrong token' }), 'refused')
  const { token: _, ...without } = cloud.hub()
  const { sink } = openFamily(t, without)
  assert.deepEqual(sink.hub, ['refused'])
})

test('a service that says what makes no sense is told as that, and finds no locks', async (t) => {
  let body = '{"not":"a list"}'
  const strange = createServer((_request, response) => response.writeHead(200).end(body)).listen(
    0,
    '127.0.0.1',
  )
  await once(strange, 'listening')
  t.after(() => strange.close())
  const hub = {
    family: 'nuki-web',
    address: `http://127.0.0.1:${(strange.address() as AddressInfo).port}`,
    token: 'a token of theirs',
  }
  const first = openFamily(t, hub)
  await first.sink.until(() => first.sink.hub.length > 0)
  assert.equal(first.sink.hub[0], 'wrongProtocol')
  let count = 0
  const strange30 = () => Object.fromEntries(Array.from({ length: 30 }, () => [`n${count++}`, 1]))
  const bombs = [Array(300_000).fill([]), Array.from({ length: 1000 }, strange30)]
  for (const unreadable of ['<html>Back soon</html>', ...bombs.map((bomb) => JSON.stringify(bomb))]) {
    body = unreadable
    const { sink } = openFamily(t, hub)
    await sink.until(() => sink.hub.length > 0)
    assert.equal(sink.hub[0], 'noAnswer', 'it is not taken for an empty list')
  }
  const bad = { smartlockId: -1, type: 4 }
  const opener = { smartlockId: 2 * 2 ** 32 + 5, type: 2, name: 'Intercom' }
  const odd = { smartlockId: 4 * 2 ** 32 + 7, type: 4, name: 7, state: { state: 'x' }, config: [] }
  body = JSON.stringify([null, 7, 'x', bad, opener, odd])
  const second = openFamily(t, hub)
  await second.sink.until(() => second.sink.hub.length > 0)
  assert.deepEqual([...second.sink.locks.keys()], ['nuki:00000007'])
  assert.equal(second.sink.locks.get('nuki:00000007')?.trouble, 'noCodes')
})

test('a service that is in trouble is asked less and less often, and found again', async (t) => {
  const askedAt: number[] = []
  let isWell = false
  const server = createServer((_request, response) => {
    askedAt.push(performance.now())
    response.writeHead(isWell ? 200 : 503, { 'content-type': 'application/json' }).end('[]')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const pollMs = 20
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { sink } = openFamily(t, { family: 'nuki-web', address, token: 'any' }, { pollMs, shortestMs: 0 })
  while (askedAt.length < 7) await new Promise((resolve) => setTimeout(resolve, 5))
  const pauses = askedAt.slice(1, 7).map((at, i) => at - (askedAt[i] as number))
  // A busy machine makes them longer, never shorter.
  for (const [i, pause] of pauses.entries())
    assert.ok(pause >= pollMs * 2 ** (i + 1) - 2, `${i}: ${pause} ms`)
  isWell = true
  await sink.until(() => sink.hub.includes('up'))
})
