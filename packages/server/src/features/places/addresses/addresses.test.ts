import assert from 'node:assert/strict'
import { apiTest } from '../../../../test/world.ts'

apiTest('an address is made, listed, changed and read back as it was sent (D11)', async (w) => {
  const front = await w.lock({ name: 'Front' })
  const flat = await w.lock({ name: 'Flat' })
  const { data: made } = await w.api.addresses.create({
    body: { name: 'Mill Street 1', smartlockIds: [flat.smartlockId, front.smartlockId, flat.smartlockId] },
  })
  assert.partialDeepStrictEqual(made, {
    accountId: w.owner.accountId,
    name: 'Mill Street 1',
    smartlockIds: [flat.smartlockId, front.smartlockId],
  })
  assert.ok(!('settings' in made) && !('timeZone' in made) && !('serviceId' in made))
  const params = { addressId: made.addressId }
  const { data: changed } = await w.api.addresses.update({
    params,
    body: {
      name: 'Mill Street 2',
      smartlockIds: [front.smartlockId],
      timeZone: 'Europe/Berlin',
      checkInTime: 960,
      settings: { autoIssueHours: 12, colour: 'red' },
    },
  })
  assert.deepEqual((await w.api.addresses.list()).data, [changed])
  const { data: same } = await w.api.addresses.update({ params, body: changed })
  assert.deepEqual(same, changed, 'sending back what was read changes nothing (D9)')
  const { data: cleared } = await w.api.addresses.update({
    params,
    body: { timeZone: null, checkInTime: null, settings: { colour: null } } as never,
  })
  assert.deepEqual(cleared.settings, { autoIssueHours: 12 }, 'a key of a map is cleared alone (D12)')
  assert.ok(!('timeZone' in cleared) && !('checkInTime' in cleared))
})

apiTest(
  'an address takes smartlock_ids as well as smartlockIds, but not both with different locks (D16)',
  async (w) => {
    const { smartlockId } = await w.lock()
    const made = await w.request('PUT', '/address', { body: { name: 'A', smartlock_ids: [smartlockId] } })
    assert.deepEqual(made.json().smartlockIds, [smartlockId])
    const both = await w.request('PUT', '/address', {
      body: { name: 'A', smartlock_ids: [], smartlockIds: [smartlockId] },
    })
    assert.equal(both.json().code, 'conflicting_alias')
    const neither = await w.request('PUT', '/address', { body: { name: 'A' } })
    assert.equal(neither.json().errors[0].path, 'smartlockIds')
  },
)

apiTest(
  "an address with a lock that is somebody else's, or none at all, is refused and not stored (D38)",
  async (w) => {
    const stranger = await w.account()
    const foreign = await w.lock({ by: stranger })
    const own = await w.lock()
    const body = { name: 'A', smartlockIds: [own.smartlockId, foreign.smartlockId] }
    await w.refuses(w.api.addresses.create({ body }), 'not_found')
    assert.deepEqual((await w.api.addresses.list()).data, [])
    const { data } = await w.api.addresses.create({ body: { name: 'A', smartlockIds: [own.smartlockId] } })
    const update = w.api.addresses.update({ params: { addressId: data.addressId }, body })
    await w.refuses(update, 'not_found')
    assert.deepEqual((await w.api.addresses.list()).data, [data])
  },
)

apiTest(
  'an address with settings, zone or times that make no sense is refused, naming the field',
  async (w) => {
    const { data } = await w.api.addresses.create({ body: { name: 'A', smartlockIds: [] } })
    const wrong = [
      [{ settings: { autoIssueHours: 721 } }, 'settings.autoIssueHours'],
      [{ settings: { autoIssueHours: '12' } }, 'settings.autoIssueHours'],
      [{ settings: { note: 'x'.repeat(17_000) } }, 'settings'],
      [{ timeZone: 'Middle/Earth' }, 'timeZone'],
      [{ timeZone: '+02:00' }, 'timeZone'],
      [{ checkInTime: 1440 }, 'checkInTime'],
      [{ name: '' }, 'name'],
    ] as const
    for (const [body, path] of wrong) {
      const refused = await w.request('POST', `/address/${data.addressId}`, { body })
      assert.deepEqual([refused.statusCode, refused.json().errors[0].path], [400, path])
    }
    assert.deepEqual((await w.api.addresses.list()).data, [data])
  },
)

apiTest(
  'the quotas of addresses, units and reservations hold',
  async (w) => {
    const create = () => w.api.addresses.create({ body: { name: 'A', smartlockIds: [] } })
    const { data } = await create()
    await w.refuses(create(), 'quota_exceeded')
    const params = { addressId: data.addressId }
    const unit = () => w.api.addressUnits.create({ params, body: { name: 'U' } })
    await unit()
    await w.refuses(unit(), 'quota_exceeded')
    const body = {
      name: 'G',
      email: '',
      guests: 1,
      startDate: '2030-01-01T00:00Z',
      endDate: '2030-01-02T00:00Z',
    }
    const reservation = () => w.api.reservations.create({ params, body })
    await reservation()
    await w.refuses(reservation(), 'quota_exceeded')
  },
  { config: { quota: { addresses: 1, unitsPerAddress: 1, reservationsPerAddress: 1 } } },
)

apiTest('a lock that is deleted is in no address any more (D63)', async (w) => {
  const gone = await w.lock()
  const stays = await w.lock()
  const { data } = await w.api.addresses.create({
    body: { name: 'A', smartlockIds: [gone.smartlockId, stays.smartlockId] },
  })
  await w.api.smartlocks.remove({ params: { smartlockId: gone.smartlockId } })
  assert.deepEqual((await w.api.addresses.list()).data, [{ ...data, smartlockIds: [stays.smartlockId] }])
})
