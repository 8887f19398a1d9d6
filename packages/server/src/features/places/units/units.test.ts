import assert from 'node:assert/strict'
import { playedKeypad } from '../../../../test/access-device.ts'
import { FOUND_CAPABILITY } from '../../../../test/played-gateway.ts'
import { apiTest, type World } from '../../../../test/world.ts'

const tokenOf = ({ addressTokenId }: { addressTokenId?: string }): string =>
  addressTokenId ?? assert.fail('the token is not shown')

apiTest('a unit comes with a token that anybody who holds its id can ask about (D37, D79)', async (w) => {
  const { smartlockId } = await w.lock({ name: 'Front door' })
  const { data: address } = await w.api.addresses.create({
    body: { name: 'Mill Street 1', smartlockIds: [smartlockId] },
  })
  const params = { addressId: address.addressId }
  const { data: unit } = await w.api.addressUnits.create({ params, body: { name: 'Flat 3' } })
  assert.deepEqual((await w.api.addressUnits.list({ params })).data, [unit])
  assert.equal((await w.api.addresses.list()).data[0]?.unitCount, 1)
  const info = await w.request('GET', `/address/token/${tokenOf(unit)}`, { token: null })
  assert.deepEqual(info.json(), {
    id: tokenOf(unit),
    addressName: 'Mill Street 1',
    smartlockNames: ['Front door'],
  })
  const stranger = await w.account()
  const token = { id: tokenOf(unit), addressId: address.addressId, creationDate: unit.creationDate }
  const { data: seen } = await stranger.api.addressUnits.token({ params: { tokenId: tokenOf(unit) } })
  assert.deepEqual(seen, token)
  assert.deepEqual((await w.api.addressUnits.tokens({ params })).data, [{ ...token, creator: 'token' }])
  await w.refuses(stranger.api.addressUnits.tokens({ params }), 'not_found')
})

apiTest('a unit that is renamed keeps its token, and only its owner can rename it (D38, D79)', async (w) => {
  const { data: address } = await w.api.addresses.create({ body: { name: 'A', smartlockIds: [] } })
  const { data: other } = await w.api.addresses.create({ body: { name: 'B', smartlockIds: [] } })
  const { addressId } = address
  const { data: unit } = await w.api.addressUnits.create({ params: { addressId }, body: { name: 'Flat 3' } })
  const params = { addressId, id: unit.id }
  const { data: renamed } = await w.api.addressUnits.update({ params, body: { ...unit, name: 'Attic' } })
  assert.deepEqual(renamed, { ...unit, name: 'Attic' })
  assert.deepEqual((await w.api.addressUnits.list({ params })).data, [renamed])
  const body = { name: 'Mine' }
  const stranger = await w.account()
  await w.refuses(stranger.api.addressUnits.update({ params, body }), 'not_found')
  const elsewhere = { addressId: other.addressId, id: unit.id }
  await w.refuses(w.api.addressUnits.update({ params: elsewhere, body }), 'not_found')
})

const addressWith = async (w: World, smartlockIds: number[]) => {
  const { data } = await w.api.addresses.create({ body: { name: 'Mill Street 1', smartlockIds } })
  return { addressId: data.addressId }
}

const unitAt = async (w: World, params: { addressId: number }, name = 'Flat') =>
  (await w.api.addressUnits.create({ params, body: { name } })).data

apiTest(
  'a token is redeemed once, by any account, and gives one invite key per lock (D80, D81)',
  async (w) => {
    const [one, two] = [await playedKeypad(w, 'One'), await playedKeypad(w, 'Two')]
    const params = await addressWith(w, [two.smartlockId, one.smartlockId])
    const unit = await unitAt(w, params)
    const guest = await w.account()
    const token = { tokenId: tokenOf(unit) }
    const { data: redeemed, operationId } = await guest.api.addressUnits.redeem({ params: token })
    assert.partialDeepStrictEqual(redeemed, { success: true, redeemAccountId: guest.accountId, ...params })
    assert.equal(redeemed.inviteKeys?.length, 2)
    for (const key of redeemed.inviteKeys ?? []) assert.match(key, /^\d{9}$/)
    assert.ok(!('redeemResult' in redeemed))
    await w.refuses(guest.api.addressUnits.redeem({ params: token }), 'token_already_redeemed')
    one.obeyAll()
    two.obeyAll()
    await w.untilOperation(operationId, 'confirmed')
    const { data: seen } = await guest.api.addressUnits.token({ params: token })
    assert.deepEqual([seen.redeemResult, seen.inviteKeys], ['ok', redeemed.inviteKeys])
    const other = await w.account()
    const { data: hidden } = await other.api.addressUnits.token({ params: token })
    assert.ok(!('inviteKeys' in hidden), 'keys are for the owner and the one who redeemed')
    assert.deepEqual((await w.api.addressUnits.tokens({ params })).data[0]?.inviteKeys, redeemed.inviteKeys)
    assert.equal((await w.api.addressUnits.list({ params })).data[0]?.redeemResult, 'ok')
    const granted = (await w.api.authorizations.list()).data
    assert.deepEqual(
      granted.map(({ type }) => type),
      [0, 0],
    )
    const users = (await w.api.accountUsers.list()).data
    assert.deepEqual(
      [...new Set(granted.map(({ accountUserId }) => accountUserId))],
      [users[0]?.accountUserId],
    )
    const stored = JSON.stringify(await w.db.selectFrom('address_unit').selectAll().execute())
    assert.ok(!stored.includes(redeemed.inviteKeys?.[0] as string), 'sealed at rest')
  },
)

