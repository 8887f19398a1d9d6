import assert from 'node:assert/strict'
import { AUTH_TYPE, type GuestPage, RIGHTS, SCOPES, type Scope } from '@latchwork/contract'
import { playedKeypad } from '../../../../test/access-device.ts'
import { clockOf, moveAtLeastTo, onMovableClock, stay, stayAt, windowOf } from '../../../../test/stays.ts'
import { apiTest, type World } from '../../../../test/world.ts'

/** Whoever makes a link can use it: it must not give what its maker does not have. */

const pageOf = async (w: World, path: string): Promise<GuestPage> =>
  (await w.request('GET', '/guest', { token: path.slice('/g/'.length) })).json()

const make = async (w: World, url: string, token: string) =>
  (await w.request('PUT', `${url}/guestlink`, { token, body: {} })).json() as { path: string; code?: string }

const openNames = ({ doors }: GuestPage) => doors.filter((one) => one.canOpen).map(({ name }) => name)

apiTest(
  'a link shows no code to a maker who may not read one, and opens no door to one who may not (D34)',
  async (w) => {
    const lock = await playedKeypad(w, 'Front door')
    const place = await stayAt(w, [lock.smartlockId], { inDays: 0 })
    const [from = 0] = windowOf(await stay(w, place))
    await moveAtLeastTo(clockOf(w), from + 1)
    const url = `/address/${place.addressId}/reservation/${place.id}`
    const tokenWith = async (scopes: readonly Scope[]) =>
      (await w.caller({ scopes: [...scopes], of: w.owner })).token
    assert.equal((await make(w, url, await tokenWith(['account']))).code, 'scope_missing')
    const giver = await w.caller({ rights: RIGHTS.manageAuthorizations })
    const opener = await w.caller({ rights: RIGHTS.manageAuthorizations | RIGHTS.operateSmartlock })
    const opened = []
    for (const token of [
      await tokenWith(['account', 'smartlock.auth']),
      giver.token,
      opener.token,
      await tokenWith(SCOPES),
    ])
      opened.push(openNames(await pageOf(w, (await make(w, url, token)).path)))
    assert.deepEqual(opened, [[], [], ['Front door'], ['Front door']])
  },
  onMovableClock,
)

apiTest(
  'a link tells nothing of a house or of other doors that the token of its maker is not for (D119)',
  async (w) => {
    const [here, there] = [await playedKeypad(w, 'Here'), await playedKeypad(w, 'There')]
    for (const device of [here, there]) device.obeyAll()
    const { data: user } = await w.api.accountUsers.create({
      body: { email: 'c@example.com', name: 'Cleo' },
    })
    const smartlockIds = [here.smartlockId, there.smartlockId]
    const { operationId } = await w.api.authorizations.create({
      body: {
        ...{ type: AUTH_TYPE.keypadCode, code: 348_729, remoteAllowed: false },
        ...{ name: 'Cleo', smartlockIds, accountUserId: user.accountUserId },
      },
    })
    await w.untilOperation(operationId, 'confirmed')
    const { data: address } = await w.api.addresses.create({
      body: { name: 'House', smartlockIds: [here.smartlockId] },
    })
    const wifi = { ssid: 'Mill', password: 'water wheel', security: 'WPA' } as const
    await w.api.house.update({ params: { addressId: address.addressId }, body: { wifi } })
    const { data: auths } = await w.api.authorizations.listOf({
      params: { smartlockId: here.smartlockId },
    })
    const url = `/smartlock/${here.smartlockId}/auth/${auths[0]?.id}`
    const { data: key } = await w.api.apiKeys.create()
    const { data: narrow } = await w.api.apiKeys.createToken({
      params: { apiKeyId: key.apiKeyId },
      body: { smartlockIds: [here.smartlockId] },
    })
    const noHouse = await w.caller({ scopes: ['smartlock.auth', 'smartlock.action'], of: w.owner })
    const seen = []
    for (const token of [narrow.accessToken as string, noHouse.token, w.owner.token]) {
      const page = await pageOf(w, (await make(w, url, token)).path)
      assert.equal(page.code, '348729')
      seen.push([page.doors.map(({ name }) => name).toSorted(), page.addressName, page.wifi?.password])
    }
    assert.deepEqual(seen, [
      [['Here'], undefined, undefined],
      [['Here', 'There'], undefined, undefined],
      [['Here', 'There'], 'House', 'water wheel'],
    ])
  },
)
