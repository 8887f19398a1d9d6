import assert from 'node:assert/strict'
import { keypadLock } from '../../../../test/access-device.ts'
import { apiTest, type World } from '../../../../test/world.ts'
import { fail } from '../../../platform/app-error.ts'
import { removeOldReservations } from './jobs.ts'
import { search } from './search/service.ts'
import * as reservations from './service.ts'

const addressOf = async (w: World) => {
  const { data } = await w.api.addresses.create({ body: { name: 'A', smartlockIds: [] } })
  return { addressId: data.addressId }
}

const stay = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  guests: 2,
  startDate: '2030-07-10T13:00:00.000Z',
  endDate: '2030-07-14T09:00:00.000Z',
}

apiTest(
  'a reservation made by hand is listed with every flag at rest, and changed field by field',
  async (w) => {
    const params = await addressOf(w)
    const { data: made } = await w.api.reservations.create({ params, body: { ...stay, reference: 'R1' } })
    assert.partialDeepStrictEqual(made, {
      ...stay,
      ...params,
      reference: 'R1',
      state: 'accepted',
      automation: 0,
      guestsIssued: 0,
      keypadIssued: false,
      isCurrentlyIssuingAuth: false,
      currentlyIssuingAuth: false,
      isCurrentlyRevokingAuth: false,
      currentlyRevokingAuth: false,
      hasCustomAccessTimes: false,
    })
    for (const absent of ['serviceId', 'checkedIn', 'authIds', 'readiness', 'unitId'])
      assert.ok(!(absent in made))
    assert.deepEqual((await w.api.reservations.list({ params })).data, [made])
    const id = { ...params, id: made.id }
    const { data: changed } = await w.api.reservations.update({
      params: id,
      body: { guests: 3, endDate: '2030-07-15T09:00:00Z', reference: null } as never,
    })
    assert.partialDeepStrictEqual(changed, {
      name: stay.name,
      guests: 3,
      endDate: '2030-07-15T09:00:00.000Z',
    })
    assert.ok(!('reference' in changed))
  },
)

apiTest('a reservation that ends before it begins is refused, also when an update makes it so', async (w) => {
  const params = await addressOf(w)
  const backwards = { ...stay, endDate: stay.startDate }
  await w.refuses(w.api.reservations.create({ params, body: backwards }), 'invalid_parameter')
  const { data } = await w.api.reservations.create({ params, body: stay })
  const body = { startDate: '2031-01-01T00:00:00Z' }
  const refused = await w.refuses(
    w.api.reservations.update({ params: { ...params, id: data.id }, body }),
    'invalid_parameter',
  )
  assert.equal(refused.body.errors?.[0]?.path, 'endDate')
  const wrong = { ...stay, guests: 0, email: 'nobody' }
  assert.deepEqual(
    (
      await w.refuses(w.api.reservations.create({ params, body: wrong }), 'invalid_parameter')
    ).body.errors?.map(({ path }) => path),
    ['email', 'guests'],
  )
})

apiTest('a reservation is known at its own address only', async (w) => {
  const here = await addressOf(w)
  const there = await addressOf(w)
  const { data } = await w.api.reservations.create({ params: here, body: stay })
  const elsewhere = w.api.reservations.update({ params: { ...there, id: data.id }, body: { guests: 1 } })
  await w.refuses(elsewhere, 'not_found')
  assert.deepEqual((await w.api.reservations.list({ params: there })).data, [])
})

apiTest('stays that ended long ago are forgotten, later ones are not', async (w) => {
  const params = await addressOf(w)
  const ended = (daysAgo: number) => {
    const end = Date.now() - daysAgo * 86_400_000
    const dates = { startDate: new Date(end - 1000).toISOString(), endDate: new Date(end).toISOString() }
    return w.api.reservations.create({ params, body: { ...stay, ...dates, name: `${daysAgo} days ago` } })
  }
  await ended(366)
  await ended(364)
  await removeOldReservations(365).run(w.service.contextFor(0), null)
  const { data } = await w.api.reservations.list({ params })
  assert.deepEqual(
    data.map(({ name }) => name),
    ['364 days ago'],
  )
})

for (const [question, ask] of Object.entries({
  list: (ctx: never, addressId: number) => reservations.list(ctx, addressId),
  search: (ctx: never) => search(ctx, {}),
})) {
  apiTest(
    `a stay and its codes are told as of one moment, also when both change while they are read [${question}]`,
    async (w) => {
      const { smartlockId } = await keypadLock(w)
      const { data: address } = await w.api.addresses.create({
        body: { name: 'A', smartlockIds: [smartlockId] },
      })
      const { addressId } = address
      const { data: made } = await w.api.reservations.create({ params: { addressId }, body: stay })
      await w.api.reservations.issue({ params: { addressId, id: made.id } })
      await w.service.quiet()
      let isChanged = false
      const changing = w.db.withPlugin({
        transformQuery: ({ node }) => node,
        // Between the statement that finds the stay and whatever is asked next.
        async transformResult({ result }) {
          if (isChanged || !result.rows.some((row) => 'issue_state' in row)) return result
          isChanged = true
          await endStay(w, made.id, smartlockId)
          return result
        },
      })
      const askWith = (db: World['db']) =>
        ask({ ...w.service.contextFor(w.owner.accountId), db, fail } as never, addressId)
      const [seen] = await askWith(changing)
      assert.ok(isChanged)
      assert.deepEqual([seen?.row.issue_state, seen?.codes.length], ['issuing', 1])
      const [after] = await askWith(w.db)
      assert.deepEqual([after?.row.issue_state, after?.codes.length], ['none', 0])
    },
  )
}

const endStay = (w: World, id: string, smartlockId: number) =>
  w.db.transaction().execute(async (tx) => {
    await tx.updateTable('reservation').set({ issue_state: 'none' }).where('id', '=', id).execute()
    // Whoever takes a code away holds its lock, as the order of rows has it.
    await tx
      .updateTable('smartlock')
      .set((e) => ({ name: e.ref('name') }))
      .where('smartlock_id', '=', smartlockId)
      .execute()
    await tx.deleteFrom('reservation_code').where('reservation_id', '=', id).execute()
  })
