import assert from 'node:assert/strict'
import { SIM_ALL_WELL, SIM_PROFILE_NAMES, SIM_PROFILES, type SimProfileName } from '@latchwork/contract'
import { apiTest, type World } from '../../../test/world.ts'

const withSandbox = { sandbox: true } as const

/** A lock of the building with the profile on. */
async function hostile(w: World, name: string, profile: SimProfileName) {
  const { data: locks } = await w.api.sandbox.list()
  const smartlockId = locks.find((lock) => lock.name === name)?.smartlockId ?? assert.fail(`no ${name}`)
  const params = { smartlockId }
  const set = async (chosen: SimProfileName) =>
    (await w.api.sandbox.change({ params, body: { profile: chosen } })).data
  await set(profile)
  return {
    params,
    set,
    real: async () => (await w.api.sandbox.get({ params })).data,
    log: async () => (await w.api.smartlocks.logOf({ params, query: { limit: 50 } })).data,
    unlock: async () => (await w.api.smartlocks.unlock({ params })).operationId,
    lock: async () => (await w.api.smartlocks.lock({ params })).operationId,
  }
}

const pass = (w: World, advance: string) => w.api.sandbox.moveClock({ body: { advance } })

const operation = async (w: World, operationId: string | undefined) =>
  (await w.api.operations.get({ params: { operationId: operationId as string } })).data

apiTest(
  'profiles: all are listed with their switches, can be chosen, and "none" puts everything right',
  async (w) => {
    const { data } = await w.api.sandbox.profiles()
    assert.deepEqual(
      data.map(({ name }) => name),
      [...SIM_PROFILE_NAMES],
    )
    for (const name of SIM_PROFILE_NAMES) {
      const { set } = await hostile(w, 'Apartment 1', name)
      const chosen = await set(name)
      assert.equal(chosen.profile, name)
      assert.partialDeepStrictEqual(chosen.switches, { ...SIM_ALL_WELL, ...SIM_PROFILES[name].switches })
    }
    const { params, set } = await hostile(w, 'Apartment 1', 'none')
    await w.api.sandbox.change({ params, body: { connection: 'cut' } })
    assert.partialDeepStrictEqual((await set('none')).switches, { ...SIM_ALL_WELL, connection: 'online' })
  },
  withSandbox,
)

apiTest(
  'sleepy: an unlock takes ten seconds; it is still under way before and confirmed after',
  async (w) => {
    const door = await hostile(w, 'Apartment 1', 'sleepy')
    const operationId = await door.unlock()
    await w.untilOperation(operationId, 'sent')
    await pass(w, 'PT7S')
    assert.equal((await operation(w, operationId)).status, 'sent')
    assert.equal((await door.real()).motorStarts, 0)
    await w.refuses(door.unlock(), 'resource_locked')
    await pass(w, 'PT8S')
    assert.equal((await operation(w, operationId)).status, 'confirmed')
    assert.equal((await door.real()).motorStarts, 1)
  },
  withSandbox,
)

apiTest(
  'busy gateway: a second order within half a minute fails as busy instead of hanging; later it works',
  async (w) => {
    const door = await hostile(w, 'Apartment 1', 'busy gateway')
    const first = await door.unlock()
    await pass(w, 'PT5S')
    assert.equal((await operation(w, first)).status, 'confirmed')
    const second = await door.lock()
    await pass(w, 'PT5S')
    assert.partialDeepStrictEqual(await operation(w, second), { status: 'failed', errorCode: '45' })
    await pass(w, 'PT30S')
    const third = await door.lock()
    await pass(w, 'PT5S')
    assert.equal((await operation(w, third)).status, 'confirmed')
    assert.equal((await door.real()).motorStarts, 2)
  },
  withSandbox,
)

apiTest(
  'drifting clock: after three days the lock takes every order for too old and says so; set right, it obeys',
  async (w) => {
    const door = await hostile(w, 'Old cellar', 'drifting clock')
    const { data } = await pass(w, 'P3D')
    const ahead = Date.parse((await door.real()).deviceDate) - Date.parse(data.now)
    assert.ok(ahead > 25_000 && ahead < 30_000, `${ahead} ms`)
    const refused = await door.unlock()
    await w.untilOperation(refused, 'failed')
    assert.equal((await operation(w, refused)).errorCode, 'f0')
    assert.equal((await door.real()).motorStarts, 0)
    await door.set('none')
    const obeyed = await door.unlock()
    await pass(w, 'PT5S')
    assert.equal((await operation(w, obeyed)).status, 'confirmed')
  },
  withSandbox,
)

apiTest(
  'lossy radio: no order runs twice or is called a success without proof, and in the end every movement is told once',
  async (w) => {
    const door = await hostile(w, 'Old cellar', 'lossy radio')
    const ended: (string | undefined)[] = []
    for (let i = 0; i < 12; i++) {
      const operationId = await (i % 2 === 0 ? door.unlock() : door.lock())
      ended.push(operationId)
      await pass(w, 'PT45S')
      assert.ok(['confirmed', 'unknown', 'expired'].includes((await operation(w, operationId)).status))
    }
    await door.set('none')
    await pass(w, 'PT5M')
    const statuses = await Promise.all(ended.map(async (id) => (await operation(w, id)).status))
    const confirmed = statuses.filter((status) => status === 'confirmed').length
    assert.ok(confirmed > 0 && confirmed < 12, `${confirmed} of 12 reached the lock`)
    // An order for what is already so is confirmed without the motor, so movements are counted by their entries.
    const log = await door.log()
    assert.equal(log.length, confirmed, 'one entry for each order that reached the lock')
    assert.ok((await door.real()).motorStarts <= confirmed)
  },
  withSandbox,
)
