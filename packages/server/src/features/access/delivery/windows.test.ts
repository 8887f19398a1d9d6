import assert from 'node:assert/strict'
import { TIME_ZONES } from '@latchwork/contract'
import type { AccessEntry } from '@latchwork/contract/device'
import { connectAccess, playedKeypad } from '../../../../test/access-device.ts'
import {
  beforeSummer,
  CLEANER,
  first,
  lockWithoutWindows,
  moveTo,
  WITHOUT_WINDOWS,
} from '../../../../test/windowless-lock.ts'
import { apiTest, type World } from '../../../../test/world.ts'
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
    await w.until('it waits for its date', async () => (await first(w, lock)).place === 'kept')
    const { syncState, id } = await first(w, lock)
    assert.equal(syncState, 'pending', 'it is not on the device, and nobody says so')
    const renamed = { params: { ...params, id }, body: { name: 'Other guest' } }
    assert.equal(
      (await w.api.authorizations.update(renamed)).operationId,
      operationId,
      'no lock is busy with it',
    )
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

apiTest(
  'weekdays and minutes of a lock that keeps none are kept by the service, through a change of the clocks (D166)',
  async (w) => {
    const lock = await connectAccess(w, await lockWithoutWindows(w))
    lock.obeyAll()
    const params = { smartlockId: lock.smartlockId }
    const { operationId } = await w.api.authorizations.createOn({ params, body: CLEANER })
    const stands = async (what: string, count: number, ...wanted: (string | undefined)[]) => {
      await w.until(what, async () => {
        const { syncState, place } = await first(w, lock)
        return lock.held.size === count && syncState === wanted[0] && place === wanted[1]
      })
    }
    await stands('it waits for ten', 0, 'pending', 'kept')
    await moveTo(w, '2027-03-27T08:59:59Z')
    assert.equal(lock.patches.length, 0)
    await moveTo(w, '2027-03-27T09:00:00Z')
    await w.untilOperation(operationId, 'confirmed')
    await stands('it is on the lock', 1, 'synced', undefined)
    const { name, code, ...rest } = [...lock.held.values()].map(({ entry }) => entry)[0] as AccessEntry
    assert.deepEqual(rest, { type: 13, enabled: true, remote: false }, 'without any times')
    assert.deepEqual([name, (await first(w, lock)).name], ['Mrs Longname', CLEANER.name])
    await lock.tellList()
    await moveTo(w, '2027-03-27T10:59:59Z')
    assert.equal(lock.patches.length, 1)
    await moveTo(w, '2027-03-27T11:00:00Z')
    await stands('it is off again', 0, 'synced', 'kept')
    await lock.tellList()
    await w.service.settle()
    await stands('and its list is right', 0, 'synced', 'kept')
    await moveTo(w, '2027-03-28T07:59:59Z')
    assert.equal(lock.patches.length, 2)
    await moveTo(w, '2027-03-28T08:00:00Z')
    await stands('on Sunday an hour earlier', 1, 'synced', undefined)
    await moveTo(w, '2027-03-28T10:00:00Z')
    await stands('two hours long', 0, 'synced', 'kept')
    await moveTo(w, '2027-03-29T08:00:00Z')
    await stands('on Monday again', 1, 'synced', undefined)
    await moveTo(w, '2027-03-29T09:00:00Z')
    await stands('until its last date, and never again', 0, 'synced', undefined)
    const row = await w.db.selectFrom('smartlock_auth').select('switch_at').executeTakeFirst()
    assert.equal(row?.switch_at, null)
  },
  beforeSummer,
)

