import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBench, createGates, LEASE_MS, settled } from '../../../test/queue-bench.ts'
import type { Hold } from './queue.ts'

test('as many are under way as there are places, and a lane that is full holds up no other', async () => {
  const { table, open } = createBench()
  const gates = createGates()
  for (const id of [1, 2, 3, 4, 5]) table.add(id, { isSlow: true })
  for (const id of [11, 12, 13, 14, 15]) table.add(id)
  const queue = open({
    async run({ id }, { owner }) {
      await gates.enter(id)
      await table.finish(owner, id)
    },
  })
  const done = queue.run()
  await settled()
  assert.deepEqual(gates.begun, [11, 12, 13, 1])
  gates.end(12)
  await settled()
  assert.deepEqual(gates.begun, [11, 12, 13, 1, 14], 'a place that is free is filled at once')
  for (let i = 0; i < 10; i++) {
    for (const id of gates.begun) gates.end(id)
    await settled()
  }
  assert.equal(await done, 10)
  assert.equal(table.rows.size, 0)
})

test('more is claimed when enough places are free, in one statement', async () => {
  const { table, open } = createBench()
  for (let id = 1; id <= 9; id++) table.add(id)
  const queue = open({ refillAt: 3, run: ({ id }, { owner }) => table.finish(owner, id) })
  assert.equal(await queue.run(), 9)
  assert.deepEqual(table.claims, [3, 3, 3])
})

test('of one key no more is under way than may be, and what a claim brought beyond is given back', async () => {
  const { table, open } = createBench()
  const gates = createGates()
  for (const id of [1, 2, 3]) table.add(id, { key: 7 })
  for (const id of [4, 5]) table.add(id, { key: null })
  const queue = open({
    perKey: { limit: 1, keyOf: ({ key }) => key },
    async run({ id }, { owner }) {
      await gates.enter(id)
      await table.finish(owner, id)
    },
  })
  const done = queue.run()
  await settled()
  assert.deepEqual(gates.begun, [1, 4, 5])
  assert.deepEqual([table.rows.get(2)?.owner, table.rows.get(3)?.owner], [null, null])
  gates.end(4)
  gates.end(5)
  await settled()
  assert.deepEqual(gates.begun, [1, 4, 5], 'the key waits for its own')
  for (const id of [1, 2, 3]) {
    gates.end(id)
    await settled()
  }
  await done
  assert.deepEqual(gates.begun, [1, 4, 5, 2, 3])
})

test('work that outlasts its lease stays ours, for nobody else to take', async () => {
  const { clock, table, open } = createBench()
  const gates = createGates()
  const holds: Hold<number>[] = []
  table.add(1)
  const working = open({
    async run({ id }, hold) {
      holds.push(hold)
      await gates.enter(id)
      await table.finish(hold.owner, id)
    },
  })
  const other = open({ run: async () => assert.fail('it is not theirs') })
  const done = working.run()
  await settled()
  for (let i = 0; i < 20; i++) {
    clock.advance(LEASE_MS / 3)
    await settled()
    assert.equal(await other.run(), 0)
    assert.deepEqual([holds[0]?.isOurs(1), holds[0]?.lastsFor(LEASE_MS / 2)], [true, true])
  }
  gates.end(1)
  assert.equal(await done, 1)
  assert.equal(table.rows.size, 0)
})

test('a process that was frozen sees that its work is somebody else’s, and never takes it a second time', async () => {
  const { clock, table, open } = createBench()
  const gates = createGates()
  const holds: Hold<number>[] = []
  table.add(1)
  // Its timers do not run.
  const frozen = open(
    {
      async run({ id }, hold) {
        holds.push(hold)
        await gates.enter(id)
      },
    },
    { clock: { now: () => clock.now(), after: () => () => {} } },
  )
  const hanging = frozen.run()
  await settled()
  clock.advance(LEASE_MS + 1)
  assert.deepEqual([holds[0]?.isOurs(1), holds[0]?.lastsFor(0)], [false, false])
  table.add(2)
  void frozen.run()
  await settled()
  assert.deepEqual(gates.begun, [1, 2], 'what is under way here is left alone, lease or not')
  const other = open({ run: ({ id }, { owner }) => table.finish(owner, id) })
  assert.equal(await other.run(), 1)
  gates.end(1)
  gates.end(2)
  await hanging
})

test('a lease that another process took is not renewed, and known to be lost', async () => {
  const { clock, table, open } = createBench()
  const gates = createGates()
  const holds: Hold<number>[] = []
  table.add(1)
  const queue = open({
    run: (row, hold) => {
      holds.push(hold)
      return gates.enter(row.id)
    },
  })
  const done = queue.run()
  await settled()
  Object.assign(table.rows.get(1) ?? {}, { owner: 'another', until: clock.now() + LEASE_MS })
  clock.advance(LEASE_MS / 3)
  await settled()
  assert.equal(holds[0]?.isOurs(1), false)
  assert.equal(table.rows.get(1)?.until, clock.now() + LEASE_MS - LEASE_MS / 3)
  gates.end(1)
  await done
})

