import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRenewal } from '../src/kit/live/renewal.ts'

test('what events make out of date, again and again, is read at once, then only after a rest, and at the end once more', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const reads: string[] = []
  const { renew } = createRenewal(([path]) => reads.push(String(path)))
  renew('locks', ['locks'])
  assert.deepEqual(reads, ['locks'], 'at once')
  for (let event = 0; event < 100; event++) {
    renew('locks', ['locks'])
    t.mock.timers.tick(10)
  }
  assert.equal(reads.length, 3, 'a hundred events in a second are two more reads')
  renew('locks', ['locks'])
  renew('logs', ['logs'])
  assert.equal(reads.at(-1), 'logs', 'something else does not wait for it')
  t.mock.timers.tick(10_000)
  assert.deepEqual(reads, ['locks', 'locks', 'locks', 'logs', 'locks'], 'the last change is not missed')
})
