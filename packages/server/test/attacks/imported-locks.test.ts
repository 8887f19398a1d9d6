import assert from 'node:assert/strict'
import { RIGHTS } from '@latchwork/contract'
import { CALLER_PASSWORD } from '../callers.ts'
import { mailsTo } from '../mails.ts'
import { clockOf, standingStill } from '../manual-time.ts'
import { MEMBER_PASSWORD, member } from '../members.ts'
import { emptyAccount, startOther } from '../other-service.ts'
import { foundLock, playGateway } from '../played-gateway.ts'
import { apiTest, type Caller, type World } from '../world.ts'

/** What others can do with locks that came from another service, or with an import of made-up ones. */
const HERE = { config: { outbound: { allowLoopback: true } } }

const LOCK = 0x4_0000_00a1
const lockThere = (smartlockId: number) => ({ smartlockId, type: 4, name: 'Front', config: {} })
const KEY = 'zwave:1'

/** Brings locks over, to the end. */
async function imported(w: World, t: Parameters<typeof startOther>[0], ids: readonly number[]) {
  const other = await startOther(t, { ...emptyAccount(), locks: ids.map(lockThere) })
  const { data } = await w.api.imports.create({ body: { url: other.url, token: 'token-of-the-other-side' } })
  const params = { importId: data.importId }
  const report = async () => (await w.api.imports.get({ params })).data
  await w.until('it is compared', async () => (await report()).state === 'planned')
  await w.api.imports.start({ params })
  return w.until('it has ended', async () => {
    const now = await report()
    return ['done', 'failed'].includes(now.state) && now
  })
}

apiTest(
  'a token that may register locks cannot make a gateway of its own the connection of an imported lock (D107)',
  async (w, t) => {
    await imported(w, t, [LOCK])
    const gateway = await playGateway(w)
    await gateway.report({ locks: [foundLock({ key: KEY })] })
    const params = { gatewayId: gateway.gatewayId, key: KEY }
    const adoption = (caller: Caller, more = {}) =>
      caller.api.gateways.adopt({ params, body: { name: 'Front', smartlockId: LOCK, ...more } })
    const creator = await w.caller({ of: w.owner, scopes: ['smartlock.create'] })
    await w.refuses(adoption(creator, { currentPassword: 'correct horse' }), 'scope_missing')
    const registrar = await w.caller({ rights: 1 })
    await w.refuses(adoption(registrar, { currentPassword: CALLER_PASSWORD }), 'right_missing')
    await w.refuses(adoption(await w.session(registrar)), 'right_missing')
    const { smartlockId: shed } = await w.lock({ name: 'Shed' })
    const configuresShed = await member(w, [
      { rights: RIGHTS.manageSmartlock },
      { rights: RIGHTS.manageConfig, smartlockIds: [shed] },
    ])
    await w.refuses(adoption(configuresShed, { currentPassword: MEMBER_PASSWORD }), 'right_missing')
    await w.refuses(adoption(w.owner), 'step_up_required')
    await w.refuses(adoption(w.owner, { currentPassword: 'wrong horse' }), 'invalid_credentials')
    assert.equal(
      (await gateway.call(`adoptions/${KEY}/credentials`)).statusCode,
      404,
      'the gateway serves nothing',
    )
    const { data: before } = await w.api.smartlocks.get({ params: { smartlockId: LOCK } })
    assert.equal(before.driver, 'imported')

    const keeper = await w.session(await w.caller({ rights: 4 | 1 }))
    assert.equal((await adoption(keeper)).data.smartlockId, LOCK)
    assert.equal((await adoption(creator)).data.smartlockId, LOCK, 'asked again, it answers the same')
    const mails = await mailsTo(w, w.credentials.email)
    assert.ok(mails.some(({ text }) => /credentials[\s\S]*Front/.test(text)))
    const entries = (await w.api.audit.list({ query: { limit: 50 } })).data
    const entry = entries.find(({ action }) => action === 'smartlock.connected')
    assert.partialDeepStrictEqual(entry, { subject: String(LOCK), accountId: keeper.accountId })
  },
  HERE,
)

apiTest(
  'imports of made-up locks tell no more often than registrations which ids others have (D122)',
  async (w, t) => {
    const stranger = await w.caller()
    const ids = Array.from({ length: 24 }, (_, i) => LOCK + i)
    const deviceIdOf = (id: number) => (id % 0x1_0000_0000).toString(16).padStart(8, '0')
    for (const id of ids) await w.lock({ by: stranger, type: 4, deviceId: deviceIdOf(id) })
    let told = 0
    for (let i = 0; i < ids.length; i += 6) {
      const { lines, error } = await imported(w, t, ids.slice(i, i + 6))
      told += lines.filter(({ reason }) => reason === 'idTaken').length
      assert.equal(error, 'tooManyTaken')
    }
    assert.equal(told, 10)
    const registered = () =>
      w.request('PUT', '/smartlock', { body: { type: 4, name: 'Door', deviceId: deviceIdOf(LOCK) } })
    assert.equal((await registered()).json().code, 'rate_limited', 'both count together')
    clockOf(w).advance(3_601_000)
    const later = await imported(w, t, [LOCK, LOCK + 100])
    assert.deepEqual(
      later.lines.map(({ reason }) => reason),
      ['idTaken', undefined],
    )
  },
  { ...HERE, ...standingStill() },
)
