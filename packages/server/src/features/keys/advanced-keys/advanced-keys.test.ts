import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADVANCED_KEY_STATUSES, type OperatorAct } from '@latchwork/contract'
import { apiTest, type World } from '../../../../test/world.ts'
import { statusAfter } from './rules.ts'
import * as advancedKeys from './service.ts'

const application = {
  name: 'Rooms Ltd',
  country: 'AT',
  description: 'Short rentals',
  url: 'https://rooms.example',
  email: 'api@rooms.example',
  type: 'SHORT_RENTAL' as const,
  webhookUrl: 'https://rooms.example/hook',
  webhookFeatures: ['DEVICE_STATUS' as const],
}

const OPERATOR_DECIDES = { config: { advancedKey: { autoApprove: false } } }

async function newKey(w: World) {
  const { data } = await w.api.apiKeys.create()
  return { apiKeyId: data.apiKeyId }
}

apiTest(
  'an application, with auto-approve on, is ACTIVE at once and shows its secret once (8.5, D244)',
  async (w) => {
    const params = await newKey(w)
    await w.refuses(w.api.advancedKeys.get({ params }), 'not_found')
    await w.api.advancedKeys.apply({ params, body: application })
    const { data } = await w.api.advancedKeys.get({ params })
    const { secret, creationDate, updateDate, ...shown } = data
    assert.deepEqual(shown, { ...application, restricted: false, webhookStatus: 'ACTIVE', status: 'ACTIVE' })
    assert.match(secret ?? '', /^[0-9a-f]{64}$/)
    assert.equal(creationDate, updateDate)
    await w.refuses(w.api.advancedKeys.apply({ params, body: application }), 'advanced_key_exists')
    const { data: later } = await w.api.advancedKeys.get({ params })
    assert.deepEqual(later, { ...shown, creationDate, updateDate }, 'not a second time')
    const rows = JSON.stringify(await w.db.selectFrom('advanced_api_key').selectAll().execute())
    assert.ok(!rows.includes(secret as string), 'the store does not hold the secret in clear')
  },
)

apiTest(
  'an application, with auto-approve off, waits for the operator and goes through its states',
  async (w) => {
    const params = await newKey(w)
    const ctx = w.service.contextFor(0)
    const decide = (act: OperatorAct) => advancedKeys.decide(ctx, params.apiKeyId, act)
    const shown = async () => {
      const { data } = await w.api.advancedKeys.get({ params })
      return [data.status, data.webhookStatus, data.secret !== undefined]
    }
    await w.api.advancedKeys.apply({ params, body: application })
    assert.deepEqual(await shown(), ['APPLIED', undefined, false])
    assert.deepEqual(await decide('test'), { isDone: true, status: 'TESTING' })
    assert.deepEqual(await shown(), ['TESTING', 'ACTIVE', true])
    assert.deepEqual(await decide('approve'), { isDone: true, status: 'ACTIVE' })
    assert.deepEqual(await decide('suspend'), { isDone: true, status: 'INACTIVE' })
    assert.deepEqual(await shown(), ['INACTIVE', 'ACTIVE', false])
    assert.deepEqual(await decide('approve'), { isDone: false, status: 'INACTIVE' })
    await w.api.advancedKeys.apply({ params, body: application })
    assert.deepEqual(await shown(), ['APPLIED', undefined, false])
    await w.refuses(w.api.advancedKeys.apply({ params, body: application }), 'advanced_key_exists')
    assert.deepEqual(await decide('reject'), { isDone: true, status: 'INACTIVE' })
    assert.equal(await advancedKeys.decide(ctx, 2_000_000_000, 'approve'), undefined)
  },
  OPERATOR_DECIDES,
)

apiTest('deleting an advanced key ends its secret; a new application gets another one (D58)', async (w) => {
  const params = await newKey(w)
  await w.api.advancedKeys.apply({ params, body: application })
  const { data: first } = await w.api.advancedKeys.get({ params })
  await w.api.advancedKeys.remove({ params })
  await w.refuses(w.api.advancedKeys.remove({ params }), 'not_found')
  await w.refuses(w.api.advancedKeys.reactivate({ params }), 'not_found')
  await w.refuses(w.api.advancedKeys.update({ params, body: {} }), 'not_found')
  await w.api.advancedKeys.apply({ params, body: application })
  const { data: second } = await w.api.advancedKeys.get({ params })
  assert.notEqual(second.secret, first.secret)
  await w.api.apiKeys.remove({ params })
  assert.deepEqual(await w.db.selectFrom('advanced_api_key').selectAll().execute(), [], 'gone with its key')
})

