import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { OperatorAct } from '@latchwork/contract'
import { type Client, consentTo, revoke } from '../../../../../test/oauth-consent.ts'
import { type Receiver, startReceiver, TO_RECEIVERS } from '../../../../../test/webhook-receiver.ts'
import { apiTest, type Caller, type World } from '../../../../../test/world.ts'
import { ManualClock } from '../../../../platform/clock.ts'
import * as advancedKeys from '../../../keys/advanced-keys/service.ts'
import { removeEndedGrants } from '../../../keys/oauth/jobs.ts'
import * as mail from '../../../mail/service.ts'

const options = { config: { outbound: TO_RECEIVERS } }
const OPERATOR_DECIDES = { config: { outbound: TO_RECEIVERS, advancedKey: { autoApprove: false } } }
const DAY = 86_400_000

interface Vendor extends Client {
  caller: Caller
  apiKeyId: number
  receiver: Receiver
}

/** Another account with an advanced key whose central webhook is the receiver. */
async function newVendor(w: World, t: { after(done: () => unknown): void }): Promise<Vendor> {
  const receiver = await startReceiver(t)
  const caller = await w.account()
  const redirectUri = 'https://rooms.example/callback'
  const { data: key } = await caller.api.apiKeys.create({ body: { redirectUris: [redirectUri] } })
  const params = { apiKeyId: key.apiKeyId }
  await caller.api.advancedKeys.apply({
    params,
    body: {
      name: 'Rooms',
      country: 'AT',
      description: 'Rentals',
      url: 'https://rooms.example',
      email: 'api@rooms.example',
      type: 'SHORT_RENTAL',
      webhookUrl: receiver.url,
      webhookFeatures: ['DEVICE_MASTERDATA', 'DEVICE_STATUS', 'DEVICE_LOGS'],
    },
  })
  const secret = (await caller.api.advancedKeys.get({ params })).data.secret ?? ''
  return { caller, receiver, apiKeyId: key.apiKeyId, clientId: key.apiKey as string, secret, redirectUri }
}

const rename = (caller: Caller, smartlockId: number, name: string) =>
  caller.api.smartlocks.update({ params: { smartlockId }, body: { name } })

const namesAt = ({ messages }: Receiver) => messages.map(({ payload }) => payload.name ?? payload.feature)

const statusOf = async ({ caller, apiKeyId }: Vendor) =>
  (await caller.api.advancedKeys.get({ params: { apiKeyId } })).data.webhookStatus

/** An event that everybody who may gets: when it is there, what came before has been there or never will be. */
async function assertNothingElse(w: World, by: Caller, receiver: Receiver, expected: string[]) {
  const canary = await startReceiver({ after: (close) => w.onStop(async () => void (await close())) })
  await by.api.webhooks.register({
    body: { webhookUrl: canary.url, webhookFeatures: ['DEVICE_MASTERDATA'] },
  })
  await w.lock({ by, name: 'Canary' })
  await w.until('the event at another webhook of the account', async () => canary.messages.length === 1)
  assert.deepEqual(namesAt(receiver), expected)
}

apiTest(
  'a central webhook gets the events of the key’s own account, signed with the key’s secret, in order per lock (D85, D87, D91)',
  async (w, t) => {
    const { caller, receiver, apiKeyId, secret } = await newVendor(w, t)
    const { smartlockId } = await w.lock({ by: caller })
    for (let i = 0; i < 10; i++) await rename(caller, smartlockId, `Name ${i}`)
    await w.until('all events', async () => receiver.messages.length === 11)
    assert.deepEqual(namesAt(receiver), ['Door', ...Array.from({ length: 10 }, (_, i) => `Name ${i}`)])
    const [first] = receiver.messages
    const hex = createHmac('sha256', secret)
      .update(first?.body ?? '')
      .digest('hex')
    assert.equal(first?.headers['x-nuki-signature-sha256'], hex)
    const log = await w.until('the log', async () => {
      const { data } = await caller.api.webhooks.logs({ params: { apiKeyId } })
      return data.length === 11 && data
    })
    assert.deepEqual(
      [log[0]?.accountId, log[0]?.response?.path, log[0]?.succeeded],
      [caller.accountId, receiver.url, true],
    )
    assert.deepEqual((await caller.api.webhooks.list()).data, [], 'it is no decentral webhook (#14)')
    const params = { id: log[0]?.webhookId as number }
    await w.refuses(caller.api.webhooks.remove({ params }), 'not_found')
  },
  options,
)