apiTest('a token gives access to the locks that take it, and says which it leaves out (D168)', async (w) => {
  const [own, foreign] = [await playedKeypad(w, 'Own'), await w.lock({ name: 'Foreign' })]
  await w.db
    .updateTable('smartlock')
    .set({ capability: JSON.stringify(FOUND_CAPABILITY) })
    .where('smartlock_id', '=', foreign.smartlockId)
    .execute()
  const unit = await unitAt(w, await addressWith(w, [foreign.smartlockId, own.smartlockId]))
  const token = { tokenId: tokenOf(unit) }
  const { data: info } = await w.api.addressUnits.tokenInfo({ params: token })
  assert.deepEqual([info.smartlockNames, info.leftOutSmartlockNames], [['Own'], ['Foreign']])
  own.obeyAll()
  const { data, operationId } = await (await w.account()).api.addressUnits.redeem({ params: token })
  assert.deepEqual([data.inviteKeys?.length, data.leftOutSmartlockNames], [1, ['Foreign']])
  await w.untilOperation(operationId, 'confirmed')
  const { data: granted } = await w.api.authorizations.list()
  assert.deepEqual(
    granted.map(({ smartlockId, type }) => [smartlockId, type]),
    [[own.smartlockId, 0]],
  )
  const none = await unitAt(w, await addressWith(w, [foreign.smartlockId]))
  const params = { tokenId: tokenOf(none) }
  await w.refuses(w.api.addressUnits.redeem({ params }), 'invalid_parameter')
  assert.equal(
    (await w.api.addressUnits.token({ params })).data.redeemDate,
    undefined,
    'it can be redeemed later',
  )
})

apiTest(
  'who redeemed a token can ask what became of it, and nobody else but the owner (D23, D80)',
  async (w) => {
    const door = await playedKeypad(w, 'Door')
    const unit = await unitAt(w, await addressWith(w, [door.smartlockId]))
    const guest = await w.account()
    const { operationId } = await guest.api.addressUnits.redeem({ params: { tokenId: tokenOf(unit) } })
    const params = { operationId: operationId as string }
    const { data: waiting } = await guest.api.operations.get({ params })
    assert.partialDeepStrictEqual(waiting, { ...params, type: 'token.redeem', status: 'queued' })
    for (const field of ['smartlockId', 'authIds', 'children'])
      assert.ok(!(field in waiting), `${field} belongs to the owner`)
    assert.deepEqual((await guest.api.operations.list()).data, [])
    await w.refuses((await w.account()).api.operations.get({ params }), 'not_found')
    const { children = [] } = (await w.api.operations.get({ params })).data
    for (const child of children)
      await w.refuses(guest.api.operations.get({ params: { operationId: child } }), 'not_found')
    door.obeyAll()
    await w.untilOperation(operationId, 'confirmed')
    assert.equal((await guest.api.operations.get({ params })).data.status, 'confirmed')
  },
)

apiTest('a redemption with a wrong field is refused, one of no token is not found (D31)', async (w) => {
  const unit = await unitAt(w, await addressWith(w, []))
  const redeem = (tokenId: string) =>
    w.request('POST', `/address/token/${tokenId}/redeem`, { body: { email: 'yes' } })
  assert.equal((await redeem(tokenOf(unit))).json().errors[0].path, 'email')
  assert.equal((await redeem('f'.repeat(24))).statusCode, 404)
})

apiTest('a redemption mails the keys unless told not to (D81)', async (w) => {
  const { smartlockId } = await w.lock({ name: 'Front' })
  const params = await addressWith(w, [smartlockId])
  const [mailed, silent] = [await unitAt(w, params), await unitAt(w, params)]
  const guest = await w.account()
  const mails = async () => w.db.selectFrom('mail').select(['template', 'recipient']).execute()
  await w.request('POST', `/address/token/${tokenOf(silent)}/redeem?email=False`, {
    token: guest.token,
  })
  assert.deepEqual(
    (await mails()).filter(({ template }) => template === 'addressKeys'),
    [],
  )
  await w.request('POST', `/address/token/${tokenOf(mailed)}/redeem`, { token: guest.token })
  const [mail] = (await mails()).filter(({ template }) => template === 'addressKeys')
  assert.match(mail?.recipient ?? '', /^caller/)
})