test('what cannot even be tried rests longer each time it fails in a row, and holds up nobody', async () => {
  const { clock, table, open, metrics } = createBench()
  const rests: number[] = []
  let isBroken = true
  table.add(1)
  const queue = open({
    async run({ id }, { owner }) {
      if (isBroken && id === 1) throw new Error('a secret that cannot be opened')
      await table.finish(owner, id)
    },
    backOff: {
      delayMs: (times) => times * 1000,
      async putOff(owner, [id], until) {
        rests.push(until - clock.now())
        const row = table.rows.get(id as number)
        if (row?.owner === owner) Object.assign(row, { owner: null, dueAt: until })
      },
    },
  })
  await queue.run()
  table.add(2)
  await queue.run()
  assert.deepEqual([...table.rows.keys()], [1])
  for (let i = 0; i < 2; i++) {
    clock.advance(10_000)
    await queue.run()
  }
  assert.deepEqual(rests, [1000, 2000, 3000])
  isBroken = false
  clock.advance(10_000)
  await queue.run()
  assert.equal(table.rows.size, 0)
  isBroken = true
  table.add(1)
  await queue.run()
  assert.equal(rests.at(-1), 1000, 'one that went well begins anew')
  const printed = await metrics.registry.metrics()
  assert.match(printed, /^latchwork_queue_failed_total\{queue="test"\} 4$/m)
  assert.match(printed, /^latchwork_queue_taken_total\{queue="test"\} 6$/m)
  assert.match(printed, /^latchwork_queue_duration_seconds_count\{queue="test"\} 6$/m)
  assert.match(printed, /^latchwork_queue_under_way\{queue="test"\} 0$/m)
})

test('a wake-up begins work at once, the clock does so without one, and what waits is counted', async () => {
  const { clock, table, open, platform, metrics } = createBench()
  const gates = createGates()
  const queue = open({
    async run({ id }, { owner }) {
      await gates.enter(id)
      await table.finish(owner, id)
    },
  })
  await queue.start()
  table.add(1)
  platform.wake.notify('job')
  await settled()
  assert.deepEqual(gates.begun, [1])
  for (const id of [2, 3, 4, 5]) table.add(id)
  clock.advance(1000)
  await settled()
  assert.deepEqual(gates.begun, [1, 2, 3])
  await metrics.queues.refresh()
  assert.match(await metrics.registry.metrics(), /^latchwork_queue_waiting\{queue="test"\} 2$/m)
  for (let i = 0; i < 5; i++) {
    for (const id of gates.begun) gates.end(id)
    await settled()
  }
  await queue.stop()
})

test('a wake-up looks for what it is about, and what found no place is looked for when one is free', async () => {
  const { table, open, platform } = createBench()
  const gates = createGates()
  const queue = open({
    places: { fast: 1, slow: 1 },
    wakeKeyOf: ({ id }) => id,
    async run({ id }, { owner }) {
      await gates.enter(id)
      await table.finish(owner, id)
    },
  })
  await queue.start()
  for (const id of [1, 2, 3]) table.add(id)
  platform.wake.notify('job', 2)
  await settled()
  platform.wake.notify('job', 3)
  await settled()
  assert.deepEqual(gates.begun, [2])
  gates.end(2)
  await settled()
  assert.deepEqual(gates.begun, [2, 3])
  gates.end(3)
  await settled()
  assert.deepEqual(gates.begun, [2, 3], 'nobody has said anything about 1, which the clock will find')
  const done = queue.run()
  await settled()
  gates.end(1)
  await done
  await queue.stop()
  assert.deepEqual(gates.begun, [2, 3, 1])
})

test('a stop waits for what is under way, begins nothing, and gives back what it had just claimed', async () => {
  const { table, open } = createBench()
  const gates = createGates()
  const ended: number[] = []
  const claiming = Promise.withResolvers<void>()
  const { claim } = table
  table.add(1)
  const queue = open({
    async run({ id }, hold) {
      await gates.enter(id)
      assert.deepEqual([hold.isStopping(), hold.lastsFor(0)], [true, false])
      ended.push(id)
      await table.finish(hold.owner, id)
    },
  })
  await queue.start()
  await settled()
  table.claim = async (wanted) => {
    const claimed = await claim(wanted)
    await claiming.promise
    return claimed
  }
  table.add(2)
  void queue.run()
  await settled()
  const stopped = queue.stop()
  claiming.resolve()
  await settled()
  assert.deepEqual([gates.begun, table.rows.get(2)?.owner], [[1], null])
  gates.end(1)
  await stopped
  assert.deepEqual([ended, [...table.rows.keys()]], [[1], [2]])
})

test('a stop with a limit leaves alone what does not end', async () => {
  const { table, open } = createBench()
  table.add(1)
  const queue = open({ run: () => new Promise(() => {}) })
  await queue.start()
  await settled()
  await queue.stop(10)
  assert.notEqual(table.rows.get(1)?.owner, null, 'its lease has to run out')
})
