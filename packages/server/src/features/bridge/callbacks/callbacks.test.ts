import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { ask, bridgeToken, nukiIdOf, plain } from '../../../../test/bridge-program.ts'
import { apiTest } from '../../../../test/world.ts'
import { createOutbound } from '../../../platform/net/outbound.ts'
import { restMs, worthTelling } from './rules.ts'

interface Program {
  url: string
  told: { nukiId: number; state: number; stateName: string }[]
  /** What it answers with. */
  status: number
}

async function startProgram(t: TestContext): Promise<Program> {
  const program: Program = { url: '', told: [], status: 200 }
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (program.status === 200) program.told.push(JSON.parse(Buffer.concat(chunks).toString()))
      response.writeHead(program.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  t.after(() => server.closeAllConnections())
  program.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify`
  return program
}

apiTest(
  'programs are told of every change, in order, also after they were away; three of them, each once (D137)',
  async (w, t) => {
    const token = await bridgeToken(w)
    const program = await startProgram(t)
    const { smartlockId } = await w.simulated()
    const add = async (url: string) => (await ask(w, '/callback/add', { url, ...plain(token) })).body
    assert.deepEqual(await add(program.url), { success: true })
    assert.deepEqual(await add(program.url), { success: false, message: 'callback already added' })
    assert.deepEqual(await add(`${program.url}/2`), { success: true })
    assert.deepEqual(await add(`${program.url}/3`), { success: true })
    assert.equal((await add(`${program.url}/4`)).message, 'too many callbacks registered')
    const remove = (id: number) => ask(w, '/callback/remove', { id, ...plain(token) })
    assert.deepEqual((await remove(1)).body, { success: true })
    assert.deepEqual((await remove(2)).body, { success: true })
    assert.deepEqual((await remove(2)).body, { success: false })
    assert.deepEqual((await ask(w, '/callback/list', plain(token))).body, {
      callbacks: [{ id: 0, url: program.url }],
    })

    await w.api.smartlocks.unlock({ params: { smartlockId } })
    await w.until('it was told of the end', async () => program.told.at(-1)?.state === 3)
    assert.partialDeepStrictEqual(program.told.at(-1), {
      nukiId: nukiIdOf(smartlockId),
      deviceType: 4,
      stateName: 'unlocked',
    })
    program.status = 500
    await w.api.smartlocks.lock({ params: { smartlockId } })
    const row = await w.until('it rests', async () => {
      const [known] = await w.db.selectFrom('bridge_callback').selectAll().execute()
      return known && known.failures > 0 && known.lease_owner === null && known
    })
    assert.ok(row.next_at > Date.now())
    program.status = 200
    await w.db.updateTable('bridge_callback').set({ next_at: 0 }).execute()
    w.service.platform.wake.notify('event', w.owner.accountId)
    await w.until('it was told after all', async () => program.told.at(-1)?.state === 1)
  },
  { config: { bridge: { enabled: true }, outbound: { allowLoopback: true } } },
)

apiTest(
  'a callback leads where the operator lets it, and to no address of the network that was not named (D137)',
  async (w) => {
    const token = await bridgeToken(w)
    const add = async (url: string) => (await ask(w, '/callback/add', { url, ...plain(token) })).body
    const refused = [
      'http://127.0.0.1:1/',
      'http://192.168.1.5/',
      'http://169.254.169.254/',
      'http://home.local/',
      '',
    ]
    const control = [0, 9, 10].map((code) => `https://example.com/a${String.fromCharCode(code)}b`)
    for (const url of [...refused, ...control, `http://10.1.0.9/${'x'.repeat(250)}`])
      assert.equal((await add(url)).success, false, url)
    assert.deepEqual(await add('http://10.1.0.9:8123/api/webhook/1'), { success: true })
    assert.equal((await w.db.selectFrom('bridge_callback').selectAll().execute()).length, 1)
  },
  { config: { bridge: { enabled: true }, outbound: { networks: ['10.1.0.0/16'] } } },
)

test('http is for named networks, for those who ask for what is near, and for nobody else', () => {
  const { problemWith } = createOutbound({ allowLoopback: false, networks: ['10.1.0.0/16'], timeoutMs: 1000 })
  assert.equal(problemWith('http://10.1.2.3/', 'near'), undefined)
  assert.ok(problemWith('http://10.1.2.3/'))
  assert.ok(problemWith('http://10.2.2.3/', 'near'))
  assert.ok(problemWith('http://1.1.1.1/', 'near'), 'what leaves the house is encrypted')
  assert.equal(problemWith('https://example.com/', 'near'), undefined)
  assert.ok(problemWith('ftp://10.1.2.3/', 'near'))
})

test('of what is old only the last of each device is told, of what is fresh all', () => {
  const at = (ms: number, n: number) => ms.toString(16).padStart(12, '0') + String(n).padStart(12, '0')
  const now = 1_700_000_000_000
  const event = (ms: number, n: number, smartlock_id: number) => ({ id: at(ms, n), smartlock_id })
  const old = [event(now - 60_000, 1, 1), event(now - 60_000, 2, 2), event(now - 59_000, 3, 1)]
  const fresh = [event(now - 2000, 4, 3), event(now - 1000, 5, 3)]
  assert.deepEqual(
    worthTelling([...old, ...fresh], now).map(({ id }) => Number(id.slice(12))),
    [2, 3, 4, 5],
  )
  assert.deepEqual([1, 2, 20].map(restMs), [5000, 10_000, 300_000])
})
