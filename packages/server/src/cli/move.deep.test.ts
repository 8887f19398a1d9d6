import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { latchworkProcess } from '../../test/command-line.ts'
import { emptyStore, fillLog, onStore } from '../../test/move-stores.ts'
import { CLI } from '../../test/programs.ts'
import { startProcess } from '../../test/service-process.ts'
import type { Storage } from '../../test/storage.ts'
import type { Engine } from '../platform/store/database.ts'

const LOG_ROWS = 40_000

function startMove({ dataDir, databaseUrl }: Storage, target: string) {
  const child = spawn(process.execPath, [CLI, 'move', '--to', target], {
    env: {
      PATH: process.env.PATH ?? '',
      LATCHWORK_DATA_DIR: dataDir,
      ...(databaseUrl && { LATCHWORK_DATABASE_URL: databaseUrl }),
    },
  })
  return { child, exited: once(child, 'exit'), said: text(child.stderr) }
}

/** Ends it so long after it has said something: loading it takes longer than anything here. */
async function interruptedAfter(
  ms: number,
  signal: NodeJS.Signals,
  storage: Storage,
  target: string,
): Promise<void> {
  const { child, exited } = startMove(storage, target)
  let timer: NodeJS.Timeout | undefined
  child.stdout.once('data', () => {
    timer = setTimeout(() => child.kill(signal), ms)
  })
  child.stdout.resume()
  await exited
  clearTimeout(timer)
}

/** Cuts the connections of the command once it copies. */
async function cutConnections(url: string, storage: Storage, target: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { child, exited, said } = startMove(storage, target)
  child.stdout.resume()
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'command of latchwork' and query like '%smartlock_log%'
      and coalesce(to_regclass('move_progress'), to_regclass('move_state')) is not null`
  while (child.exitCode === null && ((await client.query(cut)).rowCount ?? 0) === 0) await sleep(5)
  await exited
  await client.end()
  return said
}

for (const [from, to] of [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const satisfies [Engine, Engine][])
  test(`a stopped service moves from ${from} to ${to}, also when the command is killed or cut off, and loses nothing`, async (t) => {
    const storage = await emptyStore(t, from)
    const other = await emptyStore(t, to)
    const file = join(storage.dataDir, 'latchwork.db')
    const target = other.databaseUrl ?? `sqlite:${file}`
    const service = await startProcess(storage)
    t.after(() => service.kill())
    const { data: account } = await service.api.account.get({})
    for (let n = 0; n < 20; n++)
      await service.api.addresses.create({ body: { name: `House ${n}`, smartlockIds: [] } })
    const { data: houses } = await service.api.addresses.list({})
    const last = Math.max(...houses.map(({ addressId }) => addressId))
    await service.api.addresses.remove({ params: { addressId: last } })
    assert.match((await latchworkProcess({ storage }, 'move', '--to', target)).err, /stop (it|them) first/)
    await service.stop()
    await onStore(storage, (db) => fillLog(db, LOG_ROWS, account.accountId))

    const said = await cutConnections(storage.databaseUrl ?? other.databaseUrl ?? '', storage, target)
    assert.match(said, /The connection was lost .+ run the command again, and it goes on/)
    await assert.rejects(startProcess(storage), /was begun and has not ended/)
    const waits = Array.from({ length: 5 }, () => Math.random() * 1000)
    for (const [i, ms] of waits.entries())
      await interruptedAfter(ms, i === 0 ? 'SIGINT' : 'SIGKILL', storage, target)
    t.diagnostic(`interrupted after ${waits.map(Math.round)} ms`)
    const moved = await latchworkProcess({ storage }, 'move', '--to', target)
    assert.ok(moved.code === 0 || /was moved to .+ already/.test(moved.err), moved.err)
    await assert.rejects(startProcess(storage), /was moved to/, 'the old one does not start by accident')

    const settled: Storage = {
      engine: to,
      dataDir: storage.dataDir,
      ...(other.databaseUrl && { databaseUrl: other.databaseUrl }),
    }
    const anew = await startProcess(settled)
    t.after(() => anew.kill())
    const { data: found } = await anew.api.addresses.list({})
    assert.deepEqual(
      found,
      houses.filter(({ addressId }) => addressId !== last),
    )
    const { data: next } = await anew.api.addresses.create({ body: { name: 'Next', smartlockIds: [] } })
    assert.ok(next.addressId > last, 'no number is given out twice')
    const { data: log } = await anew.api.smartlocks.log({ query: { limit: 1 } })
    assert.match(log[0]?.name ?? '', /^Zoë «\d+» \\ \t', "\{\}\?$/)
    const audit = await latchworkProcess({ storage: settled }, 'audit', 'verify')
    assert.equal(audit.code, 0, audit.out + audit.err)
    await anew.stop()
    const left = await onStore(settled, async (db) => ({
      log: Number((await sql<{ n: number }>`select count(*) as n from smartlock_log`.execute(db)).rows[0]?.n),
      tables: (await db.introspection.getTables()).filter(({ name }) => name.startsWith('move_')),
    }))
    assert.deepEqual(left, { log: LOG_ROWS, tables: [] })
    assert.ok(!existsSync(`${file}.moving`))

    const given = await latchworkProcess({ storage }, 'move', 'cancel', '--although-moved')
    assert.equal(given.code, 0, given.err)
    const old = await startProcess(storage)
    t.after(() => old.kill())
    const { data: before } = await old.api.addresses.list({})
    assert.deepEqual(before, found, 'whoever goes back finds what was there before the move')
  })
