import assert from 'node:assert/strict'
import { type GuestPage, RIGHTS, SCOPES, type Scope } from '@latchwork/contract'
import { giveRoles, member } from '../members.ts'
import { newPlace } from '../places.ts'
import { apiTest, type Caller, type World } from '../world.ts'

/** A guest link and an address token give nothing that their creator could not give at that moment (D255, D256). */

const PROXIED = { config: { trustProxy: '127.0.0.1' } }

const pageOf = async (w: World, path: string, from = '127.0.0.1'): Promise<GuestPage> => {
  const headers = { 'x-forwarded-for': from }
  return (await w.request('GET', '/guest', { token: path.slice('/g/'.length), headers })).json()
}

const doors = (page: GuestPage): boolean[] => page.doors.map(({ canOpen }) => canOpen)

/** A token of the owner, made by the API as a program would have it. */
async function tokenOf(
  w: World,
  bounds: object,
): Promise<{ caller: Caller; params: { apiKeyId: number; id: string } }> {
  const { data: key } = await w.api.apiKeys.create()
  const params = { apiKeyId: key.apiKeyId }
  const { data } = await w.api.apiKeys.createToken({ params, body: { scopes: [...SCOPES], ...bounds } })
  const caller = { ...w.owner, token: data.accessToken as string }
  return { caller, params: { ...params, id: data.id } }
}

apiTest(
  'a guest link opens doors to callers from the networks of the token that made it only, until the owner keeps it',
  async (w) => {
    const { smartlockId } = await w.simulated()
    const { host, authId: id } = await newPlace(w, (await w.session()).api, smartlockId)
    const { caller, params } = await tokenOf(w, { networks: ['198.51.100.0/24', '127.0.0.1'] })
    const url = `/smartlock/${smartlockId}/auth/${id}/guestlink`
    const { path, id: guestLinkId } = (await w.request('PUT', url, { token: caller.token, body: {} })).json()
    assert.deepEqual(doors(await pageOf(w, path, '198.51.100.7')), [true])
    assert.deepEqual(
      doors(await pageOf(w, path, '203.0.113.7')),
      [false],
      'the page is shown, and opens nothing',
    )
    await w.api.apiKeys.updateToken({ params, body: { networks: ['203.0.113.0/24'] } })
    assert.deepEqual(doors(await pageOf(w, path, '203.0.113.7')), [true])
    assert.deepEqual(doors(await pageOf(w, path, '198.51.100.7')), [false])
    await host.guestLinks.keepOfAuth({ params: { smartlockId, id, guestLinkId }, body: {} })
    await w.api.apiKeys.removeToken({ params })
    assert.deepEqual(doors(await pageOf(w, path, '198.51.100.7')), [true])
  },
  PROXIED,
)

apiTest(
  'a guest link loses with its creator what the creator loses: doors first, then the page',
  async (w) => {
    const { smartlockId } = await w.simulated()
    const { host, authId: id } = await newPlace(w, (await w.session()).api, smartlockId)
    const both = RIGHTS.manageAuthorizations | RIGHTS.operateSmartlock
    const sub = await w.session(await w.caller({ rights: both }))
    const { data: link } = await sub.api.guestLinks.createForAuth({ params: { smartlockId, id }, body: {} })
    assert.deepEqual(doors(await pageOf(w, link.path)), [true])
    const { accountId } = sub
    const rights = (mask: number) =>
      host.subAccounts.update({ params: { accountId }, body: { rights: mask } })
    await rights(RIGHTS.manageAuthorizations)
    assert.deepEqual(doors(await pageOf(w, link.path)), [false])
    await rights(RIGHTS.operateSmartlock)
    const token = link.path.slice('/g/'.length)
    const refused = await w.request('POST', `/guest/open/${smartlockId}`, { token, body: {} })
    assert.ok([401, 404].includes(refused.statusCode), refused.payload)
    assert.equal((await w.request('GET', '/guest', { token })).json().code, 'token_invalid')
    const list = async () => (await host.guestLinks.listOfAuth({ params: { smartlockId, id } })).data
    assert.partialDeepStrictEqual(await list(), [{ creator: 'subAccount', hasEnded: true }])
    const params = { smartlockId, id, guestLinkId: link.id }
    await w.refuses(sub.api.guestLinks.keepOfAuth({ params, body: {} }), 'master_required')
    await w.refuses(w.api.guestLinks.keepOfAuth({ params, body: {} }), 'step_up_required')
    const elsewhere = (await w.session(await w.caller())).api
    await w.refuses(elsewhere.guestLinks.keepOfAuth({ params, body: {} }), 'not_found')
    await host.guestLinks.keepOfAuth({ params, body: {} })
    assert.deepEqual(await list(), [{ ...(await list())[0], creator: 'account' }])
    assert.deepEqual(doors(await pageOf(w, link.path)), [true], 'as it was made')
  },
)