apiTest('only type ONLY_SECRET does without a webhook, and gets one when it is given a URL', async (w) => {
  const params = await newKey(w)
  const { webhookUrl, webhookFeatures, ...company } = application
  for (const missing of [company, { ...company, webhookUrl }, { ...company, webhookFeatures }]) {
    await w.refuses(w.api.advancedKeys.apply({ params, body: missing }), 'invalid_parameter')
  }
  await w.api.advancedKeys.apply({ params, body: { ...company, type: 'ONLY_SECRET' } })
  const { data: before } = await w.api.advancedKeys.get({ params })
  assert.deepEqual([before.webhookUrl, before.webhookStatus], [undefined, undefined])
  await w.api.advancedKeys.reactivate({ params })
  await w.api.advancedKeys.update({ params, body: { webhookUrl, webhookFeatures } })
  const { data: after } = await w.api.advancedKeys.get({ params })
  assert.deepEqual(
    [after.webhookUrl, after.webhookFeatures, after.webhookStatus],
    [webhookUrl, webhookFeatures, 'ACTIVE'],
  )
})

apiTest('an update takes URL and features by either name and leaves the rest alone (D16, D11)', async (w) => {
  const params = await newKey(w)
  await w.api.advancedKeys.apply({ params, body: application })
  const path = `/api/key/${params.apiKeyId}/advanced`
  const response = await w.request('POST', path, {
    body: { webhook_url: 'https://other.example/', name: 'ignored', type: 7 },
  })
  assert.equal(response.statusCode, 204)
  const { data } = await w.api.advancedKeys.get({ params })
  assert.deepEqual(
    [data.webhookUrl, data.webhookFeatures, data.name],
    ['https://other.example/', ['DEVICE_STATUS'], 'Rooms Ltd'],
  )
  for (const webhookUrl of [
    'http://rooms.example/',
    'nonsense',
    'https://10.0.0.1/',
    'https://user:password@rooms.example/',
  ]) {
    await w.refuses(w.api.advancedKeys.update({ params, body: { webhookUrl } }), 'url_not_allowed')
    const other = { params: await newKey(w), body: { ...application, webhookUrl } }
    await w.refuses(w.api.advancedKeys.apply(other), 'url_not_allowed')
  }
  const twice = await w.request('POST', path, { body: { webhookFeatures: ['DEVICE_LOGS', 'DEVICE_LOGS'] } })
  assert.equal(twice.json().code, 'invalid_parameter')
})

apiTest('reactivate switches a deactivated webhook on and changes nothing else (D58)', async (w) => {
  const params = await newKey(w)
  await w.api.advancedKeys.apply({ params, body: application })
  await w.api.advancedKeys.get({ params })
  const { data: active } = await w.api.advancedKeys.get({ params })
  await w.api.advancedKeys.reactivate({ params })
  assert.deepEqual((await w.api.advancedKeys.get({ params })).data, active)
  await w.db.updateTable('advanced_api_key').set({ webhook_status: 'DEACTIVATED' }).execute()
  await w.api.advancedKeys.reactivate({ params })
  assert.equal((await w.api.advancedKeys.get({ params })).data.webhookStatus, 'ACTIVE')
})

test('the operator has exactly the transitions of the table of states (8.5)', () => {
  const table = (['test', 'approve', 'reject', 'suspend'] as const).map((act) =>
    ADVANCED_KEY_STATUSES.map((status) => statusAfter(act, status)),
  )
  assert.deepEqual(table, [
    [undefined, 'TESTING', undefined, undefined],
    [undefined, 'ACTIVE', 'ACTIVE', undefined],
    [undefined, 'INACTIVE', undefined, undefined],
    [undefined, undefined, 'INACTIVE', 'INACTIVE'],
  ])
})
