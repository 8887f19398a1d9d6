import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bridgeToken } from '../../../../test/bridge-program.ts'
import { apiTest, type World } from '../../../../test/world.ts'
import { isKnownHost } from './hosts.ts'

const discover = (
  w: World,
  remoteAddress = '127.0.0.1',
  method: 'GET' | 'HEAD' | 'POST' = 'GET',
  headers: Record<string, string> = {},
) => w.service.app.inject({ method, url: '/discover/bridges', remoteAddress, headers })

apiTest(
  'programs in the same network learn from the API where the bridge is, and nobody else does (D251)',
  async (w) => {
    assert.deepEqual((await discover(w)).json(), { bridges: [], errorCode: 0 })
    await bridgeToken(w)
    const { api } = await w.session()
    const { data: bridge } = await api.bridge.get()
    for (const near of [
      '127.0.0.1',
      '192.168.3.4',
      '10.1.2.3',
      '172.31.0.1',
      '::1',
      'fd00::1',
      '::ffff:192.168.3.4',
    ]) {
      const answer = await discover(w, near)
      assert.equal(answer.statusCode, 200)
      const [found, ...others] = answer.json().bridges
      const { bridgeId, ip, port, dateUpdated } = found
      assert.deepEqual([bridgeId, ip, port, others], [bridge.bridgeId, '127.0.0.1', bridge.port, []], near)
      assert.match(dateUpdated, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
    }
    for (const far of ['203.0.113.9', '172.32.0.1', '2001:db8::1'])
      assert.deepEqual((await discover(w, far)).json(), { bridges: [], errorCode: 0 }, far)
    for (const headers of [{ 'x-forwarded-for': '10.0.0.1' }, { forwarded: 'for=10.0.0.1' }]) {
      const throughProxy = await discover(w, '127.0.0.1', 'GET', headers)
      assert.deepEqual(throughProxy.json().bridges, [], 'nobody has named this proxy')
    }
    assert.equal((await discover(w, '127.0.0.1', 'POST')).json().code, 'method_not_allowed')
  },
  { config: { bridge: { enabled: true } } },
)

apiTest(
  'a proxy that the operator has named says how near a program is',
  async (w) => {
    await bridgeToken(w)
    const from = async (client: string) =>
      (await discover(w, '127.0.0.1', 'GET', { 'x-forwarded-for': client })).json().bridges.length
    assert.deepEqual([await from('192.168.3.4'), await from('203.0.113.9')], [1, 0])
  },
  { config: { bridge: { enabled: true }, trustProxy: '127.0.0.1' } },
)

apiTest(
  'strangers who ask for bridges have the budget of their network',
  async (w) => {
    const codes = await Promise.all(Array.from({ length: 6 }, async () => (await discover(w)).statusCode))
    assert.deepEqual(codes.sort(), [200, 200, 200, 429, 429, 429])
  },
  { config: { bridge: { enabled: true }, rate: { ipPerSecond: 1, ipBurst: 3 } } },
)

apiTest('where the bridge is off, nobody is told of any', async (w) => {
  assert.equal((await discover(w)).json().code, 'path_not_found')
})

test('a name is known when no stranger can have it, or the operator lists it (D252)', () => {
  const names = new Set(['bridge.example.com'])
  for (const host of [
    '10.0.0.1',
    '10.0.0.1:80',
    '[::1]',
    '[fd00::1]:8081',
    'bridge',
    'A.LOCAL.',
    'bridge.example.com',
  ])
    assert.equal(isKnownHost(host, names), true, host)
  for (const host of [
    '',
    ':80',
    'example.com',
    'local.example',
    'xlocal.de',
    '10.0.0.1.example',
    '[x]',
    '[10.0.0.1]',
    'a/b.local',
    'a@b.local',
    '256.0.0.1.',
  ])
    assert.equal(isKnownHost(host, names), false, host)
})
