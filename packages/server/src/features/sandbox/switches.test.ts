import assert from 'node:assert/strict'
import type { SimEvent, SimLockChange } from '@latchwork/contract'
import { apiTest, type World } from '../../../test/world.ts'

const withSandbox = { sandbox: true } as const

/** A lock of the building, with what the product and the sandbox say about it. */
async function doorOf(w: World, name: string) {
  const { data: locks } = await w.api.sandbox.list()
  const smartlockId = locks.find((lock) => lock.name === name)?.smartlockId ?? assert.fail(`no ${name}`)
  const params = { smartlockId }
  const shown = async () => (await w.api.smartlocks.get({ params })).data
  return {
    params,
    shown,
    set: async (body: SimLockChange) => (await w.api.sandbox.change({ params, body })).data,
    does: async (body: SimEvent) => (await w.api.sandbox.happen({ params, body })).data,
    real: async () => (await w.api.sandbox.get({ params })).data,
    log: async () => (await w.api.smartlocks.logOf({ params })).data,
    unlock: async () => (await w.api.smartlocks.unlock({ params })).operationId,
    lock: async () => (await w.api.smartlocks.lock({ params })).operationId,
    untilServerState: (expected: number) =>
      w.until(`serverState ${expected}`, async () => (await shown()).serverState === expected),
    untilState: (expected: number) =>
      w.until(`state ${expected}`, async () => (await shown()).state?.state === expected),
  }
}

const pass = (w: World, advance: string) => w.api.sandbox.moveClock({ body: { advance } })

const operation = async (w: World, operationId: string | undefined) =>
  (await w.api.operations.get({ params: { operationId: operationId as string } })).data

apiTest(
  'the list and one lock show what stands at the door, and a lock that is not simulated is not found',
  async (w) => {
    const { data } = await w.api.sandbox.list()
    assert.deepEqual(data.map(({ name, type, connected }) => [name, type, connected]).sort(), [
      ['Apartment 1', 4, true],
      ['Apartment 2', 5, true],
      ['Front door', 4, true],
      ['Intercom', 2, true],
      ['Lobby', 3, true],
      ['Old cellar', 0, true],
    ])
    const real = await w.lock({ name: 'A real one' })
    await w.refuses(w.api.sandbox.get({ params: { smartlockId: real.smartlockId } }), 'not_found')
    assert.equal((await w.api.sandbox.list()).data.length, 6)
  },
  withSandbox,
)

apiTest(
  'offline and cut: the lock is shown as offline, an unlock is refused and never executed, and the motor stands still',
  async (w) => {
    const door = await doorOf(w, 'Old cellar')
    for (const connection of ['offline', 'cut'] as const) {
      await door.set({ connection })
      await door.untilServerState(4)
      await w.refuses(door.unlock(), 'smartlock_offline')
      assert.equal((await door.real()).connected, false)
      await door.set({ connection: 'online' })
      await door.untilServerState(0)
      await pass(w, 'PT1M')
    }
    assert.equal((await door.real()).motorStarts, 0)
    assert.deepEqual(await door.log(), [])
  },
  withSandbox,
)

apiTest(
  'halfOpen: nobody is told, the order that went into the silence is unknown, and is not executed when the lock is back',
  async (w) => {
    const door = await doorOf(w, 'Old cellar')
    await door.set({ connection: 'halfOpen' })
    await w.service.settle()
    assert.equal((await door.shown()).serverState, 0, 'the service still believes in the connection')
    const operationId = await door.unlock()
    await w.untilOperation(operationId, 'unknown')
    await door.untilServerState(4)
    await door.set({ connection: 'online' })
    await door.untilServerState(0)
    await pass(w, 'PT1M')
    assert.partialDeepStrictEqual(await operation(w, operationId), { status: 'unknown', errorCode: 'ff' })
    assert.equal((await door.real()).motorStarts, 0)
    const next = await door.unlock()
    await pass(w, 'PT5S')
    assert.equal((await operation(w, next)).status, 'confirmed')
    assert.equal((await door.real()).motorStarts, 1)
  },
  { ...withSandbox, config: { action: { ttlSeconds: 2 } } },
)

apiTest(
  'halfOpen: what happens at the door meanwhile is told when the connection is back, once and in order',
  async (w) => {
    const door = await doorOf(w, 'Old cellar')
    await door.set({ connection: 'halfOpen' })
    await door.does({ event: 'turn', to: 'unlock' })
    await door.does({ event: 'turn', to: 'lock' })
    await w.service.settle()
    assert.deepEqual(await door.log(), [])
    await door.set({ connection: 'online' })
    await w.until('both entries', async () => (await door.log()).length === 2)
    await pass(w, 'PT2M')
    assert.deepEqual(
      (await door.log()).map(({ action, trigger }) => [action, trigger]),
      [
        [2, 1],
        [1, 1],
      ],
    )
  },
  withSandbox,
)