apiTest('a lock that refuses makes the redemption fail, visibly (8.9)', async (w) => {
  const lock = await playedKeypad(w)
  const params = await addressWith(w, [lock.smartlockId])
  const unit = await unitAt(w, params)
  lock.obeyAll(() => 0x13)
  const { operationId } = await w.api.addressUnits.redeem({ params: { tokenId: tokenOf(unit) } })
  await w.untilOperation(operationId, 'failed')
  assert.equal((await w.api.addressUnits.list({ params })).data[0]?.redeemResult, 'failed')
})

apiTest(
  'deleting units kills their tokens at once, and they are gone when the locks confirmed (D79)',
  async (w) => {
    const lock = await playedKeypad(w)
    const params = await addressWith(w, [lock.smartlockId])
    const [used, fresh] = [await unitAt(w, params, 'Used'), await unitAt(w, params, 'Fresh')]
    const tokenId = tokenOf(used)
    const { operationId: redeemed } = await w.api.addressUnits.redeem({ params: { tokenId } })
    const busy = w.api.addressUnits.remove({ params: { ...params, id: used.id } })
    await w.refuses(busy, 'resource_locked')
    lock.obeyAll()
    await w.untilOperation(redeemed, 'confirmed')
    const unknown = 'f'.repeat(24)
    const { data, operationId } = await w.api.addressUnits.removeMany({
      params,
      body: [used.id, unknown, fresh.id],
    })
    assert.match(data.requestId, /^[0-9a-f]{24}$/)
    assert.match(data.error ?? '', new RegExp(unknown))
    assert.equal((await w.request('GET', `/address/token/${tokenId}`, { token: null })).statusCode, 404)
    await w.untilOperation(operationId, 'confirmed')
    assert.deepEqual((await w.api.addressUnits.list({ params })).data, [])
    assert.equal(lock.held.size, 0)
    const callbacks = await w.db
      .selectFrom('event')
      .select('payload')
      .where('feature', '=', 'CALLBACK')
      .execute()
    assert.deepEqual(
      callbacks.map(({ payload }) => JSON.parse(payload)),
      [
        {
          type: 'UnitDeletion',
          requestId: data.requestId,
          success: true,
          detail: [
            { id: used.id, success: true },
            { id: fresh.id, success: true },
          ],
        },
      ],
    )
    await w.refuses(w.api.addressUnits.removeMany({ params, body: [unknown] }), 'not_found')
    await w.refuses(w.api.addressUnits.remove({ params: { ...params, id: used.id } }), 'not_found')
  },
)

apiTest(
  'a unit whose lock refuses to give the access back stays, and the callback says why (7.4)',
  async (w) => {
    const lock = await playedKeypad(w)
    const params = await addressWith(w, [lock.smartlockId])
    const unit = await unitAt(w, params)
    lock.obeyAll((_id, entry) => (entry === null ? 0x20 : undefined))
    const redeemed = await w.api.addressUnits.redeem({ params: { tokenId: tokenOf(unit) } })
    await w.untilOperation(redeemed.operationId, 'confirmed')
    const { operationId } = await w.api.addressUnits.remove({ params: { ...params, id: unit.id } })
    await w.untilOperation(operationId, 'failed')
    const [callback] = await w.db
      .selectFrom('event')
      .select('payload')
      .where('feature', '=', 'CALLBACK')
      .execute()
    assert.partialDeepStrictEqual(JSON.parse(callback?.payload ?? ''), {
      success: false,
      detail: [{ id: unit.id, success: false, errorCode: '20' }],
    })
    assert.equal((await w.api.addressUnits.list({ params })).data.length, 1)
  },
)

apiTest('an address that is deleted takes its tokens and what they granted with it (D84)', async (w) => {
  const lock = await playedKeypad(w)
  lock.obeyAll()
  const params = await addressWith(w, [lock.smartlockId])
  const unit = await unitAt(w, params)
  const redeemed = await w.api.addressUnits.redeem({ params: { tokenId: tokenOf(unit) } })
  await w.untilOperation(redeemed.operationId, 'confirmed')
  const { operationId } = await w.api.addresses.remove({ params })
  await w.untilOperation(operationId, 'confirmed')
  assert.equal(lock.held.size, 0)
  assert.equal((await w.request('GET', `/address/token/${tokenOf(unit)}`, { token: null })).statusCode, 404)
})