apiTest(
  'a central webhook gets the events of an account that granted webhook.central, as far as it consented (D85, 7.2)',
  async (w, t) => {
    const vendor = await newVendor(w, t)
    const { receiver, apiKeyId, caller } = vendor
    await w.lock({ name: 'Before' })
    await consentTo(w, vendor, 'webhook.central smartlock.readOnly')
    const { smartlockId } = await w.simulated()
    const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
    await w.untilOperation(operationId, 'confirmed')
    await w.lock({ name: 'After' })
    await w.until('the last event', async () => namesAt(receiver).includes('After'))
    assert.ok(!namesAt(receiver).includes('Before'), 'nothing from before the consent')
    assert.ok(
      !receiver.messages.some(({ payload }) => payload.feature === 'DEVICE_LOGS'),
      'no scope for logs',
    )
    const { data: log } = await caller.api.webhooks.logs({ params: { apiKeyId } })
    assert.deepEqual([...new Set(log.map(({ accountId }) => accountId))], [w.owner.accountId])
    const { id } = log[0] as { id: string }
    await caller.api.webhooks.resend({ params: { apiKeyId, id } })
    const count = receiver.messages.length
    await w.until('the event once more', async () => receiver.messages.length === count + 1)
  },
  options,
)

apiTest(
  'a grant without webhook.central shows the central webhook no event, but the callbacks of its calls (D94)',
  async (w, t) => {
    const vendor = await newVendor(w, t)
    const { accessToken } = await consentTo(w, vendor, 'smartlock smartlock.action smartlock.log')
    const { smartlockId } = await w.simulated()
    const response = await w.request('POST', `/smartlock/${smartlockId}/action/unlock/advanced`, {
      token: accessToken,
    })
    assert.equal(response.statusCode, 200, response.payload)
    const { requestId } = response.json() as { requestId: string }
    await w.until('the callback', async () => vendor.receiver.messages.length > 0)
    assert.deepEqual(
      vendor.receiver.messages.map(({ payload }) => [payload.type, payload.requestId]),
      [['UnlockAction', requestId]],
    )
  },
  options,
)

apiTest(
  'a grant that ends takes the central webhook with it at once, unless the account has another one',
  async (w, t) => {
    const vendor = await newVendor(w, t)
    const first = await consentTo(w, vendor, 'webhook.central smartlock offline_access')
    const second = await consentTo(w, vendor, 'webhook.central smartlock.readOnly offline_access')
    const { smartlockId } = await w.lock()
    await revoke(w, vendor, second.refreshToken)
    await rename(w.owner, smartlockId, 'Still')
    await w.until('the first grant holds', async () => namesAt(vendor.receiver).length === 2)
    await revoke(w, vendor, first.refreshToken)
    await assertNothingElse(w, w.owner, vendor.receiver, ['Door', 'Still'])
    await consentTo(w, vendor, 'webhook.central smartlock')
    await w.api.integrations.remove({ body: { apiKeyId: String(vendor.apiKeyId) } })
    await rename(w.owner, smartlockId, 'Unseen')
    await assertNothingElse(w, w.owner, vendor.receiver, ['Door', 'Still'])
  },
  options,
)

apiTest(
  'a consent for one hour shows the central webhook no event after it, and leaves a lasting one alone (D245)',
  async (w, t) => {
    const vendor = await newVendor(w, t)
    const { smartlockId } = await w.lock()
    await consentTo(w, vendor, 'webhook.central smartlock', 'allow for one hour')
    await rename(w.owner, smartlockId, 'Within')
    await w.until('the hour', async () => namesAt(vendor.receiver).includes('Within'))
    const end = () =>
      w.db.updateTable('oauth_grant').set({ ends_at: 1 }).where('ends_at', 'is not', null).execute()
    await end()
    await rename(w.owner, smartlockId, 'Unseen')
    await assertNothingElse(w, w.owner, vendor.receiver, ['Within'])
    await consentTo(w, vendor, 'webhook.central smartlock')
    await consentTo(w, vendor, 'webhook.central smartlock', 'allow for one hour')
    await end()
    await removeEndedGrants.run(w.service.contextFor(0), null)
    assert.equal((await w.db.selectFrom('oauth_grant').select('id').execute()).length, 1)
    await rename(w.owner, smartlockId, 'Lasting')
    await w.until('the lasting consent', async () => namesAt(vendor.receiver).includes('Lasting'))
  },
  options,
)

