import assert from 'node:assert/strict'
import { TIME_ZONES } from '@latchwork/contract'
import { keypadLock, playedKeypad } from '../access-device.ts'
import { apiTest, type World } from '../world.ts'

/** What booking apps, generated clients and published examples send, as they send it. */

const refusalOf = (response: { statusCode: number; json(): { code: string; detailMessage: string } }) => {
  const { code, detailMessage } = response.json()
  return [response.statusCode, code, detailMessage] as const
}

const authsOf = async (w: World, smartlockId: number) =>
  (await w.api.authorizations.listOf({ params: { smartlockId } })).data

const put = (w: World, smartlockId: number, body: object) =>
  w.request('PUT', `/smartlock/${smartlockId}/auth`, { body })

apiTest(
  'a keypad code without remoteAllowed is not from afar; nothing else goes without it (D134)',
  async (w) => {
    const { smartlockId } = await keypadLock(w)
    const code = { name: 'Guest', type: 13, code: 384_365 }
    assert.equal((await put(w, smartlockId, code)).statusCode, 204)
    assert.equal((await put(w, smartlockId, { ...code, code: 384_366, remoteAllowed: null })).statusCode, 204)
    const bulk = { name: 'Guest', type: '13', code: '384367', smartlockIds: [smartlockId] }
    assert.equal((await w.request('PUT', '/smartlock/auth', { body: bulk })).statusCode, 204)
    const auths = await authsOf(w, smartlockId)
    assert.deepEqual(
      auths.map(({ remoteAllowed }) => remoteAllowed),
      [false, false, false],
    )
    for (const body of [
      { name: 'App' },
      { name: 'App', type: 0 },
      { name: 'Fob', type: 2, remoteAllowed: null },
    ]) {
      const refused = await put(w, smartlockId, body)
      assert.deepEqual(refusalOf(refused).slice(0, 2), [400, 'invalid_parameter'])
      assert.equal(refused.json().errors[0].path, 'remoteAllowed')
    }
  },
)

apiTest('user 0 and null are nobody, when a code is made and when it is changed (D134)', async (w) => {
  const { smartlockId } = await keypadLock(w)
  const email = 'anna@example.com'
  const { data: user } = await w.api.accountUsers.create({ body: { email, name: 'Anna' } })
  const { accountUserId } = user
  const bodies = [{ accountUserId: 0 }, { accountUserId: null }, { accountUserId }]
  for (const [i, body] of bodies.entries())
    await put(w, smartlockId, { name: 'Guest', type: 13, code: 384_365 + i, ...body })
  const [zero, none, owned] = await authsOf(w, smartlockId)
  assert.deepEqual(
    [zero?.accountUserId, none?.accountUserId, owned?.accountUserId],
    [undefined, undefined, accountUserId],
  )
  await w.request('POST', `/smartlock/${smartlockId}/auth/${owned?.id}`, { body: { accountUserId: 0 } })
  assert.equal((await authsOf(w, smartlockId))[2]?.accountUserId, undefined)
})

const LONG_NAME = `Reserva Maximiliane Wolkenstein-Trostburg (${'x'.repeat(211)})`

apiTest('a name of 255 characters is stored whole and shortened for the keypad (D134)', async (w) => {
  const lock = await playedKeypad(w)
  const name = LONG_NAME
  assert.equal(name.length, 255)
  const tooLong = await put(w, lock.smartlockId, { name: `${name}x`, type: 13, code: 384_365 })
  assert.deepEqual(tooLong.json().errors, [
    { path: 'name', message: 'must be a string of 1 to 255 characters' },
  ])
  assert.equal((await put(w, lock.smartlockId, { name, type: 13, code: 384_365 })).statusCode, 204)
  const patch = await lock.patch(0)
  assert.deepEqual(
    Object.values(patch.set as Record<string, { name: string }>).map((entry) => entry.name),
    ['Reserva Maximiliane'],
  )
  await lock.obey(patch)
  await w.until('confirmed', async () => (await authsOf(w, lock.smartlockId))[0]?.syncState === 'synced')
  assert.equal((await authsOf(w, lock.smartlockId))[0]?.name, name)
})