apiTest('a guest link of a stay ends with its token, unless the owner keeps it first', async (w) => {
  const { smartlockId } = await w.simulated()
  const { host, addressId, reservationId: id } = await newPlace(w, (await w.session()).api, smartlockId)
  const { caller, params } = await tokenOf(w, {})
  const url = `/address/${addressId}/reservation/${id}/guestlink`
  const makeLink = async () => (await w.request('PUT', url, { token: caller.token, body: {} })).json()
  const [kept, left] = [await makeLink(), await makeLink()]
  await host.guestLinks.keepOfStay({ params: { addressId, id, guestLinkId: kept.id }, body: {} })
  await w.api.apiKeys.removeToken({ params })
  assert.deepEqual(doors(await pageOf(w, kept.path)), [true])
  const token = left.path.slice('/g/'.length)
  assert.equal((await w.request('GET', '/guest', { token })).json().code, 'token_invalid')
})

apiTest('a guest link opens no door with the same code that its creator may not open', async (w) => {
  const [one, other] = [await w.simulated(), await w.simulated()]
  const { data: user } = await w.api.accountUsers.create({
    body: { email: 'anna@example.com', name: 'Anna' },
  })
  const smartlockIds = [one.smartlockId, other.smartlockId]
  await w.api.authorizations.create({
    body: {
      ...{ name: 'Anna', type: 13, remoteAllowed: false, code: 794613 },
      ...{ smartlockIds, accountUserId: user.accountUserId },
    },
  })
  const rights = async () =>
    (await w.api.authorizations.list()).data.filter(({ syncState }) => syncState === 'synced')
  const synced = await w.until('both have the code', async () => {
    const rows = await rights()
    return rows.length === 2 && rows
  })
  const here = synced.find(({ smartlockId }) => smartlockId === one.smartlockId)
  const id = here?.id as string
  const operator = { role: 'operator' as const, smartlockIds: [one.smartlockId] }
  const everywhere = await member(w, [{ role: 'accessManager' }, { role: 'operator' }])
  const onlyHere = await member(w, [{ role: 'accessManager' }, operator])
  const makeLink = async ({ token }: Caller) =>
    (await w.request('PUT', `/smartlock/${one.smartlockId}/auth/${id}/guestlink`, { token, body: {} })).json()
  const [wide, narrow] = [await makeLink(everywhere), await makeLink(onlyHere)]
  const opened = async (path: string) => {
    const page = await pageOf(w, path)
    return page.doors.filter(({ canOpen }) => canOpen).map(({ smartlockId }) => smartlockId)
  }
  const open = async (path: string) => {
    const token = path.slice('/g/'.length)
    return (await w.request('POST', `/guest/door/${other.smartlockId}/open`, { token, body: {} })).statusCode
  }
  assert.deepEqual(await opened(narrow.path), [one.smartlockId])
  assert.equal(await open(narrow.path), 404)
  assert.deepEqual((await opened(wide.path)).toSorted(), smartlockIds.toSorted())
  await giveRoles(w, everywhere, [
    { role: 'accessManager', smartlockIds: [one.smartlockId] },
    operator,
    { role: 'viewer' },
  ])
  assert.deepEqual(await opened(wide.path), [one.smartlockId], 'a role that views everything gives no doors')
  assert.equal(await open(wide.path), 404)
})

const scoped = (w: World, scopes: Scope[]) => w.caller({ of: w.owner, scopes })

apiTest('the scope account alone makes and reads no address token that gives anything', async (w) => {
  const { host, addressId } = await newPlace(w, (await w.session()).api)
  const params = { addressId }
  const narrow = await scoped(w, ['account'])
  const { data: unit } = await narrow.api.addressUnits.create({ params, body: { name: 'Flat' } })
  assert.ok(!('addressTokenId' in unit), 'the unit is made, its token is not shown')
  assert.ok(!(await narrow.api.addressUnits.list({ params })).data.some((one) => 'addressTokenId' in one))
  assert.ok(!(await narrow.api.addressUnits.listAll()).data.some((one) => 'addressTokenId' in one))
  const refused = await w.refuses(narrow.api.addressUnits.tokens({ params }), 'scope_missing')
  assert.match(refused.message, /smartlock\.auth/)
  const wide = await scoped(w, ['account', 'smartlock.auth'])
  const { data: tokens } = await wide.api.addressUnits.tokens({ params })
  assert.partialDeepStrictEqual(tokens, [{ creator: 'token', hasEnded: true }])
  const tokenId = tokens[0]?.id as string
  const guest = await w.caller()
  await w.refuses(guest.api.addressUnits.tokenInfo({ params: { tokenId } }), 'not_found')
  await w.refuses(guest.api.addressUnits.redeem({ params: { tokenId } }), 'not_found')
  await host.addressUnits.keepToken({ params: { addressId, id: unit.id }, body: {} })
  const { data } = await guest.api.addressUnits.redeem({ params: { tokenId } })
  assert.equal(data.inviteKeys?.length, 1)
  const { data: seen } = await narrow.api.addressUnits.token({ params: { tokenId } })
  assert.ok(!('inviteKeys' in seen), 'nor does it see the keys of what was redeemed')
})

