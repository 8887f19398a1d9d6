import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { eventually } from '../eventually.ts'
import { rawConnection } from '../raw-http.ts'
import { PROCESS_TOKEN, type ServiceProcess, startProcess } from '../service-process.ts'
import { newStorage } from '../storage.ts'
import { startReceiver, TEST_CA_FILE } from '../webhook-receiver.ts'

const AUTHORIZED = `Host: x\r\nAuthorization: Bearer ${PROCESS_TOKEN}\r\n`

async function startOne(t: TestContext, settings: Record<string, string> = {}): Promise<ServiceProcess> {
  const storage = await newStorage('sqlite')
  t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
  const service = await startProcess(storage, settings)
  t.after(() => service.kill())
  return service
}

const portOf = ({ url }: ServiceProcess): number => Number(new URL(url).port)

interface Answered {
  status: number
  body: string
  isLast: boolean
}

/** One call over a kept connection. */
function callOver(agent: Agent, url: string, body: object): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${PROCESS_TOKEN}`, 'content-type': 'application/json' }
    const call = request(`${url}/address`, { method: 'PUT', headers, agent }, async (answer) => {
      const isLast = answer.headers.connection === 'close'
      resolve({ status: answer.statusCode ?? 0, body: await text(answer), isLast })
    })
    call.on('error', reject)
    call.end(JSON.stringify(body))
  })
}

test('SIGTERM, with forty calls in flight over kept connections, resets none of them', async (t) => {
  const service = await startOne(t)
  let answered = 0
  let stopped: Promise<number | null> | undefined
  const clients = Array.from({ length: 40 }, async (_, i) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (;;) {
      const answer = await callOver(agent, service.url, { name: `House ${i}`, smartlockIds: [] })
      if (answer.status === 503) assert.match(answer.body, /shutting_down/)
      else assert.equal(answer.status, 200, answer.body)
      answered += 1
      // All of them are at it, with connections that were used before.
      if (answered === 120) stopped = service.stop()
      if (answer.isLast) return
    }
  })
  await Promise.all(clients)
  assert.equal(await stopped, 0)
})

test('a stop ends what has arrived, refuses what comes, and names what took too long', async (t) => {
  const receiver = await startReceiver(t, () => undefined)
  const service = await startOne(t, {
    LATCHWORK_OUTBOUND_NETWORKS: '127.0.0.0/8',
    LATCHWORK_OUTBOUND_CA_FILE: TEST_CA_FILE,
  })
  await hangingDelivery(service, receiver.url)
  await eventually('somebody posts', () => receiver.messages.length > 0)
  const port = portOf(service)
  const connect = () => rawConnection(t, port)
  const [idle, silent, uploading, endless, stream] = await Promise.all([
    connect(),
    connect(),
    connect(),
    connect(),
    connect(),
  ])
  idle.send(`GET /health HTTP/1.1\r\n${AUTHORIZED}\r\n`)
  stream.send(`GET /event/stream HTTP/1.1\r\n${AUTHORIZED}\r\n`)
  const body = JSON.stringify({ name: 'House', smartlockIds: [] })
  const upload = `PUT /address HTTP/1.1\r\n${AUTHORIZED}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  for (const one of [uploading, endless]) one.send(upload + body.slice(0, 5))
  await Promise.all([idle.until(/ok/), stream.until(/event-stream/)])

  const stopped = service.stop()
  await eventually('new calls are refused', async () => {
    const fresh = await connect()
    // One that was let in before the stop had begun must not be waited for until its kept connection ends.
    fresh.send(`GET /account HTTP/1.1\r\n${AUTHORIZED}Connection: close\r\n\r\n`)
    return /503.*Connection: close.*shutting_down/is.test(await fresh.closed())
  })
  idle.send(`GET /account HTTP/1.1\r\n${AUTHORIZED}\r\n`.repeat(3))
  assert.match(await idle.closed(), /503.*connection: close.*shutting_down/is, 'on a kept one too')
  assert.match(await stream.closed(), /\r\n0\r\n\r\n$/, 'a stream has its proper end')
  uploading.send(body.slice(5))
  assert.match(await uploading.closed(), /200 OK.*connection: close/is, 'what was half here is taken')
  // Half a call that is never finished, and a receiver that does not answer.
  assert.equal(await endless.closed(), '')
  assert.equal(await silent.closed(), '')
  assert.equal(await stopped, 0, service.output())
  assert.match(service.output(), /calls were cut off/)
  assert.match(service.output(), /"PUT \/address":1/)
  assert.match(service.output(), /delivering to a webhook: cut off, done again later/)
})

/** A webhook that is told of something, and takes its time. */
async function hangingDelivery({ api }: ServiceProcess, url: string): Promise<void> {
  await api.webhooks.register({ body: { webhookUrl: url, webhookFeatures: ['DEVICE_MASTERDATA'] } })
  await api.smartlocks.register({ body: { type: 4, name: 'Door', deviceId: '0A0B0C0D' } })
}