apiTest(
  'a code whose time ends while its lock is away is told as still there, explained so, and comes off when it is back',
  async (w) => {
    const lock = await connectAccess(w, await lockWithoutWindows(w))
    lock.obeyAll()
    const params = { smartlockId: lock.smartlockId }
    await moveTo(w, '2027-03-27T09:30:00Z')
    const { operationId } = await w.api.authorizations.createOn({ params, body: CLEANER })
    await w.untilOperation(operationId, 'confirmed')
    await lock.device.drop()
    await w.until(
      'the lock is offline',
      async () => (await w.api.smartlocks.get({ params })).data.serverState === 4,
    )
    await w.emitted()
    await moveTo(w, '2027-03-27T11:00:00Z')
    const shown = async () => {
      const { syncState, place } = await first(w, lock)
      return [syncState, place]
    }
    assert.deepEqual(await shown(), ['pending', 'stuck'])
    assert.ok((await w.emitted()).includes('DEVICE_AUTHS'))
    const { id } = await first(w, lock)
    const explained = async () => (await w.api.authorizations.explain({ params, query: { authId: id } })).data
    assert.deepEqual(
      [(await explained()).allowed, (await explained()).rule],
      [true, 'still_on_lock'],
      'it opens until it is off',
    )
    await moveTo(w, '2027-03-28T08:30:00Z')
    assert.deepEqual(await shown(), ['pending', undefined], 'on Sunday it is meant to be there')
    await moveTo(w, '2027-03-28T10:30:00Z')
    assert.deepEqual(await shown(), ['pending', 'stuck'])
    const back = await connectAccess(w, lock, lock.held)
    back.obeyAll()
    await w.until('it is off the lock', async () => back.held.size === 0 && (await shown())[1] === 'kept')
    assert.equal((await explained()).rule, 'time_of_day')
  },
  beforeSummer,
)

apiTest(
  'a removal at the end of a window that the lock refuses is asked for again, and told as still there',
  async (w) => {
    const lock = await connectAccess(w, await lockWithoutWindows(w))
    let refuses = false
    lock.obeyAll((_id, entry) => (refuses && entry === null ? 0xf5 : undefined))
    const params = { smartlockId: lock.smartlockId }
    await moveTo(w, '2027-03-27T09:30:00Z')
    const { operationId } = await w.api.authorizations.createOn({ params, body: CLEANER })
    await w.untilOperation(operationId, 'confirmed')
    refuses = true
    await moveTo(w, '2027-03-27T11:00:00Z')
    await w.until('it is told as still there', async () => {
      const { syncState, place } = await first(w, lock)
      return syncState === 'pending' && place === 'stuck'
    })
    refuses = false
    // Once: a clock that runs ahead of the lock has it asked anew before it has answered.
    await move(w, 0.5)
    await w.until('it is off', async () => lock.held.size === 0 && (await first(w, lock)).place === 'kept')
    // On a wall in London it is half past eleven.
    const { data } = await w.api.smartlocks.get({ params })
    const config = { ...data.config, timezoneId: TIME_ZONES.indexOf('Europe/London') }
    const info = { at: 0, type: data.type, firmware: 1, hardware: 1, config, capability: WITHOUT_WINDOWS }
    await lock.device.publish('info', info)
    await w.until('its time has come there', async () => lock.held.size === 1)
  },
  beforeSummer,
)

apiTest(
  'a code whose time begins when that of the same code ends waits until the lock lets go of the other',
  async (w) => {
    const lock = await playedKeypad(w)
    let letsGo = false
    lock.obeyAll((id, entry) => {
      if (entry === null) return letsGo || !lock.held.has(id) ? undefined : 0x2b
      const isThere = [...lock.held].some(([other, one]) => other !== id && one.entry.code === entry.code)
      return withoutDates(id, entry) ?? (isThere ? 0x2a : undefined)
    })
    const params = { smartlockId: lock.smartlockId }
    const stay = { type: 13, remoteAllowed: false, code: 384365 } as const
    const early = await w.api.authorizations.createOn({
      params,
      body: { ...stay, name: 'Early', allowedUntilDate: at(24) },
    })
    await w.untilOperation(early.operationId, 'confirmed')
    const late = await w.api.authorizations.createOn({
      params,
      body: { ...stay, name: 'Late', allowedFromDate: at(24), allowedUntilDate: at(48) },
    })
    const places = async () =>
      (await w.api.authorizations.listOf({ params })).data.map(({ name, syncState, place }) => [
        name,
        syncState,
        place,
      ])
    await w.until('it waits for its date', async () => (await places())[1]?.[2] === 'kept')
    await move(w, 24)
    await w.until('the lock keeps the old one', async () => (await places())[0]?.[2] === 'stuck')
    assert.notEqual((await places())[1]?.[1], 'failed', 'nobody has lost the new one')
    letsGo = true
    await w.until('the new one is there', async () => {
      await move(w, 0.1)
      const names = [...lock.held.values()].map(({ entry }) => entry.name)
      return names.join() === 'Late'
    })
    await w.untilOperation(late.operationId, 'confirmed')
  },
  inWorld,
)
