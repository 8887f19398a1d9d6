import assert from 'node:assert/strict'
import { playedKeypad } from '../../../../../test/access-device.ts'
import { soon } from '../../../../../test/eventually.ts'
import {
  clockOf,
  DAY_MS,
  iso,
  onMovableClock,
  stayAt,
  untilIssued,
  windowOf,
} from '../../../../../test/stays.ts'
import { apiTest, bothTest, type World } from '../../../../../test/world.ts'

/** Stays at two addresses without locks: over, current, coming and coming later; the last one in the other address. */
async function fourStays(w: World) {
  const addressOf = async (name: string) =>
    (await w.api.addresses.create({ body: { name, smartlockIds: [] } })).data.addressId
  const [here, there] = [await addressOf('Here'), await addressOf('There')]
  const now = clockOf(w).now()
  const make = (addressId: number, name: string, fromDay: number, reference?: string) =>
    w.api.reservations.create({
      params: { addressId },
      body: {
        name,
        email: '',
        guests: 1,
        startDate: iso(now + fromDay * DAY_MS),
        endDate: iso(now + (fromDay + 4) * DAY_MS),
        ...(reference !== undefined && { reference }),
      },
    })
  await make(there, 'Dora', 60)
  await make(here, 'Carl_100%', 10, 'HM-77')
  await make(here, 'Berta', -2)
  await make(here, 'Anna', -10)
  return { here, there, now, make }
}

const namesOf = async (
  w: World,
  query: NonNullable<Parameters<World['api']['reservations']['search']>[0]>['query'],
) => (await w.api.reservations.search({ ...(query && { query }) })).data.map(({ name }) => name)

bothTest(
  'stays of all addresses come by check-in, and only those that fit what was asked for (D82)',
  async (w) => {
    const { here, there, now } = await fourStays(w)
    assert.deepEqual(await namesOf(w, {}), ['Anna', 'Berta', 'Carl_100%', 'Dora'])
    assert.deepEqual(await namesOf(w, { addressId: there }), ['Dora'])
    assert.deepEqual(await namesOf(w, { addressIds: [there, 4711] }), ['Dora'])
    assert.equal((await namesOf(w, { addressIds: [here, there] })).length, (await namesOf(w, {})).length)
    assert.deepEqual(await namesOf(w, { phases: ['over'] }), ['Anna'])
    assert.deepEqual(await namesOf(w, { phases: ['current'] }), ['Berta'])
    assert.deepEqual(await namesOf(w, { phases: ['coming', 'current'] }), ['Berta', 'Carl_100%', 'Dora'])
    assert.deepEqual(await namesOf(w, { phases: ['coming'], addressId: here }), ['Carl_100%'])
    assert.deepEqual(await namesOf(w, { fromDate: iso(now), toDate: iso(now + 20 * DAY_MS) }), [
      'Berta',
      'Carl_100%',
    ])
    assert.deepEqual(await namesOf(w, { name: '_100%' }), ['Carl_100%'], 'wildcards stand for themselves')
    assert.deepEqual(await namesOf(w, { name: 'hm-7' }), ['Carl_100%'], 'the reference counts, in any case')
    assert.deepEqual(await namesOf(w, { state: 'canceled' }), [])
    assert.deepEqual(await namesOf(w, { ready: false }), ['Berta', 'Carl_100%', 'Dora'], 'not what is over')
    assert.deepEqual(await namesOf(w, { ready: true }), [])
  },
  onMovableClock,
)

bothTest(
  'a name is found in any case, also beyond ASCII, and after somebody corrected it (D82)',
  async (w) => {
    const { here, make } = await fourStays(w)
    await make(here, 'Jörg Über', 20, 'ÉCLAIR-9')
    await make(here, 'STRASSER', 21)
    for (const name of ['jörg', 'JÖRG ÜBER', 'éclair', 'ÉCLAIR'])
      assert.deepEqual(await namesOf(w, { name }), ['Jörg Über'], name)
    assert.deepEqual(await namesOf(w, { name: 'straße' }), ['STRASSER'])
    const [{ id = '' } = {}] = (await w.api.reservations.search({ query: { name: 'Jörg' } })).data
    await w.api.reservations.update({ params: { addressId: here, id }, body: { name: 'Ægir' } })
    assert.deepEqual(await namesOf(w, { name: 'jörg' }), [])
    assert.deepEqual(await namesOf(w, { name: 'ægIR' }), ['Ægir'])
    assert.deepEqual(await namesOf(w, { name: 'éclair' }), ['Ægir'], 'the reference is still there')
  },
  onMovableClock,
)

bothTest(
  'pages of stays follow one another without a gap, in both directions, and a page behind nothing is refused',
  async (w) => {
    const { here, make } = await fourStays(w)
    await make(here, 'Ulla', -30)
    const pages = async (query: { phases?: ['over'] }) => {
      const seen: string[] = []
      for (let id: string | undefined; ; ) {
        const { data } = await w.api.reservations.search({
          query: { ...query, limit: 1, ...(id !== undefined && { id }) },
        })
        const [one] = data
        if (!one) return seen
        seen.push(one.name)
        id = one.id
      }
    }
    assert.deepEqual(await pages({}), ['Ulla', 'Anna', 'Berta', 'Carl_100%', 'Dora'])
    assert.deepEqual(await pages({ phases: ['over'] }), ['Anna', 'Ulla'], 'the latest first')
    const refused = await w.refuses(
      w.api.reservations.search({ query: { id: 'f'.repeat(24) } }),
      'invalid_parameter',
    )
    assert.equal(refused.body.errors?.[0]?.path, 'id')
  },
  onMovableClock,
)

apiTest(
  'a stay is ready once its lock has the code, is read by itself, and says when its code opens (D82)',
  async (w) => {
    const device = await playedKeypad(w, 'One')
    const place = await stayAt(w, [device.smartlockId])
    device.obeyAll()
    await w.api.reservations.issue({ params: place })
    const issued = await untilIssued(w, place)
    // What was noted about its doors may be written a moment after the last of them has confirmed.
    await soon(async () => {
      const { data: read } = await w.api.reservations.get({ params: place })
      assert.deepEqual({ ...read, updateDate: '' }, { ...issued, updateDate: '' })
      assert.deepEqual((await w.api.reservations.search({ query: { ready: true } })).data, [read])
    })
    assert.deepEqual((await w.api.reservations.search({ query: { ready: false } })).data, [])
    const { data: auths } = await w.api.authorizations.list({ query: {} })
    const window = [issued.allowedFromDate, issued.allowedUntilDate]
    assert.deepEqual(window, windowOf(issued).map(iso))
    assert.deepEqual(window, [auths[0]?.allowedFromDate, auths[0]?.allowedUntilDate])
  },
  onMovableClock,
)
