import assert from 'node:assert/strict'
import { keypadLock } from '../../../../test/access-device.ts'
import { apiTest, type World } from '../../../../test/world.ts'
import { createLog } from '../../../platform/observe/log.ts'

const CODE = { name: 'Anna', type: 13, remoteAllowed: false } as const

/** A code on a lock of the product's simulator, confirmed. */
async function deliveredCode(w: World, limits: { allowedWeekDays?: number; allowedUntilDate?: string } = {}) {
  const { smartlockId } = await w.simulated()
  const params = { smartlockId }
  const body = { ...CODE, ...limits, code: 384_365 }
  const { operationId } = await w.api.authorizations.createOn({ params, body })
  await w.untilOperation(operationId, 'confirmed')
  const { data } = await w.api.authorizations.listOf({ params })
  return { params, id: data[0]?.id as string }
}

apiTest(
  'explain, for a code and for an authorization, says which rule decides and what comes next',
  async (w) => {
    const { params, id } = await deliveredCode(w, { allowedWeekDays: 64 })
    const monday = '2031-11-17T10:30:00.000Z'
    const byCode = (await w.api.authorizations.explain({ params, query: { code: '384365', at: monday } }))
      .data
    assert.partialDeepStrictEqual(byCode, { allowed: true, rule: 'allowed', authId: id })
    assert.deepEqual(byCode.nextWindows.slice(0, 2), [
      {
        from: monday,
        until: '2031-11-17T23:00:00.000Z',
        fromLocal: '2031-11-17T11:30:00+01:00',
        untilLocal: '2031-11-18T00:00:00+01:00',
      },
      {
        from: '2031-11-23T23:00:00.000Z',
        until: '2031-11-24T23:00:00.000Z',
        fromLocal: '2031-11-24T00:00:00+01:00',
        untilLocal: '2031-11-25T00:00:00+01:00',
      },
    ])
    const query = { authId: id, at: '2031-11-18T10:30:00.000Z' }
    const tuesday = (await w.api.authorizations.explain({ params, query })).data
    assert.partialDeepStrictEqual(tuesday, { allowed: false, rule: 'weekday', authId: id })
    await w.api.authorizations.update({ params: { ...params, id }, body: { enabled: false } })
    const disabled = (await w.api.authorizations.explain({ params, query: { authId: id } })).data
    assert.partialDeepStrictEqual(disabled, { allowed: false, rule: 'disabled', nextWindows: [] })
  },
)

apiTest(
  'explain, for a code nobody has on this lock, says unknown_code, and without "at" speaks of now',
  async (w) => {
    const { params } = await deliveredCode(w)
    const ask = async (code: string) => (await w.api.authorizations.explain({ params, query: { code } })).data
    assert.equal((await ask('384365')).rule, 'allowed')
    for (const code of ['384366', '0384365', '1']) {
      const { rule, allowed, authId } = await ask(code)
      assert.deepEqual([rule, allowed, authId], ['unknown_code', false, undefined], code)
    }
    const other = await keypadLock(w, 'Other')
    const elsewhere = { params: { smartlockId: other.smartlockId }, query: { code: '384365' } }
    assert.equal((await w.api.authorizations.explain(elsewhere)).data.rule, 'unknown_code')
  },
)

apiTest('explain, while the lock has not confirmed a code, says not_delivered', async (w) => {
  const { smartlockId } = await keypadLock(w)
  const params = { smartlockId }
  await w.api.authorizations.createOn({ params, body: { ...CODE, code: 384_365 } })
  const { data } = await w.api.authorizations.explain({ params, query: { code: '384365' } })
  assert.partialDeepStrictEqual(data, { allowed: false, rule: 'not_delivered' })
  assert.equal(data.nextWindows.length, 1)
})

apiTest(
  'explain is refused without exactly one of code and authId, for another lock and without the right',
  async (w) => {
    const { params, id } = await deliveredCode(w)
    const { explain } = w.api.authorizations
    await w.refuses(explain({ params, query: {} }), 'invalid_parameter')
    await w.refuses(explain({ params, query: { code: '384365', authId: id } }), 'invalid_parameter')
    await w.refuses(explain({ params, query: { code: '12a' } }), 'invalid_parameter')
    await w.refuses(explain({ params, query: { authId: 'f'.repeat(24) } }), 'not_found')
    const other = await w.lock({ name: 'Other' })
    const elsewhere = { params: { smartlockId: other.smartlockId }, query: { authId: id } }
    await w.refuses(explain(elsewhere), 'not_found')
    const stranger = await w.account()
    await w.refuses(stranger.api.authorizations.explain({ params, query: { authId: id } }), 'not_found')
  },
)

const lines: string[] = []
const log = createLog({ level: 'trace', destination: { write: (line) => lines.push(line) } })

apiTest(
  'explain leaves the code in no log line and no refusal, whatever the level of the log',
  async (w) => {
    const { params, id } = await deliveredCode(w)
    const path = `/smartlock/${params.smartlockId}/explain`
    assert.equal((await w.request('GET', `${path}?code=384365`)).statusCode, 200)
    const refused = await w.request('GET', `${path}?code=384365&authId=${id}`)
    assert.equal(refused.statusCode, 400)
    assert.doesNotMatch(refused.payload, /384365/)
    const logged = lines.splice(0).join('')
    assert.match(logged, /\/smartlock\/:smartlockId\/explain/, 'requests are logged at this level')
    assert.doesNotMatch(logged, /384365/)
  },
  { log },
)

apiTest(
  'the capability at a time counts what has not expired by then; what starts later has its place',
  async (w) => {
    const { smartlockId } = await keypadLock(w)
    const params = { smartlockId }
    const create = (limits: object) => w.api.authorizations.createOn({ params, body: { ...CODE, ...limits } })
    await create({})
    await create({ allowedUntilDate: '2031-01-01T00:00:00Z' })
    await create({ allowedFromDate: '2032-01-01T00:00:00Z', allowedUntilDate: '2033-01-01T00:00:00Z' })
    const used = async (at?: string) => {
      const query = at === undefined ? {} : { at }
      const { slots } = (await w.api.smartlocks.capability({ params, query })).data
      assert.equal(slots.used + slots.free, slots.total)
      return slots.used
    }
    assert.equal(await used(), 3)
    assert.equal(await used('2030-12-31T23:59:59.999Z'), 3)
    assert.equal(await used('2031-01-01T00:00:00Z'), 2)
    assert.equal(await used('2033-01-01T00:00:00Z'), 1)
  },
)
