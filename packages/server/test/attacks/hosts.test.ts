import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import { bridgeToken } from '../bridge-program.ts'
import { listenOnLoopback, rawConnection } from '../raw-http.ts'
import { apiTest } from '../world.ts'

const ON = { config: { bridge: { enabled: true, names: ['bridge.example.com'] } } }

apiTest(
  'the token of a bridge is given out to no web page, by whatever name it leads to the listener (D252)',
  async (w) => {
    const token = await bridgeToken(w)
    const { api } = await w.session()
    await api.bridge.pair({ body: {} })
    const bridge = w.service.bridge as FastifyInstance
    const asked = async (headers: Record<string, string>) => {
      const answer = await bridge.inject({ method: 'GET', url: '/auth', headers })
      return answer.statusCode === 200 ? answer.json() : answer.statusCode
    }
    const foreign = [
      'rebound.attacker.example',
      'attacker.example:8081',
      '10.0.0.1.nip.example',
      'a@10.0.0.1',
      '[::1',
    ]
    for (const host of foreign) assert.equal(await asked({ host }), 400, host)
    const pages = [
      { origin: 'https://attacker.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const page of pages) assert.equal(await asked({ host: '10.0.0.4:8081', ...page }), 400)
    const refused = await bridge.inject({ url: '/auth', headers: { host: 'attacker.example' } })
    assert.match(refused.json().message, /Host.*LATCHWORK_BRIDGE_NAMES/)
    const known = [
      '10.0.0.4:8081',
      '[fd00::4]:8081',
      'localhost:8081',
      'bridge',
      'locks.local',
      'Bridge.Example.com:8081',
    ]
    const answers = []
    for (const host of known) answers.push(await asked({ host, 'sec-fetch-site': 'none' }))
    assert.deepEqual(answers, [{ token, success: true }, ...known.slice(1).map(() => ({ success: false }))])
  },
  ON,
)

apiTest(
  'a request with two Host headers is refused on both ports, and no answer is taken for a script (D252)',
  async (w, t) => {
    const apps = [w.service.app, w.service.bridge as FastifyInstance]
    for (const app of apps) {
      const port = await listenOnLoopback(app)
      const connection = await rawConnection(t, port)
      const hosts = 'Host: 127.0.0.1\r\nhost: attacker.example\r\n'
      connection.send(`GET /discover/bridges HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
      const answer = await connection.closed()
      assert.match(answer, /^HTTP\/1.1 400 /)
      assert.match(answer, /x-content-type-options: nosniff/i)
    }
    // Also where answers are kept, which never reach the router.
    const { smartlockId } = await w.lock()
    for (let i = 0; i < 3; i++) {
      const path = `/smartlock/${smartlockId}`
      const answer = await w.request('GET', path)
      assert.deepEqual([answer.statusCode, answer.headers['x-content-type-options']], [200, 'nosniff'])
      const port = (w.service.app.server.address() as { port: number }).port
      const connection = await rawConnection(t, port)
      const head = `Host: localhost\r\nAuthorization: Bearer ${w.owner.token}\r\n`
      connection.send(`GET ${path} HTTP/1.1\r\n${head}\r\n`)
      assert.match(
        await connection.until(/\r\n\r\n/),
        /^HTTP\/1.1 200 [\s\S]*x-content-type-options: nosniff/i,
      )
      connection.send(`GET ${path} HTTP/1.1\r\n${head}Host: other\r\nConnection: close\r\n\r\n`)
      assert.match(await connection.closed(), /HTTP\/1.1 400 /)
    }
    const missing = await w.request('GET', '/no/such/path')
    assert.deepEqual([missing.statusCode, missing.headers['x-content-type-options']], [404, 'nosniff'])
  },
  ON,
)