apiTest(
  'a central webhook serves its own account while TESTING, granting ones when ACTIVE, nobody when suspended (8.5)',
  async (w, t) => {
    const vendor = await newVendor(w, t)
    const decide = (act: OperatorAct) => advancedKeys.decide(w.service.contextFor(0), vendor.apiKeyId, act)
    await w.lock({ by: vendor.caller, name: 'Applied' })
    await decide('test')
    const { data } = await vendor.caller.api.advancedKeys.get({ params: { apiKeyId: vendor.apiKeyId } })
    await consentTo(w, { ...vendor, secret: data.secret as string }, 'webhook.central smartlock')
    await w.lock({ by: vendor.caller, name: 'Own' })
    await assertNothingElse(w, w.owner, vendor.receiver, ['Own'])
    await decide('approve')
    await w.lock({ name: 'Granted' })
    await w.until('the granting account', async () => vendor.receiver.messages.length === 2)
    await decide('suspend')
    await w.lock({ by: vendor.caller, name: 'Unseen' })
    await assertNothingElse(w, w.owner, vendor.receiver, ['Own', 'Granted'])
  },
  OPERATOR_DECIDES,
)

apiTest(
  'an answer of 410 deactivates the central webhook for all accounts; #9 replays each in order (D89, D90)',
  async (w, t) => {
    const vendor = await newVendor(w, t)
    await consentTo(w, vendor, 'webhook.central smartlock')
    vendor.receiver.answer = (_message, response) => response.writeHead(410).end()
    const own = await w.lock({ by: vendor.caller, name: 'Gone' })
    await w.until('deactivated', async () => (await statusOf(vendor)) === 'DEACTIVATED')
    const mails = await mail.listAll(w.service.contextFor(0), {})
    const { data: owner } = await vendor.caller.api.account.get()
    assert.deepEqual(
      mails.filter(({ template }) => template === 'webhookDeactivated').map(({ recipient }) => recipient),
      [owner.email],
      'its owner is told, once, and nobody else',
    )
    const granted = await w.lock({ name: 'A' })
    for (const name of ['B', 'C']) {
      await rename(vendor.caller, own.smartlockId, `own ${name}`)
      await rename(w.owner, granted.smartlockId, name)
    }
    await assertNothingElse(w, w.owner, vendor.receiver, ['Gone'])
    vendor.receiver.answer = (_message, response) => response.end()
    const params = { apiKeyId: vendor.apiKeyId }
    await vendor.caller.api.advancedKeys.reactivate({ params })
    assert.equal(await statusOf(vendor), 'ACTIVE')
    await w.until('the replay', async () => vendor.receiver.messages.length === 7)
    const names = namesAt(vendor.receiver).slice(1)
    const isOwn = (name: string | undefined) => name?.startsWith('own') === true
    assert.deepEqual(names.filter(isOwn), ['own B', 'own C'])
    assert.deepEqual(
      names.filter((name) => !isOwn(name) && name !== 'Canary'),
      ['A', 'B', 'C'],
    )
  },
  options,
)

