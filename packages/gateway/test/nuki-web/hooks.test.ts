import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { systemClock } from '../../../server/src/platform/clock.ts'
import { eventually } from '../../../server/test/eventually.ts'
import type { WebClient } from '../../src/families/nuki/web/web-client.ts'
import { WebHooks } from '../../src/families/nuki/web/web-hooks.ts'
import type { FamilyTools } from '../../src/family.ts'

const SECRET = 'secret of the webhook'
/** Half as many again as the gateway keeps connections. */
const STRANGERS = 48
const SILENT = {
  'send nothing': '',
  'stop within the head': 'POST / HTTP/1.1\r\nHost: gateway\r\n',
  'stop within the body': [
    'POST / HTTP/1.1',
    'Host: gateway',
    `X-Nuki-Signature-Sha256: ${'0'.repeat(64)}`,
    'Content-Length: 1000',
    '',
    'x',
  ].join('\r\n'),
}

for (const [what, bytes] of Object.entries(SILENT))
  test(`strangers that ${what} do not keep the service from calling`, async (t) => {
    const { port, news } = await listening(t)
    const strangers = await connections(t, port)
    for (const stranger of strangers) stranger.write(bytes)
    assert.equal(await call(port, SECRET), 204)
    assert.equal(news(), 1)
    const isEnded = ({ destroyed }: Socket) => destroyed
    await eventually('the oldest connections end', () => strangers.filter(isEnded).length >= STRANGERS - 32)
  })

test('a call without a signature is refused before its body is there', async (t) => {
  const { port, news } = await listening(t)
  const stranger = connect(port, '127.0.0.1')
  t.after(() => stranger.destroy())
  stranger.write('POST / HTTP/1.1\r\nHost: gateway\r\nContent-Length: 60000\r\n\r\nx')
  const [answer] = await once(stranger, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 401 /)
  assert.equal(await call(port, 'another secret'), 401)
  assert.equal(news(), 0)
})

async function listening(t: TestContext) {
  const port = await freePort()
  let news = 0
  const tools: FamilyTools = { clock: systemClock, log: () => undefined, believes: () => true }
  const place = { listen: `http://127.0.0.1:${port}`, url: 'https://home.example.com/nuki' }
  const hooks = new WebHooks(place, tools, () => {
    news += 1
  })
  assert.ok(await hooks.listen())
  t.after(() => hooks.close())
  const client = {
    get: async () => ({ said: 'yes', value: [] }),
    ask: async () => ({ said: 'yes', value: { secret: SECRET } }),
  } as unknown as WebClient
  await hooks.register(client, new AbortController().signal)
  return { port, news: () => news }
}

async function connections(t: TestContext, port: number): Promise<Socket[]> {
  const sockets = Array.from({ length: STRANGERS }, () => connect(port, '127.0.0.1'))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
  })
  for (const socket of sockets) socket.on('error', () => undefined)
  await Promise.all(sockets.map((socket) => socket.readyState === 'open' || once(socket, 'connect')))
  return sockets
}

async function call(port: number, secret: string): Promise<number> {
  const body = '{"feature":"DEVICE_STATUS"}'
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = { 'x-nuki-signature-sha256': signature }
  return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
