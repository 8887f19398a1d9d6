import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@latchwork/sdk'
import { sql } from 'kysely'
import pg from 'pg'
import { latchworkProcess } from '../../test/command-line.ts'
import { CLI } from '../../test/programs.ts'
import { PROCESS_TOKEN, startProcess } from '../../test/service-process.ts'
import { newStorage, removeStorage, type Storage } from '../../test/storage.ts'
import type { Api } from '../../test/world.ts'
import type { Db, Engine } from '../platform/store/database.ts'
import { openDatabase } from '../schema/open-database.ts'

const LOG_ROWS = 40_000

/** Runs it, and kills it after so long; what it printed until then. */
async function killedAfter(ms: number, { dataDir, databaseUrl }: Storage, ...args: string[]) {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      LATCHWORK_DATA_DIR: dataDir,
      ...(databaseUrl && { LATCHWORK_DATABASE_URL: databaseUrl }),
    },
  })
  const exited = once(child, 'exit')
  const said = text(child.stdout)
  let timer: NodeJS.Timeout | undefined
  // From when it has begun: loading it takes longer than anything here.
  child.stdout.once('data', () => {
    timer = setTimeout(() => child.kill('SIGKILL'), ms)
  })
  await exited
  clearTimeout(timer)
  return said
}

async function onStore<T>(storage: Storage, work: (db: Db) => Promise<T>): Promise<T> {
  const { dataDir, databaseUrl } = storage
  const { db, close } = await openDatabase({ dataDir, ...(databaseUrl && { url: databaseUrl }) })
  return work(db).finally(close)
}

/** A log of some months, so that the copying takes long enough to be killed in. */
const fillLog = (storage: Storage, accountId: number) =>
  onStore(storage, async (db) => {
    const begin = Date.now() - LOG_ROWS * 120_000
    for (let n = 0; n < LOG_ROWS; n += 1000) {
      const rows = Array.from({ length: 1000 }, (_, i) => {
        const date = begin + (n + i) * 120_000
        return {
          ...{ id: `${date.toString(16).padStart(12, '0')}${(n + i).toString(16).padStart(12, '0')}` },
          ...{ account_id: accountId, smartlock_id: 17_179_869_184 + (i % 7), device_type: 4, date },
          ...{ name: `Zoë «${n + i}» \\ \t', "{}`, action: 1, trigger: 0, state: 0, auto_unlock: 0 },
          ...{ account_user_id: null, auth_id: null, source: null, opener_log: null, error: null },
        }
      })
      await db.insertInto('smartlock_log').values(rows).execute()
    }
  })

/** Writes without a pause until it is told to end, and knows what was confirmed. */
function startWriting(api: Api) {
  const houses = new Map<number, string>()
  const refused = new Set<string>()
  let isEnding = false
  async function write(n: number): Promise<void> {
    const { data } = await api.addresses.create({ body: { name: `House ${n}`, smartlockIds: [] } })
    houses.set(data.addressId, data.name)
    const [addressId] = houses.keys()
    if (addressId === undefined || n % 3 !== 0) return
    if (n % 6 === 0) {
      await api.addresses.remove({ params: { addressId } })
      houses.delete(addressId)
      return
    }
    await api.addresses.update({ params: { addressId }, body: { name: `Renamed ${n}` } })
    houses.set(addressId, `Renamed ${n}`)
  }
  const writing = (async () => {
    for (let n = 0; !isEnding; n++)
      await write(n).catch(async (error: unknown) => {
        assert.ok(error instanceof ApiError, String(error))
        refused.add(error.code)
        await sleep(20)
      })
  })()
  return {
    houses,
    refused,
    async end() {
      isEnding = true
      await writing
    },
  }
}

const inOrder = (houses: Iterable<readonly [number, string]>) => [...houses].sort(([a], [b]) => a - b)