apiTest(
  'five days of failures for one account leave a central webhook on that others are served by (D90)',
  async (w, t) => {
    const vendor = await newVendor(w, t)
    await consentTo(w, vendor, 'webhook.central smartlock')
    const clock = w.service.platform.clock as ManualClock
    const failures = () =>
      w.db
        .selectFrom('webhook_endpoint')
        .select('failing_since')
        .where('failing_since', 'is not', null)
        .where('lease_owner', 'is', null)
        .executeTakeFirst()
    const anyLease = () =>
      w.db
        .selectFrom('webhook_endpoint')
        .select('endpoint_id')
        .where('lease_owner', 'is not', null)
        .executeTakeFirst()
    vendor.receiver.answer = ({ payload }, response) =>
      response.writeHead(payload.name === 'Granted' ? 500 : 200).end()
    await w.lock({ name: 'Granted' })
    await w.until('the first failure', failures)
    const attempts = async (count: number, name: string) => {
      await w.until(`${count} attempts of ${name}`, async () => {
        clock.advance(100)
        return namesAt(vendor.receiver).filter((seen) => seen === name).length >= count
      })
      // The receiver knows of an attempt before its end is stored; days that pass between would put off the next one.
      await w.until('they are stored', async () => !(await anyLease()))
    }
    clock.advance(3 * DAY)
    await w.lock({ by: vendor.caller, name: 'Own' })
    await attempts(1, 'Own')
    await attempts(2, 'Granted')
    clock.advance(3 * DAY)
    await attempts(3, 'Granted')
    await w.until('it is stored', failures)
    assert.equal(await statusOf(vendor), 'ACTIVE')
    vendor.receiver.answer = (_message, response) => response.writeHead(500).end()
    await w.lock({ by: vendor.caller, name: 'Own' })
    await attempts(2, 'Own')
    clock.advance(6 * DAY)
    await w.until('nothing but failures for five days', async () => {
      clock.advance(100)
      return (await statusOf(vendor)) === 'DEACTIVATED'
    })
  },
  { ...options, clock: () => new ManualClock(Date.parse('2026-03-01T12:00:00Z')) },
)

apiTest(
  'a changed URL and changed features count from the next event on; the advanced key takes its webhook with it (#7, #8)',
  async (w, t) => {
    const vendor = await newVendor(w, t)
    const params = { apiKeyId: vendor.apiKeyId }
    const moved = await startReceiver(t)
    await w.lock({ by: vendor.caller, name: 'First' })
    await w.until('the first', async () => vendor.receiver.messages.length === 1)
    await vendor.caller.api.advancedKeys.update({ params, body: { webhookUrl: moved.url } })
    await w.lock({ by: vendor.caller, name: 'Moved' })
    await w.until('the second', async () => moved.messages.length === 1)
    await vendor.caller.api.advancedKeys.update({ params, body: { webhookFeatures: ['ACCOUNT_USER'] } })
    await w.lock({ by: vendor.caller, name: 'Unwanted' })
    await assertNothingElse(w, vendor.caller, moved, ['Moved'])
    await vendor.caller.api.advancedKeys.update({ params, body: { webhookFeatures: ['DEVICE_MASTERDATA'] } })
    await vendor.caller.api.advancedKeys.remove({ params })
    await assertNothingElse(w, vendor.caller, moved, ['Moved'])
    assert.equal(vendor.receiver.messages.length, 1)
  },
  options,
)

apiTest(
  'a central webhook that hangs gets eight posts at a time, however many accounts it serves, and delays nobody',
  async (w, t) => {
    const vendor = await newVendor(w, t)
    vendor.receiver.answer = () => undefined
    const others = await Promise.all(Array.from({ length: 20 }, () => w.account()))
    const at = w.service.platform.clock.now()
    for (const { accountId } of others) {
      const grant = { id: w.service.platform.ids.timeOrdered(), account_id: accountId, created_at: at }
      const scopes = JSON.stringify(['webhook.central', 'smartlock'])
      await w.db
        .insertInto('oauth_grant')
        .values({ ...grant, api_key_id: vendor.apiKeyId, scopes, last_used_at: null })
        .execute()
    }
    const params = { apiKeyId: vendor.apiKeyId }
    await vendor.caller.api.advancedKeys.update({ params, body: { webhookFeatures: ['DEVICE_MASTERDATA'] } })
    await Promise.all(others.map((by) => w.lock({ by })))
    await w.until('eight posts', async () => vendor.receiver.messages.length === 8)
    await assertNothingElse(w, vendor.caller, vendor.receiver, Array(8).fill('Door'))
  },
  { config: { outbound: TO_RECEIVERS } },
)
