import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Lines } from './lines.ts'

test('of one owner no more than the share is taken at once', () => {
  const turns = new Lines<number, string>()
  for (let i = 0; i < 10; i += 1) turns.add(1, `a${i}`)
  turns.add(2, 'b0')
  assert.deepEqual(turns.take(100, 3), ['a0', 'b0', 'a1', 'a2'])
  assert.deepEqual(turns.take(100, 3), ['a3', 'a4', 'a5'])
  assert.equal(turns.size, 4)
})

test('whoever has five thousand waiting holds up another by one, and keeps an order of their own', () => {
  const turns = new Lines<number, string>()
  for (let i = 0; i < 5000; i += 1) turns.add(1, `flood ${i}`)
  turns.add(2, 'unlocked')
  turns.add(3, 'locked')
  assert.deepEqual(turns.take(4), ['flood 0', 'unlocked', 'locked', 'flood 1'])
  turns.add(2, 'again')
  assert.deepEqual(turns.take(2), ['flood 2', 'again'])
  assert.deepEqual([turns.size, turns.sizeOf(1), turns.sizeOf(2)], [4997, 4997, 0])
  const rest = turns.take(10_000)
  assert.deepEqual([rest[0], rest.at(-1), rest.length, turns.size], ['flood 3', 'flood 4999', 4997, 0])
  assert.deepEqual(turns.take(1), [])
})