apiTest(
  'a long name of an app or of a guest is stored whole, and the lock gets its beginning (D134)',
  async (w) => {
    const lock = await playedKeypad(w)
    await put(w, lock.smartlockId, { name: LONG_NAME, type: 0, remoteAllowed: true })
    const ofApp = await lock.patch(0)
    await lock.obey(ofApp)
    const { data: address } = await w.api.addresses.create({
      body: { name: 'House', smartlockIds: [lock.smartlockId] },
    })
    const params = { addressId: address.addressId }
    const dates = { startDate: '2040-01-01T15:00:00Z', endDate: '2040-01-02T11:00:00Z' }
    const { data: stay } = await w.api.reservations.create({
      params,
      body: { name: LONG_NAME, email: '', guests: 1, ...dates },
    })
    await w.api.reservations.issue({ params: { ...params, id: stay.id } })
    const ofGuest = await lock.patch(1)
    const sent = [ofApp, ofGuest].flatMap(({ set }) => Object.values(set as Record<string, { name: string }>))
    assert.deepEqual(
      sent.map(({ name }) => name),
      ['Reserva Maximiliane Wolkenstein-', 'Reserva Maximiliane'],
    )
    assert.deepEqual(
      (await authsOf(w, lock.smartlockId)).map(({ name }) => name),
      [LONG_NAME, LONG_NAME],
    )
  },
)

apiTest('dates that generated clients could not leave out are no dates (D134)', async (w) => {
  const { smartlockId } = await keypadLock(w)
  const unset = { allowedFromDate: '0001-01-01T00:00:00.000Z', allowedUntilDate: '1970-01-01T00:00:00Z' }
  assert.equal((await put(w, smartlockId, { name: 'Guest', type: 13, ...unset })).statusCode, 204)
  const [auth] = await authsOf(w, smartlockId)
  assert.deepEqual([auth?.allowedFromDate, auth?.allowedUntilDate], [undefined, undefined])
  const path = `/smartlock/${smartlockId}/auth/${auth?.id}`
  await w.request('POST', path, { body: { allowedUntilDate: '2030-01-01T00:00:00Z' } })
  const [dated] = await authsOf(w, smartlockId)
  assert.deepEqual(
    [dated?.allowedUntilDate, dated?.allowedFromTime, dated?.allowedUntilTime],
    ['2030-01-01T00:00:00.000Z', 0, 0],
    'with a date the times of the day are there (D132)',
  )
  await w.request('POST', path, { body: unset })
  assert.equal((await authsOf(w, smartlockId))[0]?.allowedUntilDate, undefined)
})

apiTest(
  'an app that draws a new code on the words of the refusal gets one for every booking (D130)',
  async (w) => {
    const { smartlockId } = await keypadLock(w)
    let seed = 1
    const given: string[] = []
    /** Some with a zero or a leading 12, which no keypad takes, and some that another stay has. */
    const draw = (booking: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      const taken = given[seed % 3 === 0 ? booking - 1 : -1]
      return taken ?? String(100_000 + (seed % 900_000))
    }
    const isWorthAnother = (text: string, code: string) =>
      text.startsWith(`The supplied value '${code}' for parameter 'code' is not valid`) ||
      text.includes("parameter 'code' exists already")
    const refusals = new Set<string>()
    for (let booking = 0; booking < 20; booking++)
      for (let tries = 0; tries < 50; tries++) {
        const code = draw(booking)
        const answer = await put(w, smartlockId, { name: `Stay ${booking}`, type: 13, code })
        if (answer.statusCode === 204) {
          given.push(code)
          break
        }
        const [, reason, text] = refusalOf(answer)
        assert.ok(isWorthAnother(text, code), text)
        refusals.add(reason)
      }
    assert.equal(given.length, 20)
    assert.deepEqual([...refusals].sort(), ['code_conflict', 'code_invalid'])
  },
)

apiTest('what a published example calls enable is enabled (D131)', async (w) => {
  const { smartlockId } = await keypadLock(w)
  await put(w, smartlockId, { name: 'Guest', type: 13, code: 384_365 })
  const [auth] = await authsOf(w, smartlockId)
  const path = `/smartlock/${smartlockId}/auth/${auth?.id}`
  assert.equal((await w.request('POST', path, { body: { enable: false } })).statusCode, 204)
  assert.equal((await authsOf(w, smartlockId))[0]?.enabled, false)
  const both = await w.request('POST', path, { body: { enable: false, enabled: true } })
  assert.deepEqual(refusalOf(both).slice(0, 2), [400, 'conflicting_alias'])
})

