import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/eventually.ts'
import { usePostgres } from '../../../test/postgres.ts'
import { createLog } from '../observe/log.ts'
import { PostgresWake } from './postgres-wake.ts'
import { LocalWake } from './wake.ts'

test('a wake-up reaches the listeners of its channel until they stop listening', () => {
  const wake = new LocalWake()
  let heard = 0
  const stop = wake.listen('job', () => heard++)
  wake.notify('job')
  wake.notify('event')
  stop()
  wake.notify('job')
  assert.equal(heard, 1)
})

test('on PostgreSQL a wake-up reaches other processes, and the own one at once and once', async (t) => {
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
  const heard: string[] = []
  one.listen('event', () => heard.push('one'))
  two.listen('event', () => heard.push('two'))
  one.notify('event')
  assert.deepEqual(heard, ['one'])
  await eventually('the other process hears of it', () => heard.includes('two'))
  two.notify('event')
  await eventually('and the other way round', () => heard.filter((name) => name === 'one').length === 2)
  assert.equal(heard.filter((name) => name === 'two').length, 2)
})
