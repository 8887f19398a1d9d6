import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import pg from 'pg'
import { problemWithVersion } from '../../src/platform/store/reach-postgres.ts'
import { eventually } from '../eventually.ts'
import { newFolder } from '../folders.ts'
import { createDatabase, type MistreatedPostgres, startPostgres } from '../postgres.ts'
import { START } from '../programs.ts'
import { startTcpProxy } from '../tcp-proxy.ts'

const WITH_TIME = { timeout: 600_000 }
const SOON_MS = 180_000

let postgres: MistreatedPostgres
before(async () => {
  postgres = await startPostgres()
})
after(() => postgres.stop())

/** A start that may wait, or end, instead of succeeding. */
async function begin(t: TestContext, settings: Record<string, string>) {
  const dataDir = await newFolder('latchwork-start-')
  const child = spawn(process.execPath, [START], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      LATCHWORK_DATA_DIR: dataDir,
      LATCHWORK_HTTP_PORT: '0',
      LATCHWORK_MQTT_PORT: '0',
      LATCHWORK_LOG_LEVEL: 'warn',
      ...settings,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  t.after(async () => {
    child.kill('SIGKILL')
    await exited
    await rm(dataDir, { recursive: true, force: true })
  })
  return {
    exited,
    stop: () => child.kill('SIGTERM'),
    output: () => output,
    says: (pattern: RegExp) => eventually(`it says ${pattern}`, () => pattern.test(output), SOON_MS),
    lines: (pattern: RegExp) => output.split('\n').filter((line) => pattern.test(line)).length,
  }
}

const database = (name: string) => createDatabase(postgres.url, name)

/** Takes connections and says nothing. */
async function silentPort(t: TestContext): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
  })
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('a start waits for a database that takes connections and says nothing yet', WITH_TIME, async (t) => {
  const wire = await startTcpProxy(postgres.port)
  t.after(() => wire.stop())
  const url = new URL(await database('silent'))
  url.port = String(wire.port)
  wire.freeze()
  const service = await begin(t, { LATCHWORK_DATABASE_URL: url.href })
  await service.says(/latchwork: Waiting for PostgreSQL at 127\.0\.0\.1:\d+\/silent \(.*time/)
  wire.thaw()
  await service.says(/Latchwork is running/)
})

test('a start waits while the database has no connection left, at every step of it', WITH_TIME, async (t) => {
  const url = await database('used_up')
  const others = await useUp(t, url)
  const service = await begin(t, { LATCHWORK_DATABASE_URL: url, LATCHWORK_DATABASE_POOL_SIZE: '2' })
  await service.says(/Waiting for PostgreSQL at .*(too many clients|connection slots)/)
  // One is enough for the first step, and not for those after it.
  await others.pop()?.end()
  await eventually('the tables are made', () => hasTables(others[0] as pg.Client), SOON_MS)
  assert.doesNotMatch(service.output(), /Latchwork is running/)
  await Promise.all(others.map((client) => client.end()))
  await service.says(/Latchwork is running/)
  assert.ok(service.lines(/Waiting for PostgreSQL/) <= 3, service.output())
})

/** Takes every connection there is. */
async function useUp(t: TestContext, url: string): Promise<pg.Client[]> {
  const clients: pg.Client[] = []
  t.after(() => Promise.all(clients.map((client) => client.end().catch(() => undefined))))
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
    } catch {
      return clients
    }
    clients.push(client)
  }
}

const hasTables = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ t: unknown }>("select to_regclass('public.kysely_migration') as t")
  return rows[0]?.t !== null
}

test(
  'what does not get better ends the start at once, with one sentence and code 78',
  WITH_TIME,
  async (t) => {
    const url = await database('refused')
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query("create role guest login password 'guest'")
    await admin.query('revoke create on schema public from public')
    await admin.end()
    const wrongPassword = Object.assign(new URL(url), { password: 's3cret' })
    const noDatabase = Object.assign(new URL(url), { pathname: '/nowhere' })
    const noRights = Object.assign(new URL(url), { username: 'guest', password: 'guest' })
    const cases: [URL, RegExp][] = [
      [wrongPassword, /cannot be used \(password authentication failed/],
      [noDatabase, /cannot be used \(database "nowhere" does not exist/],
      [noRights, /cannot be used \(its user may not make tables/],
    ]
    await Promise.all(
      cases.map(async ([address, sentence]) => {
        const service = await begin(t, { LATCHWORK_DATABASE_URL: address.href })
        assert.equal(await service.exited, 78, service.output())
        assert.match(service.output(), sentence)
        assert.doesNotMatch(service.output(), /Waiting|at .*\.ts|s3cret/)
      }),
    )
  },
)

test(
  'a start waits for a broker that takes connections and says nothing, and can be told to stop',
  WITH_TIME,
  async (t) => {
    const port = await silentPort(t)
    const service = await begin(t, { LATCHWORK_MQTT_URL: `mqtt://user:s3cret@127.0.0.1:${port}` })
    await service.says(/Waiting for the MQTT broker at 127\.0\.0\.1:\d+ \(no answer\)/)
    assert.doesNotMatch(service.output(), /s3cret/)
    service.stop()
    assert.equal(await service.exited, 0, 'by itself: in a container nobody else would end it')
  },
)

test('a server that is too old is told by its number', () => {
  assert.match(problemWithVersion(140_012) ?? '', /version 14, and 15 or newer/)
  assert.match(problemWithVersion(90_624) ?? '', /version 9/)
  assert.equal(problemWithVersion(150_000), undefined)
})
