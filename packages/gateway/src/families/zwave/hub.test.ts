import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { after, test } from 'node:test'
import { RecordingSink, realTools } from '../../../test/recording-sink.ts'
import {
  GREETING,
  type HostileHub,
  lockState,
  type Request,
  startHostileHub,
} from '../../../test/zwave/hostile-hub.ts'
import { zwaveFamily } from './index.ts'

const SECRET = '482913'
const KEY = 'zwave:7e570001:5'
const signal = () => AbortSignal.timeout(30_000)

/** Opens a family on an address, and closes it when the test is over. */
function openOn(address: string) {
  const sink = new RecordingSink()
  const tools = realTools()
  const family = zwaveFamily({ family: 'zwave-js', address }, tools)
  const end = new AbortController()
  family.open(sink, end.signal)
  return { family, sink, tools, [Symbol.dispose]: () => end.abort() }
}

const hubs: HostileHub[] = []
after(() => Promise.all(hubs.map((hub) => hub.close())))

async function hubThat(says: Parameters<typeof startHostileHub>[0]): Promise<HostileHub> {
  const hub = await startHostileHub(says)
  hubs.push(hub)
  return hub
}

const nodes = [lockState(5)]
const isUp = ({ hub }: RecordingSink) => hub.includes('up')

test('an address, that is none or where nobody is, is told as such', async () => {
  using bad = openOn('http://127.0.0.1:1')
  assert.deepEqual(bad.sink.hub, ['badAddress'])
  using nobody = openOn('ws://127.0.0.1:1')
  await nobody.sink.until(() => nobody.sink.hub.length > 0)
  assert.equal(nobody.sink.hub[0], 'noAnswer')
})

async function listening(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a wrong port, with a web page or another protocol behind it, is told as such', async () => {
  const page = createServer((_, response) => response.end('hello'))
  const other = createTcpServer((socket) => socket.end('220 mail ready\r\n'))
  try {
    for (const server of [page, other]) {
      using opened = openOn(await listening(server))
      await opened.sink.until(() => opened.sink.hub.length > 0)
      assert.equal(opened.sink.hub[0], 'wrongProtocol')
    }
  } finally {
    page.close()
    other.close()
  }
})

test('a greeting, that is none or too old, is told as such and nothing is asked', async () => {
  const cases = [
    [{ type: 'hello' }, 'wrongProtocol'],
    [{ ...GREETING, homeId: 'x' }, 'wrongProtocol'],
    [{ ...GREETING, maxSchemaVersion: 28 }, 'tooOld'],
    [{ ...GREETING, minSchemaVersion: 60, maxSchemaVersion: 70 }, 'tooOld'],
  ] as const
  for (const [greeting, trouble] of cases) {
    const hub = await hubThat({ greeting })
    using opened = openOn(hub.address)
    await opened.sink.until(() => opened.sink.hub.length > 0)
    assert.equal(opened.sink.hub[0], trouble)
    assert.deepEqual(hub.requests, [])
  }
})

test('a hub, that says a hundred megabytes, brackets without end or no JSON, is left and tried again', async () => {
  const floods = [
    Buffer.alloc(100 * 1024 * 1024, 0x20),
    Buffer.from(`{"type":"event","event":${'['.repeat(1_000_000)}`),
    Buffer.alloc(3 * 1024 * 1024, 0x20),
    Buffer.from(`not JSON ${SECRET}`),
  ]
  for (const flood of floods) {
    const hub = await hubThat({ nodes })
    using opened = openOn(hub.address)
    await opened.sink.until(() => isUp(opened.sink))
    hub.sendRaw(flood)
    await opened.sink.until(() => opened.sink.hub.includes('misbehaved'))
    assert.ok(!opened.tools.lines.join().includes(SECRET))
    await opened.sink.until(() => opened.sink.hub.length >= 3)
    assert.deepEqual(opened.sink.hub, ['up', 'misbehaved', 'up'])
  }
})

test('a hub, whose list of nodes makes no sense, has the locks that do', async () => {
  const hub = await hubThat({
    nodes: [
      null,
      7,
      [],
      { nodeId: 'x' },
      { nodeId: 1, endpoints: 'none' },
      lockState(-3),
      lockState(5, { values: [null, { commandClass: '98' }, { property: {} }], name: 'x'.repeat(70_000) }),
    ],
  })
  using opened = openOn(hub.address)
  await opened.sink.until(() => isUp(opened.sink))
  assert.deepEqual([...opened.sink.locks.keys()], [KEY])
  assert.equal(opened.sink.locks.get(KEY)?.name, undefined)
})

