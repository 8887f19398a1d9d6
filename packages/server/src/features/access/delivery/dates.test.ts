import assert from 'node:assert/strict'
import type { SmartlockAuth } from '@latchwork/contract'
import type { AccessEntry } from '@latchwork/contract/device'
import { connectAccess, playedKeypad } from '../../../../test/access-device.ts'
import { apiTest, type RegisteredLock, type World } from '../../../../test/world.ts'
import { ManualClock } from '../../../platform/clock.ts'

const HOUR = 3_600_000
const START = Date.parse('2027-03-01T10:00:00Z')
const at = (hours: number) => new Date(START + hours * HOUR).toISOString()

/** A device that cannot keep dates. */
const withoutDates = (_id: string, entry: AccessEntry | null) =>
  entry?.fromDate === undefined && entry?.untilDate === undefined ? undefined : 0xf4

const inWorld = { clock: () => new ManualClock(START) }

async function move(w: World, hours: number): Promise<void> {
  ;(w.service.platform.clock as ManualClock).advance(hours * HOUR)
  await w.service.settle()
}

const first = async (w: World, { smartlockId }: RegisteredLock) =>
  (await w.api.authorizations.listOf({ params: { smartlockId } })).data[0] as SmartlockAuth

apiTest(
  'on a device that cannot keep dates a code is there from its first date to its last, by the service',
  async (w) => {
    const lock = await playedKeypad(w)
    lock.obeyAll(withoutDates)
    const params = { smartlockId: lock.smartlockId }
    const body = {
      name: 'Guest',
      type: 13,
      remoteAllowed: false,
      allowedFromDate: at(24),
      allowedUntilDate: at(48),
      allowedWeekDays: 127,
    } as const
    const { operationId } = await w.api.authorizations.createOn({ params, body })
    await w.until('it waits for its date', async () => {
      const row = await w.db.selectFrom('smartlock_auth').select('switch_at').executeTakeFirst()
      return row?.switch_at === START + 24 * HOUR
    })
    assert.equal((await first(w, lock)).syncState, 'pending', 'it is not on the device, and nobody says so')
    assert.equal(lock.held.size, 0)
    await move(w, 24)
    await w.untilOperation(operationId, 'confirmed')
    assert.equal((await first(w, lock)).syncState, 'synced')
    const [held] = [...lock.held.values()]
    assert.deepEqual(
      [held?.entry.fromDate, held?.entry.untilDate, held?.entry.weekDays],
      [undefined, undefined, 127],
    )
    await move(w, 23)
    assert.equal(lock.held.size, 1)
    await lock.tellList()
    await w.service.settle()
    assert.equal((await first(w, lock)).syncState, 'synced', 'and its list is right')
    await move(w, 1)
    await w.until('it is off the device', async () => lock.held.size === 0)
    await w.until('and settled', async () => (await first(w, lock)).syncState === 'synced')
    assert.equal((await first(w, lock)).authId, undefined, 'expired ones stay listed (D57)')
    const longer = await w.api.authorizations.update({
      params: { ...params, id: (await first(w, lock)).id },
      body: { allowedUntilDate: at(72) },
    })
    await w.untilOperation(longer.operationId, 'confirmed')
    assert.equal(lock.held.size, 1, 'a later end brings it back')
  },
  inWorld,
)

apiTest(
  'an expired code is taken off such a device when it is back, if it was away at the time',
  async (w) => {
    const lock = await playedKeypad(w)
    lock.obeyAll(withoutDates)
    const params = { smartlockId: lock.smartlockId }
    const body = { name: 'Guest', type: 13, remoteAllowed: false, allowedUntilDate: at(2) } as const
    const { operationId } = await w.api.authorizations.createOn({ params, body })
    await w.untilOperation(operationId, 'confirmed')
    await lock.device.drop()
    await w.until('the lock is offline', async () => {
      const { data } = await w.api.smartlocks.get({ params })
      return data.serverState === 4
    })
    await move(w, 3)
    const back = await connectAccess(w, lock, lock.held)
    back.obeyAll(withoutDates)
    await w.until('it is off the device', async () => back.held.size === 0)
  },
  inWorld,
)
