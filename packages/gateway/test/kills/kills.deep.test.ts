// Runs in a process of its own: it talks to other processes, in real time; the others of this folder share a virtual clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runKills } from './campaign.ts'

// The whole campaign is scripts/gateway-kills.ts.
test('gateway and service killed at random moments: every lock ends with what was promised, nothing foreign touched, no movement late or twice', async () => {
  const { breaches, orders, movements } = await runKills({ seed: 1, kills: 6, locks: 2 })
  assert.deepEqual(breaches, [])
  assert.ok(orders > 0)
  assert.ok(movements.moves > 0)
})
