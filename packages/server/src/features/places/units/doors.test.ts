import assert from 'node:assert/strict'
import { ApiError } from '@latchwork/sdk'
import { playedKeypad } from '../../../../test/access-device.ts'
import { codesOn, iso, onMovableClock, type Place, stay, untilIssued } from '../../../../test/stays.ts'
import { apiTest, bothTest, type World } from '../../../../test/world.ts'

const DAY_MS = 86_400_000

async function stayIn(w: World, addressId: number, unitId?: string): Promise<Place> {
  const start = w.service.platform.clock.now() + 10 * DAY_MS
  const { data } = await w.api.reservations.create({
    params: { addressId },
    body: {
      name: 'Ada',
      email: '',
      guests: 1,
      startDate: iso(start),
      endDate: iso(start + DAY_MS),
      ...(unitId !== undefined && { unitId }),
    },
  })
  return { addressId, id: data.id }
}

/** As soon as no lock is at work on the stay's codes any more. */
const moveTo = (w: World, params: Place, unitId: string | null) =>
  w.until('it can be changed', async () => {
    const body = { unitId }
    return w.api.reservations.update({ params, body }).then(
      () => true,
      (error: unknown) => (error instanceof ApiError && error.status === 423 ? false : Promise.reject(error)),
    )
  })

/** A house with an entrance that all share, and two flats with a door each. */
async function house(w: World) {
  const entrance = await playedKeypad(w, 'Entrance')
  const first = await playedKeypad(w, 'Flat 1')
  const second = await playedKeypad(w, 'Flat 2')
  for (const lock of [entrance, first, second]) lock.obeyAll()
  const { data } = await w.api.addresses.create({
    body: { name: 'Mill Street 1', smartlockIds: [entrance.smartlockId], timeZone: 'Europe/Berlin' },
  })
  const params = { addressId: data.addressId }
  const body = { name: 'Flat 1', smartlockIds: [first.smartlockId] }
  const { data: unit } = await w.api.addressUnits.create({ params, body })
  return { entrance, first, second, unit, ...params }
}

apiTest(
  'a stay in a unit opens the entrance and the unit; one without a unit the entrance alone, as ever (D170)',
  async (w) => {
    const { entrance, first, second, unit, addressId } = await house(w)
    const inUnit = await stayIn(w, addressId, unit.id)
    const without = await stayIn(w, addressId)
    for (const place of [inUnit, without]) {
      await w.api.reservations.issue({ params: place })
      await untilIssued(w, place)
    }
    assert.deepEqual([entrance.held.size, first.held.size, second.held.size], [2, 1, 0])
    assert.equal((await stay(w, inUnit)).unitId, unit.id)
    assert.ok(
      codesOn(entrance).some(({ code }) => code === codesOn(first)[0]?.code),
      'one code for both doors',
    )
    const params = { addressId, id: unit.id }
    const body = { smartlockIds: [second.smartlockId, second.smartlockId] }
    const { data: moved } = await w.api.addressUnits.update({ params, body })
    assert.deepEqual([moved.name, moved.smartlockIds], ['Flat 1', [second.smartlockId]])
    await w.until('the code has moved', async () => first.held.size === 0 && second.held.size === 1)
    await untilIssued(w, inUnit)
    await moveTo(w, inUnit, null)
    await w.until('it is the entrance alone', async () => second.held.size === 0 && entrance.held.size === 2)
    await moveTo(w, without, unit.id)
    await w.until('the other has moved in', async () => second.held.size === 1)
    await untilIssued(w, without)
    await w.api.addressUnits.remove({ params })
    await w.until('the unit is gone, and its door with it', async () => second.held.size === 0)
    assert.equal(entrance.held.size, 2)
  },
  onMovableClock,
)

bothTest(
  'units, of all addresses, are listed page by page with their doors, and only own locks are taken',
  async (w) => {
    const { smartlockId } = await w.lock({ name: 'Flat 1' })
    const { data: address } = await w.api.addresses.create({ body: { name: 'A', smartlockIds: [] } })
    const { data: other } = await w.api.addresses.create({ body: { name: 'B', smartlockIds: [] } })
    const make = async ({ addressId }: { addressId: number }, smartlockIds: number[]) =>
      (await w.api.addressUnits.create({ params: { addressId }, body: { name: 'U', smartlockIds } })).data
    const [one, two] = [await make(address, [smartlockId]), await make(other, [])]
    assert.deepEqual((await w.api.addressUnits.listAll({ query: {} })).data, [one, two])
    assert.deepEqual((await w.api.addressUnits.listAll({ query: { id: one.id, limit: 1 } })).data, [two])
    const { data: info } = await w.api.addressUnits.tokenInfo({
      params: { tokenId: one.addressTokenId as string },
    })
    assert.deepEqual(info.smartlockNames, ['Flat 1'])
    const stranger = await w.account()
    assert.deepEqual((await stranger.api.addressUnits.listAll({ query: {} })).data, [])
    const { data: theirs } = await stranger.api.addresses.create({ body: { name: 'C', smartlockIds: [] } })
    const foreign = {
      params: { addressId: theirs.addressId },
      body: { name: 'U', smartlockIds: [smartlockId] },
    }
    await w.refuses(stranger.api.addressUnits.create(foreign), 'not_found')
    const params = { addressId: other.addressId, id: two.id }
    await w.refuses(w.api.addressUnits.update({ params, body: { smartlockIds: [1] } }), 'not_found')
    const elsewhere = { name: 'Ada', email: '', guests: 1, startDate: iso(DAY_MS), endDate: iso(2 * DAY_MS) }
    const reservation = { params: { addressId: other.addressId }, body: { ...elsewhere, unitId: one.id } }
    await w.refuses(w.api.reservations.create(reservation), 'not_found')
    await w.api.smartlocks.remove({ params: { smartlockId } })
    assert.deepEqual((await w.api.addressUnits.listAll({ query: {} })).data[0]?.smartlockIds, [])
  },
)