for (const [from, to] of [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const satisfies [Engine, Engine][])
  test(`a service in use moves from ${from} to ${to}, also when the command is killed, and loses nothing`, async (t) => {
    const storage = await newStorage(from, { untouched: true })
    const other = await newStorage(to, { untouched: true })
    t.after(async () => [storage, other].forEach(removeStorage))
    const service = await startProcess(storage)
    t.after(() => service.kill())
    const file = join(storage.dataDir, 'latchwork.db')
    const target = other.databaseUrl ?? `sqlite:${file}`
    const { data: account } = await service.api.account.get({})
    await service.stop()
    await fillLog(storage, account.accountId)

    const running = await startProcess(storage)
    t.after(() => running.kill())
    const writer = startWriting(running.api)
    const kills = Array.from({ length: 4 }, () => Math.random() * 2000)
    for (const ms of kills) await killedAfter(ms, storage, 'move', '--to', target)
    const moved = await latchworkProcess({ storage }, 'move', '--to', target)
    assert.equal(moved.code, 0, `${moved.err} after kills at ${kills}`)
    t.diagnostic(
      `killed at ${kills.map(Math.round)}; ${moved.out
        .split('\n')
        .filter((l) => /refused for|brought over/.test(l))
        .join(' ')}`,
    )
    await sleep(100)
    await writer.end()
    assert.deepEqual([...writer.refused], ['service_moving'], 'nothing else was refused')
    const refusal = await fetch(`${running.url}/address`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${PROCESS_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Late', smartlockIds: [] }),
    })
    assert.equal(refusal.status, 503)
    assert.ok(Number(refusal.headers.get('retry-after')) > 0)
    await running.stop()

    await assert.rejects(startProcess(storage), /was moved to/, 'the old one does not start by accident')
    const settled: Storage =
      to === 'postgres'
        ? { ...other, dataDir: storage.dataDir }
        : { engine: 'sqlite', dataDir: storage.dataDir }
    const anew = await startProcess(settled)
    t.after(() => anew.kill())
    const { data: found } = await anew.api.addresses.list({})
    assert.deepEqual(inOrder(found.map(({ addressId, name }) => [addressId, name])), inOrder(writer.houses))
    const { data: next } = await anew.api.addresses.create({ body: { name: 'Next', smartlockIds: [] } })
    assert.ok(next.addressId > Math.max(...writer.houses.keys()), 'no number is given out twice')
    const { data: log } = await anew.api.smartlocks.log({ query: { limit: 1 } })
    assert.match(log[0]?.name ?? '', /^Zoë «\d+» \\ \t', "\{\}$/)
    const audit = await latchworkProcess({ storage: settled }, 'audit', 'verify')
    assert.equal(audit.code, 0, audit.out + audit.err)
    await anew.stop()
    const left = await onStore(settled, async (db) => ({
      log: Number((await sql<{ n: number }>`select count(*) as n from smartlock_log`.execute(db)).rows[0]?.n),
      tables: (await db.introspection.getTables()).filter(({ name }) => name.startsWith('move_')),
    }))
    assert.deepEqual(left, { log: LOG_ROWS, tables: [] })
    assert.ok(!existsSync(`${file}.moving`))
  })

test('a move refuses what it cannot go into, and a dry run changes nothing', async (t) => {
  const storage = await newStorage('sqlite', { untouched: true })
  const used = await newStorage('postgres', { untouched: true })
  const empty = await newStorage('postgres', { untouched: true })
  t.after(async () => [storage, used, empty].forEach(removeStorage))
  for (const each of [storage, used]) await onStore(each, async () => undefined)
  const move = async (...args: string[]) => latchworkProcess({ storage }, 'move', ...args)
  const tables = () =>
    onStore(storage, async (db) =>
      (await db.introspection.getTables()).filter(({ name }) => name.startsWith('move_')),
    )
  const url = empty.databaseUrl ?? ''
  assert.match((await move()).err, /Name one target/)
  assert.match((await move('--to', 'mysql://x')).err, /Name one target/)
  assert.match((await move('--to', `sqlite:${storage.dataDir}/other.db`)).err, /Both are SQLite/)
  assert.match((await move('--to', 'postgres://nobody:geheim@127.0.0.1:1/x')).err, /cannot be used/)
  const full = await move('--to', used.databaseUrl ?? '')
  assert.match(full.err, /is not empty \(\d+ tables/)
  assert.doesNotMatch(full.err, /postgres:postgres/, 'no password is shown')
  const secret = join(storage.dataDir, 'target')
  await writeFile(secret, `${url}\n`)
  assert.match((await move('--to-file', secret, '--dry-run')).out, /\d+ rows in \d+ tables would be moved/)
  assert.deepEqual(await tables(), [])

  await onStore(storage, (db) => sql`insert into kysely_migration values ('9999-later', '')`.execute(db))
  assert.match((await move('--to', url)).err, /of another version than this command \(9999-later\)/)
  const sqlite = { ...storage }
  const { DatabaseSync } = await import('node:sqlite')
  const file = new DatabaseSync(join(sqlite.dataDir, 'latchwork.db'))
  file.exec(`delete from kysely_migration where name = '9999-later'`)
  file.close()
  await onStore(storage, (db) =>
    sql`insert into job (id, kind, payload, run_at, attempts, created_at) values ('a', 'none', '{}', 1, 0, 1)`.execute(
      db,
    ),
  )
  const copied = await move('--to', url, '--copy-only')
  assert.match(copied.out, /^ {2}job +1 rows {2}sha256 [0-9a-f]{16}$/m)
  assert.match(copied.out, /Changes are still noted/)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`update job set payload = '[]'`)
  await client.end()
  const damaged = await move('--to', url)
  assert.equal(damaged.code, 78)
  assert.match(damaged.err, /The table job was not copied as it is: 1 rows with .+ Nothing was handed over\./)
  const another = await newStorage('sqlite', { untouched: true })
  await onStore(another, async () => undefined)
  assert.match(
    (await latchworkProcess({ storage: another }, 'move', '--to', url)).err,
    /Another move into PostgreSQL/,
  )
  await assert.rejects(
    onStore({ ...empty, dataDir: another.dataDir }, async () => undefined),
    /is under way, or was interrupted/,
  )
  assert.match((await latchworkProcess({ storage }, 'move', 'cancel')).out, /is forgotten/)
  assert.deepEqual(await tables(), [])
  assert.match((await latchworkProcess({ storage }, 'move', 'cancel')).err, /No move was begun/)
})
