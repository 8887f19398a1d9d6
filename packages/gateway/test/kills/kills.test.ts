// Runs in a process of its own: it talks to other processes, in real time; the others of this folder share a virtual clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runKills } from './campaign.ts'

// kills.deep.test.ts kills more often, and the service as well.
test('a gateway killed at work: every lock ends with what was promised, nothing foreign touched, no movement late or twice', async () => {
  const { breaches, orders, gatewayKills, movements } = await runKills({ seed: 1, kills: 1, locks: 1 })
  assert.deepEqual(breaches, [])
  assert.equal(gatewayKills, 1)
  assert.ok(orders > 0)
  assert.ok(movements.moves > 0)
})
