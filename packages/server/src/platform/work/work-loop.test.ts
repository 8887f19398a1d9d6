import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ManualClock } from '../clock.ts'
import type { Platform } from '../context.ts'
import { createLog } from '../observe/log.ts'
import { LocalWake, type Woken } from './wake.ts'
import { createWorkLoop } from './work-loop.ts'

function createBench() {
  const clock = new ManualClock(Date.UTC(2026, 0, 1))
  const wake = new LocalWake()
  const platform = { clock, wake, log: createLog({ level: 'silent' }) } as unknown as Platform
  const looks: (number[] | 'all')[] = []
  let gate: Promise<void> | undefined
  const pass = async (about: Woken) => {
    looks.push(about === 'all' ? about : [...about])
    await gate
  }
  const loop = createWorkLoop(platform, 'command', 'testing', pass)
  return { clock, wake, looks, loop, hold: (until: Promise<void>) => (gate = until) }
}

test('a look is about what it was woken for; what comes meanwhile is one more look', async () => {
  const { wake, looks, loop, hold } = createBench()
  loop.start()
  await loop.idle()
  const end = Promise.withResolvers<void>()
  hold(end.promise)
  wake.notify('command', 1)
  await nextTurn()
  wake.notify('command', 2)
  await nextTurn()
  wake.notify('command', [3, 2])
  await nextTurn()
  end.resolve()
  await loop.idle()
  await loop.stop()
  assert.deepEqual(looks, ['all', [1], [2, 3]])
})

test('wake-ups about some things, however often they come, do not put off the look at everything', async () => {
  const { clock, wake, looks, loop } = createBench()
  loop.start()
  await loop.idle()
  for (let i = 0; i < 5; i++) {
    clock.advance(300)
    wake.notify('command', i)
    await nextTurn()
    await loop.idle()
  }
  await loop.stop()
  assert.deepEqual(looks, ['all', [0], [1], [2], 'all', [3], [4]])
})