apiTest('the id of an authorization of the lock in a creation changes that one (D250)', async (w) => {
  const lock = await keypadLock(w)
  const other = await keypadLock(w, 'Other')
  const code = { name: 'Guest', type: 13, code: 384_365 }
  await put(w, lock.smartlockId, code)
  const [made] = await authsOf(w, lock.smartlockId)
  const until = { allowedUntilDate: '2040-01-01T00:00:00.000Z' }
  const changed = await put(w, lock.smartlockId, { ...code, ...until, id: made?.id, name: 'Ada' })
  assert.equal(changed.statusCode, 204)
  const auths = await authsOf(w, lock.smartlockId)
  assert.equal(auths.length, 1)
  assert.partialDeepStrictEqual(auths[0], { id: made?.id, name: 'Ada', code: 384_365, ...until })
  const [of] = [made?.id]
  for (const [id, digits] of [
    [of, 1],
    ['f'.repeat(24), 2],
    ['', 3],
    ['\0', 4],
    [7, 5],
    [null, 6],
  ] as const) {
    const answer = await put(w, other.smartlockId, { ...code, code: 384_370 + digits, id })
    assert.equal(answer.statusCode, 204, `the id ${JSON.stringify(id)} is ignored: ${answer.payload}`)
  }
  assert.equal((await authsOf(w, other.smartlockId)).length, 6)
  const stranger = await w.caller()
  const url = `/smartlock/${lock.smartlockId}/auth`
  const foreign = await w.request('PUT', url, { token: stranger.token, body: { ...code, id: made?.id } })
  assert.equal(foreign.statusCode, 404)
})

apiTest('truth values may be texts (D9)', async (w) => {
  const { smartlockId } = await keypadLock(w)
  await put(w, smartlockId, { name: 'App', type: 0, remoteAllowed: 'true' })
  const [auth] = await authsOf(w, smartlockId)
  assert.equal(auth?.remoteAllowed, true)
  const change = (body: object) => w.request('POST', `/smartlock/${smartlockId}/auth/${auth?.id}`, { body })
  assert.equal((await change({ enabled: 'False' })).statusCode, 204)
  assert.equal((await authsOf(w, smartlockId))[0]?.enabled, false)
  for (const enabled of ['yes', '', 'truee', 1, 0])
    assert.deepEqual((await change({ enabled })).json().errors, [
      { path: 'enabled', message: 'must be true or false' },
    ])
})

apiTest('a day is that day by the clock of each door (D14)', async (w) => {
  const [berlin, tokyo] = [await keypadLock(w, 'Berlin'), await keypadLock(w, 'Tokyo')]
  const zones = [
    [berlin, TIME_ZONES.indexOf('Europe/Berlin')],
    [tokyo, TIME_ZONES.indexOf('Asia/Tokyo')],
  ] as const
  for (const [{ smartlockId }, timezoneId] of zones) {
    const { config } = await w.db
      .selectFrom('smartlock')
      .select('config')
      .where('smartlock_id', '=', smartlockId)
      .executeTakeFirstOrThrow()
    const moved = JSON.stringify({ ...JSON.parse(config ?? '{}'), timezoneId })
    await w.db
      .updateTable('smartlock')
      .set({ config: moved })
      .where('smartlock_id', '=', smartlockId)
      .execute()
  }
  const windowOn = async ({ smartlockId }: { smartlockId: number }) => {
    const [auth] = await authsOf(w, smartlockId)
    return [auth?.allowedFromDate, auth?.allowedUntilDate]
  }
  const day = { allowedFromDate: '2026-11-19', allowedUntilDate: '2026-11-19' }
  const smartlockIds = [berlin.smartlockId, tokyo.smartlockId]
  const made = await w.request('PUT', '/smartlock/auth', {
    body: { name: 'Guest', type: 13, smartlockIds, ...day },
  })
  assert.equal(made.statusCode, 204, made.payload)
  assert.deepEqual(await windowOn(berlin), ['2026-11-18T23:00:00.000Z', '2026-11-19T23:00:00.000Z'])
  assert.deepEqual(await windowOn(tokyo), ['2026-11-18T15:00:00.000Z', '2026-11-19T15:00:00.000Z'])
  const ids = await Promise.all(smartlockIds.map(async (id) => (await authsOf(w, id))[0]?.id))
  await w.request('POST', '/smartlock/auth', {
    body: ids.map((id) => ({ id, allowedUntilDate: '2026-11-20' })),
  })
  assert.deepEqual(await windowOn(berlin), ['2026-11-18T23:00:00.000Z', '2026-11-20T23:00:00.000Z'])
  assert.deepEqual(await windowOn(tokyo), ['2026-11-18T15:00:00.000Z', '2026-11-20T15:00:00.000Z'])
  const url = `/smartlock/${berlin.smartlockId}/auth/${ids[0]}`
  const before = await w.request('POST', url, { body: { allowedUntilDate: '2026-11-18' } })
  assert.deepEqual([before.statusCode, before.json().code], [400, 'window_invalid'])
  for (const allowedUntilDate of ['2026-02-30', '2026-11', '19.11.2026']) {
    const wrong = await w.request('POST', url, { body: { allowedUntilDate } })
    assert.match(wrong.json().errors[0].message, /date-time such as .* or a day such as/)
  }
})
