import assert from 'node:assert/strict'
import type { SimLockChange } from '@latchwork/contract'
import { SIM_ALL_WELL } from '@latchwork/contract'
import { apiTest, type World } from '../../../test/world.ts'

/** The three promises of a lock movement, held against each fault, on the embedded broker. */

const faults: Record<string, SimLockChange> = {
  'nothing else wrong': {},
  jam: { jam: true },
  mute: { mute: true },
  'lost acks': { dropAcks: true },
  'late acks': { ackDelayMs: 4000 },
  'a slow lock': { commandDelayMs: 4000 },
  'a busy gateway': { commandGapMs: 30_000 },
  'a clock that is ahead': { clockSkewMs: 60_000 },
  'a clock that is behind': { clockSkewMs: -60_000 },
  'a lossy radio': { lossPercent: 40 },
}

async function cellarOf(w: World) {
  const { data: locks } = await w.api.sandbox.list()
  const lock = locks.find(({ name }) => name === 'Old cellar') ?? assert.fail('no cellar')
  const params = { smartlockId: lock.smartlockId }
  return {
    set: (body: SimLockChange) => w.api.sandbox.change({ params, body }),
    unlock: async () => (await w.api.smartlocks.unlock({ params })).operationId,
    motorStarts: async () => (await w.api.sandbox.get({ params })).data.motorStarts,
    movements: async () =>
      (await w.api.smartlocks.logOf({ params })).data.filter(
        ({ trigger, state }) => trigger === 4 && state <= 1,
      ).length,
    untilServerState: (expected: number) =>
      w.until(
        `serverState ${expected}`,
        async () => (await w.api.smartlocks.get({ params })).data.serverState === expected,
      ),
  }
}

const pass = (w: World, advance: string) => w.api.sandbox.moveClock({ body: { advance } })

const statusOf = async (w: World, operationId: string | undefined) =>
  (await w.api.operations.get({ params: { operationId: operationId as string } })).data.status

for (const [name, fault] of Object.entries(faults)) {
  apiTest(
    `with ${name}: an unlock while offline never runs, a duplicate moves the motor once, a cut loses and delays nothing`,
    async (w) => {
      const door = await cellarOf(w)
      await door.set({ ...fault, connection: 'offline' })
      await door.untilServerState(4)
      await w.refuses(door.unlock(), 'smartlock_offline')
      await door.set({ connection: 'online' })
      await door.untilServerState(0)
      await pass(w, 'PT1M')
      assert.equal(await door.motorStarts(), 0, 'nothing was kept for later')

      await door.set({ duplicate: true })
      const doubled = await door.unlock()
      await pass(w, 'PT1M')
      const started = await door.motorStarts()
      assert.ok(started <= 1, `${started} starts for one order`)
      if ((await statusOf(w, doubled)) === 'confirmed') assert.equal(started, 1)

      await door.set({ duplicate: false })
      const interrupted = await door.unlock()
      await w.until('handed over or ended', async () => (await statusOf(w, interrupted)) !== 'queued')
      await door.set({ connection: 'cut' })
      await door.untilServerState(4)
      const startedBefore = await door.motorStarts()
      await pass(w, 'PT2M')
      await door.set({ ...SIM_ALL_WELL, connection: 'online' })
      await door.untilServerState(0)
      await pass(w, 'PT3M')
      const startedAfter = await door.motorStarts()
      // A slow lock may act on an order it had taken before the cut, within the order's life, and only once.
      assert.ok(startedAfter - startedBefore <= 1 && startedAfter <= 2, 'nothing runs twice')
      assert.ok(!['queued', 'sent'].includes(await statusOf(w, interrupted)), 'every order has an end')
      await w.until(
        'every movement is in the log',
        async () => (await door.movements()) >= (await door.motorStarts()),
      )
    },
    { sandbox: true },
  )
}
