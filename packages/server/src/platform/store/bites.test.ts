import assert from 'node:assert/strict'
import { bothTest } from '../../../test/world.ts'
import { inBites } from './bites.ts'

bothTest('a lot is removed in small bites, and others work in between', async ({ db }) => {
  let left = 2350
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  const bites: number[] = []
  const removed = await inBites(db, async (limit) => {
    const count = Math.min(limit, left)
    left -= count
    bites.push(turns)
    return count
  })
  clearInterval(timer)
  assert.equal(removed, 2350)
  assert.ok(bites.length >= 3)
  assert.ok(
    bites.every((turn, i) => i === 0 || turn > (bites[i - 1] as number)),
    `somebody else has a turn between any two: ${bites}`,
  )
})

bothTest('removing stops when it is no longer ours to do', async ({ db }) => {
  let asked = 0
  const goOn = () => {
    asked += 1
    if (asked > 2) throw new Error('another process took over')
  }
  await assert.rejects(
    inBites(db, async (limit) => limit, goOn),
    /took over/,
  )
  assert.equal(asked, 3)
})
