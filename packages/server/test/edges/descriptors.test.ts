import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { type LockDeed, SANDBOX_BUILDING, startSimulatedLock } from '@latchwork/simulator'
import { systemClock } from '../../src/platform/clock.ts'
import { isOnline } from '../cluster.ts'
import { eventually } from '../eventually.ts'
import { PROCESS_TOKEN, type ServiceProcess, startProcess } from '../service-process.ts'
import { newStorage } from '../storage.ts'
import { startTcpProxy } from '../tcp-proxy.ts'

const run = promisify(execFile)
const SLOW = { timeout: 600_000 }
const CALLS = 24

/** Undefined where nobody may limit them; the test is skipped then and says why. */
async function limitDescriptors(t: TestContext, { pid }: ServiceProcess, more: number): Promise<boolean> {
  try {
    const open = (await readdir(`/proc/${pid}/fd`)).length
    await run('prlimit', ['--pid', String(pid), `--nofile=${open + more}`])
    return true
  } catch (error) {
    t.skip(`needs prlimit and /proc to limit descriptors: ${(error as Error).message.trim()}`)
    return false
  }
}

/** Connections that say nothing, more than the service can have. */
function createCrowd(t: TestContext, port: number) {
  const sockets: Socket[] = []
  const go = () => {
    for (const socket of sockets.splice(0)) socket.destroy()
  }
  t.after(go)
  return {
    go,
    come() {
      go()
      for (let i = 0; i < 60; i++) sockets.push(connect(port, '127.0.0.1').on('error', () => undefined))
    },
  }
}

interface Answer {
  status: number
  operationId: string | undefined
  code: string | undefined
}

/** One attempt, over a connection of its own; undefined when no answer came. */
function attempt(url: string, key: string): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${PROCESS_TOKEN}`, 'idempotency-key': key }
    const call = request(url, { method: 'POST', headers, agent: false, timeout: 5000 }, async (answer) => {
      const body = await text(answer).catch(() => undefined)
      if (body === undefined) return resolve(undefined)
      resolve({
        status: answer.statusCode ?? 0,
        operationId: answer.headers['operation-id'] as string | undefined,
        code: body === '' ? undefined : (JSON.parse(body) as { code: string }).code,
      })
    })
    call.on('timeout', () => call.destroy())
    call.on('error', () => resolve(undefined))
    call.end()
  })
}

interface Around {
  before(n: number): NodeJS.Timeout | false
  after(n: number): void
}

/** The same call under the same key until it is answered. */
async function repeated(url: string, key: string, around: Around) {
  let unanswered = 0
  for (let n = 0; ; n++) {
    const cut = around.before(n)
    const answer = await attempt(url, key)
    clearTimeout(cut || undefined)
    if (answer?.status === 204) return { operationId: answer.operationId as string, unanswered }
    if (answer) assert.equal(answer.code, 'idempotency_in_progress')
    else unanswered += 1
    around.after(n)
  }
}

test(
  'a call with a key moves a door once, however often connections are refused and cut around it',
  SLOW,
  async (t) => {
    const storage = await newStorage('sqlite')
    t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
    const service = await startProcess(storage, { LATCHWORK_HTTP_MAX_CONNECTIONS_PER_ADDRESS: '0' })
    t.after(() => service.kill())
    const port = Number(new URL(service.url).port)
    const { data: door } = await service.api.smartlocks.register({
      body: { type: 4, name: 'Door', deviceId: '0A0B0C0D' },
    })
    const began: string[] = []
    const lock = await startSimulatedLock({
      spec: SANDBOX_BUILDING[0] as never,
      deviceId: '0A0B0C0D',
      ...{ username: door.credentials.username, secret: door.credentials.secret },
      brokerUrl: service.brokerUrl,
      clock: systemClock,
      movementMs: 0,
      journal: (deed: LockDeed) => void (deed.did === 'began' && began.push(deed.command)),
    })
    t.after(() => lock.stop())
    await eventually('the lock is online', () => isOnline(service, door.smartlockId))
    const wire = await startTcpProxy(port)
    t.after(() => wire.stop())
    if (!(await limitDescriptors(t, service, 24))) return

    const crowd = createCrowd(t, port)
    const accepted: string[] = []
    let unanswered = 0
    for (let i = 0; i < CALLS; i++) {
      crowd.come()
      const verb = i % 2 === 0 ? 'unlock' : 'lock'
      const url = `http://127.0.0.1:${wire.port}/smartlock/${door.smartlockId}/action/${verb}`
      const answered = await repeated(url, `key-${i}`, {
        // At another moment each time: before the call arrives, while it is worked on, before the answer is back.
        before: (n) => n < 3 && setTimeout(() => wire.cut(), (i * 3 + n * 5) % 14),
        // Others come for those that go, and at last there is room.
        after: (n) => (n < 3 ? crowd.come() : crowd.go()),
      })
      unanswered += answered.unanswered
      accepted.push(answered.operationId)
      crowd.go()
      const params = { operationId: answered.operationId }
      await eventually(
        'it has moved',
        async () => (await service.api.operations.get({ params })).data.status === 'confirmed',
      )
    }
    assert.ok(unanswered >= CALLS / 2, `only ${unanswered} calls were cut off`)
    assert.equal(new Set(accepted).size, CALLS)
    const { data } = await service.api.operations.list()
    const actions = data.filter(({ type }) => type === 'action').map(({ operationId }) => operationId)
    assert.deepEqual(actions.sort(), [...accepted].sort(), 'no operation that no call accounts for')
    assert.equal(began.length, CALLS, 'and one movement for each')
    assert.equal(new Set(began).size, CALLS)
  },
)