apiTest(
  'slow: a lock that answers late is waited for, one that looks at the command too late refuses it',
  async (w) => {
    const door = await doorOf(w, 'Apartment 1')
    await door.set({ ackDelayMs: 12_000 })
    const late = await door.unlock()
    await pass(w, 'PT10S')
    assert.equal((await operation(w, late)).status, 'sent')
    assert.equal((await door.real()).state, 3)
    await pass(w, 'PT5S')
    assert.equal((await operation(w, late)).status, 'confirmed')

    await door.set({ ackDelayMs: 0, commandDelayMs: 11_000 })
    const tooLate = await door.lock()
    await pass(w, 'PT20S')
    assert.partialDeepStrictEqual(await operation(w, tooLate), { status: 'failed', errorCode: 'f0' })
    assert.equal((await door.real()).state, 3, 'a late command never runs')
  },
  withSandbox,
)

apiTest(
  'jam: the action fails with "motor blocked", state and log say so, and it works again afterwards',
  async (w) => {
    const door = await doorOf(w, 'Apartment 1')
    await door.set({ jam: true })
    const jammed = await door.unlock()
    await pass(w, 'PT5S')
    assert.partialDeepStrictEqual(await operation(w, jammed), { status: 'failed', errorCode: '42' })
    assert.equal((await door.shown()).state?.state, 254)
    assert.partialDeepStrictEqual((await door.log())[0], { action: 1, state: 1 })
    await door.set({ jam: false })
    const free = await door.unlock()
    await pass(w, 'PT5S')
    assert.equal((await operation(w, free)).status, 'confirmed')
  },
  withSandbox,
)

apiTest(
  'low battery: the product shows charge and warning at once',
  async (w) => {
    const door = await doorOf(w, 'Lobby')
    await door.set({ batteryCharge: 7 })
    await w.until('the warning', async () => (await door.shown()).state?.batteryCritical)
    assert.equal((await door.shown()).state?.batteryCharge, 7)
    await door.set({ batteryCharge: 100 })
    await w.until('no warning', async () => (await door.shown()).state?.batteryCritical === false)
  },
  withSandbox,
)

apiTest(
  'wrong clock: a lock that is behind dates its entries wrongly, one that is ahead takes every command for too old',
  async (w) => {
    const door = await doorOf(w, 'Apartment 1')
    const { now } = (await w.api.sandbox.clock()).data
    await door.set({ clockSkewMs: -3_600_000 })
    await door.does({ event: 'turn', to: 'unlock' })
    await w.until('the entry', async () => (await door.log()).length === 1)
    const off = Date.parse((await door.log())[0]?.date ?? '') - Date.parse(now)
    assert.ok(Math.abs(off + 3_600_000) < 60_000, `${off} ms`)
    await door.set({ clockSkewMs: 3_600_000 })
    const refused = await door.lock()
    await w.untilOperation(refused, 'failed')
    assert.equal((await operation(w, refused)).errorCode, 'f0')
    assert.equal((await door.real()).motorStarts, 0)
  },
  withSandbox,
)

apiTest(
  'duplicate: every message comes twice, and the motor moves once, with one entry in the log',
  async (w) => {
    const door = await doorOf(w, 'Old cellar')
    await door.set({ duplicate: true })
    const operationId = await door.unlock()
    await pass(w, 'PT1M')
    assert.equal((await operation(w, operationId)).status, 'confirmed')
    assert.equal((await door.real()).motorStarts, 1)
    assert.equal((await door.log()).length, 1)
  },
  withSandbox,
)

apiTest(
  'lost ack: the door opens, the result is unknown and never tried again, and a late proof settles it',
  async (w) => {
    const door = await doorOf(w, 'Old cellar')
    await door.set({ dropAcks: true })
    const operationId = await door.unlock()
    await pass(w, 'PT40S')
    assert.equal((await operation(w, operationId)).status, 'unknown')
    assert.equal((await door.shown()).state?.state, 3)
    await door.set({ dropAcks: false })
    await pass(w, 'PT2M')
    assert.equal((await operation(w, operationId)).status, 'confirmed')
    assert.equal((await door.real()).motorStarts, 1)
  },
  withSandbox,
)

apiTest(
  'a connection cut between order and result loses nothing and executes nothing late',
  async (w) => {
    const door = await doorOf(w, 'Old cellar')
    // The lock takes the order, and is cut off while its motor turns.
    const running = await door.unlock()
    await w.until('the motor turns', async () => (await door.real()).motorStarts === 1)
    await door.set({ connection: 'cut' })
    await w.untilOperation(running, 'unknown')
    await pass(w, 'PT1M')
    await door.set({ connection: 'online' })
    await w.untilOperation(running, 'confirmed')
    // The lock is cut off before it has looked at the order.
    await door.set({ commandDelayMs: 5000 })
    const waiting = await door.lock()
    await w.untilOperation(waiting, 'sent')
    await door.set({ connection: 'cut' })
    await door.set({ connection: 'online' })
    await door.untilServerState(0)
    await pass(w, 'PT1M')
    assert.notEqual((await operation(w, waiting)).status, 'confirmed')
    assert.deepEqual([(await door.real()).state, (await door.real()).motorStarts], [3, 1])
    assert.equal((await door.log()).length, 1)
  },
  withSandbox,
)