test('events, of nodes that are none or that vanish, change nothing else', async () => {
  const hub = await hubThat({ nodes })
  using opened = openOn(hub.address)
  const { sink, family } = opened
  await sink.until(() => isUp(sink))
  const event = (members: object) => hub.send({ type: 'event', event: members })
  for (const nodeId of [0, 99, -1, '5', null]) event({ source: 'node', event: 'dead', nodeId })
  event({ source: 'node', event: 'ready', nodeId: 5 })
  event({ source: 'node', event: 'value updated', nodeId: 5, args: null })
  event({
    source: 'node',
    event: 'notification',
    nodeId: 5,
    ccId: 113,
    args: { type: 6, event: 6, parameters: 7 },
  })
  event({ source: 'controller', event: 'node removed', node: { nodeId: 5 } })
  await sink.until(() => sink.lostLocks.length > 0)
  assert.deepEqual(sink.lostLocks, [KEY])
  assert.deepEqual(sink.happenings, [{ lock: KEY, what: 'unlocked', by: 'keypad' }])
  const order = { action: 1, deadline: Date.now() + 5000 }
  assert.deepEqual(await family.act(KEY, order, signal()), { answer: 'notSent' })
  assert.deepEqual(await family.look(KEY, 'state', signal()), { seen: false })
  assert.deepEqual(sink.hub, ['up'])
})

const CAPABILITIES: Record<string, unknown> = {
  'endpoint.access_control.get_user_capabilities_cached': { capabilities: { maxUsers: 9 } },
  'endpoint.access_control.get_credential_capabilities_cached': {
    capabilities: { supportedCredentialTypes: { 1: { numberOfCredentialSlots: 9 } } },
  },
  'node.get_supported_notification_events': { events: [] },
}

test('an error, whose text holds the code, becomes an answer without it', async () => {
  const error = { zwaveErrorCode: 322, zwaveErrorMessage: `bad code ${SECRET}` }
  const hub = await hubThat({
    nodes,
    answer: (request: Request) =>
      CAPABILITIES[request.command] ??
      (JSON.stringify(request).includes(SECRET) ? { failed: { success: false, ...error } } : undefined),
  })
  using opened = openOn(hub.address)
  const { sink, family, tools } = opened
  await sink.until(() => sink.locks.get(KEY)?.capability.codes !== undefined)
  const answer = await family.write(KEY, 1, { digits: SECRET, name: 'Ida' }, signal())
  assert.deepEqual(answer, { answer: 'refused', why: 'digits' })
  assert.ok(hub.requests.some((request) => JSON.stringify(request).includes(SECRET)))
  assert.ok(!`${tools.lines}${JSON.stringify([...sink.locks])}`.includes(SECRET))
})

test('an order, when the hub is lost before it answers, is unproven and is not given again', async () => {
  const hub = await hubThat({ nodes, answer: ({ command }) => CAPABILITIES[command] })
  using opened = openOn(hub.address)
  const { sink, family } = opened
  await sink.until(() => sink.locks.get(KEY)?.capability.codes !== undefined)
  const answer = family.act(KEY, { action: 1, deadline: Date.now() + 20_000 }, signal())
  const orders = () => hub.requests.filter(({ command }) => command === 'node.set_value')
  while (orders().length === 0) await new Promise((resolve) => setImmediate(resolve))
  hub.sendRaw('broken')
  assert.deepEqual(await answer, { answer: 'unproven' })
  await sink.until(() => sink.hub.length >= 3)
  assert.deepEqual(sink.hub, ['up', 'misbehaved', 'up'])
  assert.equal(orders().length, 1)
})

test('an order, when its time ends before the hub has answered the last, does not leave', async () => {
  const hub = await hubThat({ nodes, answer: ({ command }) => CAPABILITIES[command] })
  using opened = openOn(hub.address)
  const { sink, family } = opened
  await sink.until(() => sink.locks.get(KEY)?.capability.codes !== undefined)
  // The hub never answers this reading, so it stays under way.
  void family.look(KEY, { slot: 1 }, signal())
  const order = { action: 1, deadline: Date.now() + 20_000 }
  assert.deepEqual(await family.act(KEY, order, AbortSignal.timeout(200)), { answer: 'notSent' })
  assert.ok(!hub.requests.some(({ command }) => command === 'node.set_value'))
})
