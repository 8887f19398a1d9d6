import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { createDatabase, type MistreatedPostgres, startPostgres } from '../../../test/postgres.ts'
import { jobRow } from '../../../test/store-rows.ts'
import { startTcpProxy } from '../../../test/tcp-proxy.ts'
import { openDatabase } from '../../schema/open-database.ts'
import { createIds } from '../ids.ts'
import { StartupError } from '../startup-error.ts'
import type { Db } from './database.ts'
import { inDatabaseTransaction } from './transaction.ts'

/** A real server that is restarted, and a wire that is cut or goes silent. TCP by itself would need minutes. */
const WITH_TIME = { timeout: 600_000 }
/** Far more than is needed, and less than a statement may take before the server ends it. */
const SOON_MS = 120_000

const ids = createIds({ now: () => Date.now() })
let postgres: MistreatedPostgres

before(async () => {
  postgres = await startPostgres()
})
after(() => postgres.stop())

async function openThroughWire(t: TestContext, poolSize = 4) {
  const wire = await startTcpProxy(postgres.port)
  t.after(() => wire.stop())
  const url = new URL(await createDatabase(postgres.url, `outage_${ids.random()}`))
  url.port = String(wire.port)
  const database = await openDatabase({ dataDir: '', url: url.href, poolSize })
  t.after(() => database.close())
  return { wire, db: database.db }
}

const addJob = (db: Db, id: string) => db.insertInto('job').values(jobRow(id)).execute()
const jobsIn = async (db: Db) =>
  (await db.selectFrom('job').select('id').orderBy('id').execute()).map(({ id }) => id)

test('a transaction whose connection is cut half-way is done again, and once', WITH_TIME, async (t) => {
  const { wire, db } = await openThroughWire(t)
  let attempts = 0
  await inDatabaseTransaction(db, async (tx) => {
    attempts += 1
    await addJob(tx, 'a')
    if (attempts === 1) wire.cut()
    await addJob(tx, 'b')
  })
  assert.deepEqual([attempts, await jobsIn(db)], [2, ['a', 'b']])
})

test('a transaction that was ready when its commit was lost is not done again', WITH_TIME, async (t) => {
  const { wire, db } = await openThroughWire(t)
  let attempts = 0
  await assert.rejects(
    inDatabaseTransaction(db, async (tx) => {
      attempts += 1
      await addJob(tx, 'a')
      wire.freeze()
      setTimeout(() => {
        wire.cut()
        wire.thaw()
      }, 300)
    }),
  )
  assert.equal(attempts, 1)
})

test(
  'connections that went silent are given up soon, with the row locks that they held',
  WITH_TIME,
  async (t) => {
    const { wire, db } = await openThroughWire(t)
    await addJob(db, 'held')
    // Several connections, so that some rest in the pool when the wire goes silent.
    await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.05)`.execute(db)))
    const began = performance.now()
    let attempts = 0
    const first = inDatabaseTransaction(db, async (tx) => {
      attempts += 1
      await tx.updateTable('job').set({ attempts: 1 }).where('id', '=', 'held').execute()
      if (attempts === 1) wire.strand()
      await addJob(tx, 'after')
    })
    const reads = Array.from({ length: 6 }, () =>
      inDatabaseTransaction(db, (tx) =>
        tx.updateTable('job').set({ attempts: 2 }).where('id', '=', 'held').execute(),
      ),
    )
    await Promise.all([first, ...reads])
    assert.ok(performance.now() - began < SOON_MS, `${performance.now() - began} ms`)
    assert.deepEqual([attempts, await jobsIn(db)], [2, ['after', 'held']])
  },
)

test('a statement that takes long on a live connection is left alone', WITH_TIME, async (t) => {
  const { db } = await openThroughWire(t)
  const { rows } = await sql<{ pid: number }>`select pg_sleep(4), pg_backend_pid() as pid`.execute(db)
  assert.equal(rows.length, 1)
})

test('a restart of the server is bridged for who reads and who writes', WITH_TIME, async (t) => {
  const { db } = await openThroughWire(t)
  await addJob(db, 'before')
  const begun = Promise.withResolvers<void>()
  const restarted = Promise.withResolvers<void>()
  // Not at its commit: of what is lost there nobody knows whether it was done, and it is not done again.
  const written = inDatabaseTransaction(db, async (tx) => {
    begun.resolve()
    await restarted.promise
    await addJob(tx, 'during')
  })
  await begun.promise
  await postgres.halt()
  const asked = Promise.all([inDatabaseTransaction(db, (tx) => addJob(tx, 'away')), jobsIn(db)])
  await postgres.restart()
  restarted.resolve()
  await Promise.all([written, asked])
  assert.deepEqual(await jobsIn(db), ['away', 'before', 'during'])
})

test(
  'a start waits for a server that is not there yet, and says so once; a wrong password ends it',
  WITH_TIME,
  async (t) => {
    const url = await createDatabase(postgres.url, `outage_${ids.random()}`)
    await postgres.halt()
    const lines: string[] = []
    const opening = openDatabase({ dataDir: '', url, onWaiting: (line) => lines.push(line) })
    opening.catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await postgres.restart()
    const database = await opening
    t.after(() => database.close())
    assert.equal(lines.length, 1)
    assert.match(
      lines[0] ?? '',
      /^Waiting for PostgreSQL at 127\.0\.0\.1:\d+\/outage_\w+ \(.*ECONNREFUSED.*\)\.$/,
    )
    const wrong = new URL(url)
    wrong.password = 's3cret'
    const refused = openDatabase({ dataDir: '', url: wrong.href, onWaiting: (line) => lines.push(line) })
    await assert.rejects(refused, (error) => {
      assert.ok(error instanceof StartupError)
      assert.doesNotMatch(error.message, /s3cret/)
      return true
    })
    assert.equal(lines.length, 1)
  },
)
