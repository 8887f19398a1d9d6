import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { eventually } from '../../../test/eventually.ts'
import { usePostgres } from '../../../test/postgres.ts'
import { startTcpProxy } from '../../../test/tcp-proxy.ts'
import { createLog } from '../observe/log.ts'
import { PostgresWake } from './postgres-wake.ts'
import { LocalWake, type Woken } from './wake.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))
const names = (about: Woken) => (about === 'all' ? about : [...about])

test('a wake-up reaches the listeners of its channel until they stop listening', async () => {
  const wake = new LocalWake()
  let heard = 0
  const stop = wake.listen('job', () => heard++)
  wake.notify('job')
  wake.notify('event')
  await settled()
  stop()
  wake.notify('job')
  await settled()
  assert.equal(heard, 1)
})

test('what is notified in one breath is heard once, with every key once, before anything else comes in', async () => {
  const wake = new LocalWake()
  const heard: unknown[] = []
  wake.listen('command', (about) => heard.push(names(about)))
  wake.notify('command', 7)
  wake.notify('command', [7, 8])
  await undefined
  assert.deepEqual(heard, [[7, 8]])
  wake.notify('command', 9)
  wake.notify('command')
  wake.notify('command', 10)
  await settled()
  assert.deepEqual(heard, [[7, 8], 'all'], 'everything takes the others in')
})

async function twoProcesses(t: TestContext) {
  const postgres = await usePostgres()
  const log = createLog({ level: 'silent' })
  const one = new PostgresWake(postgres.url, log)
  const two = new PostgresWake(postgres.url, log)
  t.after(async () => {
    await one.stop()
    await two.stop()
    await postgres.stop()
  })
  await one.start()
  await two.start()
  return { one, two, postgres }
}

test('on PostgreSQL a wake-up reaches other processes with its keys, and the own one at once and once', async (t) => {
  const { one, two } = await twoProcesses(t)
  const heard: string[] = []
  one.listen('event', (about) => heard.push(`one ${names(about)}`))
  two.listen('event', (about) => heard.push(`two ${names(about)}`))
  one.notify('event', 5)
  one.notify('event', 6)
  await undefined
  assert.deepEqual(heard, ['one 5,6'])
  await eventually('the other process hears of it', () => heard.includes('two 5,6'))
  two.notify('event')
  await eventually('and the other way round', () => heard.includes('one all'))
  assert.deepEqual(heard, ['one 5,6', 'two 5,6', 'two all', 'one all'])
})

test('however many keys there are, others hear of all of them, or of everything when that is shorter', async (t) => {
  const { one, two } = await twoProcesses(t)
  const heard = new Set<number>()
  let everything = 0
  two.listen('access', (about) => {
    if (about === 'all') everything++
    else for (const key of about) heard.add(key)
  })
  // The largest number that a key can be, so that the longest message is tried.
  const keys = Array.from({ length: 1500 }, (_, i) => Number.MAX_SAFE_INTEGER - i)
  one.notify('access', keys)
  await eventually('all keys', () => heard.size === keys.length)
  assert.equal(everything, 0)
  one.notify(
    'access',
    Array.from({ length: 50_000 }, (_, i) => i),
  )
  await eventually('everything', () => everything === 1)
})

test('a listener whose connection was cut hears that anything may have happened', async (t) => {
  const { one, two, postgres } = await twoProcesses(t)
  const heard: unknown[] = []
  two.listen('event', (about) => heard.push(names(about)))
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'latchwork-wake%'`,
  )
  await client.end()
  await eventually('both are back', () => heard.includes('all'))
  await eventually('and hear keys again', () => {
    one.notify('event', 3)
    return heard.some((about) => Array.isArray(about) && about.includes(3))
  })
})

test('what a process of another version says is no reason to fall over', async (t) => {
  const { two, one, postgres } = await twoProcesses(t)
  const heard: unknown[] = []
  two.listen('event', (about) => heard.push(names(about)))
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  for (const payload of ['', 'a b c', 'null', '["x","nothing",null]', '["x","event",["1; drop"]]', '{}'])
    await client.query('select pg_notify($1, $2)', ['latchwork', payload])
  await client.end()
  one.notify('event', 1)
  await eventually('the next wake-up', () => heard.length > 0)
  assert.deepEqual(heard, [[1]])
})

test('a listener whose connection went silent notices by itself, and hears that anything may have happened', async (t) => {
  const postgres = await usePostgres()
  const wire = await startTcpProxy(Number(new URL(postgres.url).port))
  const url = new URL(postgres.url)
  url.port = String(wire.port)
  const wake = new PostgresWake(url.href, createLog({ level: 'silent' }))
  t.after(async () => {
    await wake.stop()
    await wire.stop()
    await postgres.stop()
  })
  await wake.start()
  const heard: unknown[] = []
  wake.listen('event', (about) => heard.push(names(about)))
  wire.strand()
  // TCP would tell after two hours.
  await eventually('it is back', () => heard.includes('all'), 60_000)
})
