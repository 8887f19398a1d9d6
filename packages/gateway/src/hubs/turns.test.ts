import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { ManualClock } from '../../../simulator/test/manual-clock.ts'
import { Turns } from './turns.ts'

/** Something under way that a test ends. */
function pending() {
  const { promise, resolve } = Promise.withResolvers<string>()
  let signal: AbortSignal | undefined
  let starts = 0
  const run = (given: AbortSignal) => {
    signal = given
    starts += 1
    return promise
  }
  return { run, end: resolve, starts: () => starts, isCalledOff: () => signal?.aborted ?? false }
}

function startTurns() {
  const clock = new ManualClock()
  let silences = 0
  const turns = new Turns(clock, () => {
    silences += 1
  })
  turns.open()
  return { clock, turns, silences: () => silences }
}

test('a movement has the write under way come to an end, waits for it, and goes before all other work', async () => {
  const { clock, turns } = startTurns()
  const [write, next, move] = [pending(), pending(), pending()]
  const written = turns.work('write', 1000, write.run)
  void turns.work('write', 1000, next.run)
  const moved = turns.action(clock.now() + 10_000, move.run)
  assert.deepEqual([write.starts(), write.isCalledOff(), move.starts()], [1, true, 0])
  write.end('written')
  assert.equal(await written, 'written')
  await turnOfTheLoop()
  assert.deepEqual([move.starts(), next.starts()], [1, 0])
  move.end('moved')
  assert.equal(await moved, 'moved')
})

test('a movement that waits stops the read under way, which is done again afterwards', async () => {
  const { clock, turns } = startTurns()
  const starts: boolean[] = []
  const seen = turns.work('read', 1000, async (signal) => {
    starts.push(true)
    if (starts.length === 1)
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    return signal.aborted ? 'halfway' : 'seen'
  })
  const order: string[] = []
  const moved = turns.action(clock.now() + 10_000, async () => {
    order.push(`moved after ${starts.length} reads`)
    return 'moved'
  })
  assert.deepEqual([await moved, await seen, order], ['moved', 'seen', ['moved after 1 reads']])
})

test('a list goes on when nothing has moved for a moment, and other work does not wait for that', async () => {
  const { clock, turns } = startTurns()
  const move = async () => 'moved'
  assert.equal(await turns.action(clock.now() + 10_000, move), 'moved')
  const list = pending()
  void turns.work('list', 1000, list.run)
  assert.equal(await turns.work('write', 1000, async () => 'written'), 'written')
  assert.equal(list.starts(), 0)
  clock.advance(900)
  assert.equal(await turns.action(clock.now() + 10_000, move), 'moved')
  clock.advance(900)
  assert.equal(list.starts(), 0)
  clock.advance(100)
  assert.equal(list.starts(), 1)
})

test('a list of a hub whose locks are moved all the time has its turn between two movements', async () => {
  const { clock, turns } = startTurns()
  const list = pending()
  await turns.action(clock.now() + 10_000, async () => 'moved')
  void turns.work('list', 1000, list.run)
  for (let i = 0; i < 100; i++) {
    clock.advance(500)
    if (list.starts() > 0) break
    await turns.action(clock.now() + 10_000, async () => 'moved')
  }
  assert.equal(list.starts(), 1)
  assert.equal(clock.now() - new ManualClock().now(), 30_000)
})

test('a movement whose turn does not come in time is never sent', async () => {
  const { clock, turns } = startTurns()
  const [write, move] = [pending(), pending()]
  void turns.work('write', 60_000, write.run)
  const moved = turns.action(clock.now() + 10_000, move.run)
  clock.advance(10_000)
  assert.equal(await moved, undefined)
  write.end('written')
  await turnOfTheLoop()
  assert.equal(move.starts(), 0)
  assert.equal(await turns.action(clock.now(), move.run), undefined)
})

test('a movement whose time ran out while the machine slept is not begun, though no timer has run yet', async () => {
  class Sleeper extends ManualClock {
    slept = 0
    override now(): number {
      return super.now() + this.slept
    }
  }
  const clock = new Sleeper()
  const turns = new Turns(clock, () => undefined)
  turns.open()
  const [write, late, inTime] = [pending(), pending(), pending()]
  void turns.work('write', 60_000, write.run)
  const moved = turns.action(clock.now() + 10_000, late.run)
  void turns.action(clock.now() + 30_000, inTime.run)
  clock.slept = 20_000
  write.end('written')
  await turnOfTheLoop()
  assert.deepEqual([late.starts(), inTime.starts()], [0, 1])
  assert.equal(await moved, undefined)
})

test('a movement under way is called off before its deadline', async () => {
  const { clock, turns } = startTurns()
  const move = pending()
  void turns.action(clock.now() + 10_000, move.run)
  clock.advance(9_950)
  assert.equal(move.isCalledOff(), true)
})

test('a family that never answers is given up, and nothing more is asked of it', async () => {
  const { clock, turns, silences } = startTurns()
  const [write, next] = [pending(), pending()]
  const written = turns.work('write', 1000, write.run)
  clock.advance(1000)
  assert.equal(write.isCalledOff(), true)
  clock.advance(10_000)
  assert.deepEqual([await written, silences()], ['silent', 1])
  turns.close()
  assert.equal(await turns.work('read', 1000, next.run), undefined)
  assert.equal(next.starts(), 0)
})

test('what waits for a hub that goes away has no turn', async () => {
  const { clock, turns } = startTurns()
  const write = pending()
  void turns.work('write', 1000, write.run)
  const waiting = [turns.work('read', 1000, write.run), turns.action(clock.now() + 5000, write.run)]
  turns.close()
  assert.deepEqual(await Promise.all(waiting), [undefined, undefined])
  assert.deepEqual([write.isCalledOff(), write.starts()], [true, 1])
})