apiTest(
  'keypad: a code the lock does not hold is refused and logged as such',
  async (w) => {
    const door = await doorOf(w, 'Apartment 1')
    await door.does({ event: 'keypad', code: '482913' })
    await w.until('the refusal', async () => (await door.log()).length === 1)
    assert.partialDeepStrictEqual((await door.log())[0], { action: 1, trigger: 255, state: 224, source: 1 })
    assert.equal((await door.real()).motorStarts, 0)
    await w.refuses(door.does({ event: 'keypad' }), 'invalid_parameter')
    const cellar = await doorOf(w, 'Old cellar')
    await w.refuses(cellar.does({ event: 'keypad', code: '1' }), 'keypad_missing')
  },
  withSandbox,
)

apiTest(
  'fingerprint: an unknown finger is logged as refused, a known one opens; only keypads with a reader take one',
  async (w) => {
    const door = await doorOf(w, 'Apartment 2')
    await door.does({ event: 'turn', to: 'lock' })
    await door.does({ event: 'fingerprint', known: false })
    await w.until('the refusal', async () => (await door.log()).length === 2)
    assert.partialDeepStrictEqual((await door.log())[0], { trigger: 255, state: 225, source: 2 })
    await door.does({ event: 'fingerprint' })
    await door.untilState(3)
    const other = await doorOf(w, 'Apartment 1')
    await w.refuses(other.does({ event: 'fingerprint' }), 'not_supported_by_device')
  },
  withSandbox,
)

apiTest(
  'fob, button and hand: the door moves and the log tells who did it',
  async (w) => {
    const door = await doorOf(w, 'Front door')
    await door.does({ event: 'fob' })
    await door.untilState(3)
    await door.does({ event: 'fob', presses: 2 })
    await door.untilState(1)
    await door.does({ event: 'button' })
    await door.untilState(3)
    await door.does({ event: 'turn', to: 'lock' })
    await door.untilState(1)
    await w.until('all entries', async () => (await door.log()).length === 4)
    assert.deepEqual(
      (await door.log()).map(({ action, trigger }) => [action, trigger]),
      [
        [2, 1],
        [1, 2],
        [2, 7],
        [1, 7],
      ],
    )
    await w.refuses(door.does({ event: 'turn' }), 'invalid_parameter')
    await w.refuses((await doorOf(w, 'Old cellar')).does({ event: 'fob' }), 'not_supported_by_device')
  },
  withSandbox,
)

apiTest(
  'door opened and closed: state and log follow; a lock without a sensor has no door to open',
  async (w) => {
    const door = await doorOf(w, 'Lobby')
    await door.does({ event: 'doorOpened' })
    await w.until('open', async () => (await door.shown()).state?.doorState === 3)
    await door.does({ event: 'doorClosed' })
    await w.until('closed', async () => (await door.shown()).state?.doorState === 2)
    await w.until('both entries', async () => (await door.log()).length === 2)
    assert.deepEqual(
      (await door.log()).map(({ action }) => action),
      [241, 240],
    )
    await w.refuses((await doorOf(w, 'Old cellar')).does({ event: 'doorOpened' }), 'not_supported_by_device')
  },
  withSandbox,
)

apiTest(
  'ring: the log has it; with ring-to-open on, the door opens, by bell and by fob',
  async (w) => {
    const intercom = await doorOf(w, 'Intercom')
    await intercom.does({ event: 'ring' })
    await w.until('the ring', async () => (await intercom.log()).length === 1)
    assert.equal((await intercom.log())[0]?.action, 224)
    await intercom.does({ event: 'fob' })
    await intercom.untilState(3)
    await intercom.does({ event: 'ring' })
    await pass(w, 'PT2S')
    assert.equal((await intercom.real()).motorStarts, 1)
    assert.deepEqual(
      (await intercom.log()).map(({ action }) => action),
      [3, 224, 1, 224],
    )
    await w.refuses((await doorOf(w, 'Lobby')).does({ event: 'ring' }), 'not_supported_by_device')
  },
  withSandbox,
)

apiTest(
  'a simulated lock whose credentials were replaced cannot come back, which is no fault of the service',
  async (w) => {
    const door = await doorOf(w, 'Old cellar')
    await door.set({ connection: 'cut' })
    const { token } = await w.session()
    const path = `/smartlock/${door.params.smartlockId}/credentials`
    assert.equal((await w.request('POST', path, { token, body: {} })).statusCode, 200)
    await w.refuses(door.set({ connection: 'online' }), 'smartlock_offline')
    await w.refuses(door.does({ event: 'reboot' }), 'smartlock_offline')
  },
  withSandbox,
)