apiTest(
  'the role stayManager makes and reads no address token; accessManager does, for its doors',
  async (w) => {
    const { addressId } = await newPlace(w, (await w.session()).api)
    const { data: owned } = await w.api.addressUnits.create({
      params: { addressId },
      body: { name: 'Owned' },
    })
    const keeper = await member(w, [{ role: 'stayManager', addressIds: [addressId] }])
    const { data: unit } = await keeper.api.addressUnits.create({
      params: { addressId },
      body: { name: 'Flat' },
    })
    assert.ok(!('addressTokenId' in unit))
    assert.deepEqual((await keeper.api.addressUnits.tokens({ params: { addressId } })).data, [])
    const row = await w.api.addressUnits.tokens({ params: { addressId } })
    const made = row.data.find(({ id }) => id !== owned.addressTokenId)
    assert.equal(made?.hasEnded, true)
    await w.refuses(
      (await w.caller()).api.addressUnits.redeem({ params: { tokenId: made?.id as string } }),
      'not_found',
    )
    await giveRoles(w, keeper, [
      { role: 'stayManager', addressIds: [addressId] },
      { role: 'accessManager', addressIds: [addressId] },
    ])
    assert.equal((await keeper.api.addressUnits.tokens({ params: { addressId } })).data.length, 2)
  },
)

apiTest('whoever may not give a door adds it to no address token that is out already', async (w) => {
  const { host, addressId, smartlockId } = await newPlace(w, (await w.session()).api)
  const { smartlockId: vault } = await w.lock({ name: 'Vault' })
  const params = { addressId }
  const tokens = async (name: string) => {
    const { data } = await host.addressUnits.create({ params, body: { name } })
    return { tokenId: data.addressTokenId as string, params: { addressId, id: data.id } }
  }
  const [byAddress, byUnit] = [await tokens('One'), await tokens('Two')]
  const narrow = await scoped(w, ['account'])
  const guest = await w.caller()
  await narrow.api.addressUnits.update({ params: byUnit.params, body: { smartlockIds: [vault] } })
  await w.refuses(guest.api.addressUnits.redeem({ params: byUnit }), 'not_found')
  const named = async () =>
    (await guest.api.addressUnits.tokenInfo({ params: { tokenId: byAddress.tokenId } })).data.smartlockNames
      .length
  assert.equal(await named(), 1, 'the other one is as it was')
  await narrow.api.addresses.update({ params, body: { smartlockIds: [smartlockId, vault] } })
  await w.refuses(guest.api.addressUnits.redeem({ params: { tokenId: byAddress.tokenId } }), 'not_found')
  const wide = await scoped(w, ['account', 'smartlock.auth'])
  await wide.api.addressUnits.update({ params: byAddress.params, body: { smartlockIds: [vault] } })
  assert.equal(await named(), 2, 'who may give all of it brings it back')
})

apiTest(
  'access that was redeemed shrinks with its creator, and stays once the owner keeps the token',
  async (w) => {
    const { host, addressId } = await newPlace(w, (await w.session()).api)
    const { smartlockId: second } = await w.lock({ name: 'Second' })
    const keeper = await member(w, [{ role: 'accessManager' }])
    const givesFor = async () => {
      const { data } = await keeper.api.addressUnits.create({
        params: { addressId },
        body: { name: 'Flat', smartlockIds: [second] },
      })
      const redeemer = await w.caller()
      await redeemer.api.addressUnits.redeem({ params: { tokenId: data.addressTokenId as string } })
      return { addressId, id: data.id }
    }
    await givesFor()
    const kept = await givesFor()
    const apps = async () => (await host.authorizations.list()).data.filter(({ type }) => type === 0).length
    assert.equal(await apps(), 4)
    await host.addressUnits.keepToken({ params: kept, body: {} })
    await giveRoles(w, keeper, [{ role: 'accessManager', smartlockIds: [second] }])
    await w.until('the first door is taken back', async () => (await apps()) === 3)
    await giveRoles(w, keeper, [{ role: 'viewer' }])
    await w.until('the other too', async () => (await apps()) === 2)
    const { data: entries } = await w.api.audit.list({ query: { limit: 50 } })
    assert.equal(entries.filter(({ action }) => action === 'addressToken.ended').length, 2)
  },
)
