import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'
import { test } from 'node:test'
import { csvField } from '@latchwork/contract'
import { counted } from '../../../test/counted.ts'
import { clockOf, standingStill } from '../../../test/manual-time.ts'
import { startReceiver, TO_RECEIVERS } from '../../../test/webhook-receiver.ts'
import { apiTest, bothTest, type World } from '../../../test/world.ts'
import { inTransaction } from '../../platform/context.ts'
import * as authorizations from '../access/service.ts'
import { recordAll, verify } from './service.ts'

const entriesOf = async (w: World, prefix: string) => {
  const { data } = await w.api.audit.list({ query: { limit: 1000 } })
  return data.filter(({ action }) => action.startsWith(prefix)).reverse()
}

apiTest('locks and their credentials: made, replaced and deleted are entries', async (w) => {
  const { smartlockId, secret } = await w.lock({ name: 'Shed' })
  const params = { smartlockId }
  const { data } = await w.api.smartlocks.rotateCredentials({
    params,
    body: { currentPassword: 'correct horse' } as object,
  })
  await w.api.smartlocks.remove({ params })
  const { data: all } = await w.api.audit.list({ query: { limit: 100 } })
  const own = all.filter(({ subject }) => subject === String(smartlockId)).reverse()
  assert.deepEqual(
    own.map(({ action, name }) => [action, name]),
    [
      ['smartlock.created', 'Owner'],
      ['smartlock.credentialsCreated', 'Owner'],
      ['smartlock.credentialsReplaced', 'Owner'],
      ['smartlock.deleted', 'Owner'],
    ],
  )
  const text = JSON.stringify(all)
  assert.ok(!text.includes(secret) && !text.includes(data.secret))
})

apiTest(
  'webhooks: made, changed and deleted are entries, without what may be a key in their address',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const body = { webhookUrl: `${receiver.url}?key=hidden`, webhookFeatures: ['DEVICE_STATUS' as const] }
    const { data } = await w.api.webhooks.register({ body })
    await w.api.webhooks.register({ body: { ...body, webhookFeatures: ['DEVICE_STATUS', 'DEVICE_LOGS'] } })
    await w.api.webhooks.remove({ params: { id: data.id } })
    const entries = await entriesOf(w, 'webhook.')
    assert.deepEqual(
      entries.map(({ action, detail }) => [action, detail?.features]),
      [
        ['webhook.created', 'DEVICE_STATUS'],
        ['webhook.updated', 'DEVICE_STATUS DEVICE_LOGS'],
        ['webhook.deleted', undefined],
      ],
    )
    assert.ok(!JSON.stringify(entries).includes('hidden'))
  },
  { config: { outbound: TO_RECEIVERS } },
)

apiTest('rights: every one given, changed and taken away is an entry, and none holds a code', async (w) => {
  const first = await w.lock()
  const second = await w.lock()
  const smartlockIds = [first.smartlockId, second.smartlockId]
  const { operationId: _, ...granted } = await inTransaction(
    { ...w.service.contextFor(w.owner.accountId) },
    (tx) => authorizations.grant(tx as never, { smartlockIds, type: 0, name: 'Guest', remoteAllowed: true }),
  )
  const [id, other] = granted.authIds as [string, string]
  await inTransaction(w.service.contextFor(w.owner.accountId), (tx) =>
    authorizations.change(tx as never, [{ id, patch: { enabled: false } }], { replacesPending: true }),
  )
  await inTransaction(w.service.contextFor(w.owner.accountId), (tx) =>
    authorizations.revoke(tx as never, [id], { replacesPending: true }),
  )
  const { detail } = (await entriesOf(w, 'authorization.')).find(({ subject }) => subject === other) ?? {}
  await w.api.smartlocks.remove({ params: { smartlockId: Number(detail?.smartlockId) } })
  const entries = await entriesOf(w, 'authorization.')
  assert.deepEqual(
    entries.map(({ action, subject, name, detail }) => [action, subject, name, detail?.changed]),
    [
      ['authorization.created', id, 'service', undefined],
      ['authorization.created', other, 'service', undefined],
      ['authorization.updated', id, 'service', 'enabled'],
      ['authorization.deleted', id, 'service', undefined],
      ['authorization.deleted', other, 'Owner', undefined],
    ],
  )
  assert.deepEqual((await verify(w.service.contextFor(0))).problems, [])
})

bothTest('five hundred entries cost as many statements as five', async (w) => {
  const costOf = async (count: number) => {
    const { db, statements } = counted(w.db)
    const ctx = { ...w.service.contextFor(w.owner.accountId), db }
    const entries = Array.from({ length: count }, (_, i) => ({
      action: 'apiKey.created' as const,
      subject: i,
    }))
    await inTransaction(ctx, (tx) => recordAll(tx, entries))
    return statements()
  }
  assert.equal(await costOf(500), await costOf(5))
  assert.deepEqual((await verify(w.service.contextFor(0))).problems, [])
})

apiTest(
  'failed logins of an account are entries, the first of an hour; then one says that there were more',
  async (w) => {
    const body = { email: w.credentials.email, password: 'wrong password' }
    const login = () => w.request('POST', '/account/login', { token: null, body })
    for (let i = 0; i < 14; i++) {
      await w.db.deleteFrom('attempt').where('key', 'not like', 'audit %').execute()
      assert.equal((await login()).statusCode, 401)
      await w.until('it is noted', async () => (await entriesOf(w, 'login.')).length >= Math.min(i + 1, 11))
    }
    const entries = await entriesOf(w, 'login.')
    assert.equal(entries.filter(({ action }) => action === 'login.failed').length, 10)
    assert.equal(entries.filter(({ action }) => action === 'login.manyFailed').length, 1)
    assert.deepEqual(entries[0]?.detail?.reason, 'password')
    assert.ok(!JSON.stringify(entries).includes('wrong password'))
    await w.request('POST', '/account/login', { token: null, body: { ...body, email: 'nobody@example.com' } })
    assert.equal((await entriesOf(w, 'login.')).length, 11, 'nobody’s failures are in nobody’s log')
  },
)

apiTest(
  'the log as a file, JSON lines or CSV, is whole, oldest first, and runs nothing in a spreadsheet',
  async (w) => {
    await w.lock({ name: '=HYPERLINK("//evil.example")' })
    const { data } = await w.api.audit.list({ query: { limit: 1000 } })
    const lines = await w.request('GET', '/audit/export')
    assert.match(String(lines.headers['content-type']), /^application\/x-ndjson/)
    assert.match(String(lines.headers['content-disposition']), /^attachment; filename="audit-\d+\.jsonl"$/)
    const entries = lines.payload
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    assert.deepEqual(entries, data.toReversed())
    const csv = await w.request('GET', '/audit/export?format=csv')
    assert.match(String(csv.headers['content-type']), /^text\/csv/)
    const rows = csv.payload.trim().split('\r\n')
    assert.equal(rows.length, data.length + 1)
    assert.equal(rows[0], 'id,date,action,accountId,name,subject,detail,requestId,hash')
    const stranger = await w.account()
    const theirs = await w.request('GET', '/audit/export', { token: stranger.token })
    assert.ok(!theirs.payload.includes('HYPERLINK'))
  },
)

apiTest(
  'a period of the log as one signed document can be proven by anybody, and has what is in the period alone',
  async (w) => {
    const begin = clockOf(w).now()
    for (let hour = 0; hour < 6; hour++) {
      await w.lock({ name: `Lock, "of" hour ${hour}` })
      clockOf(w).advance(3_600_000)
    }
    const at = (hour: number) => encodeURIComponent(new Date(begin + hour * 3_600_000).toISOString())
    const answer = await w.request('GET', `/audit/export?format=signed&fromDate=${at(2)}&toDate=${at(4)}`)
    assert.match(String(answer.headers['content-type']), /^application\/json/)
    const { audit, digest, publicKey, signature } = answer.json()
    const all = (await w.api.audit.list({ query: { limit: 1000 } })).data.toReversed()
    const within = all.filter(({ date }) => {
      const hours = (Date.parse(date) - begin) / 3_600_000
      return hours >= 2 && hours < 4
    })
    assert.ok(within.length > 0 && within.length < all.length)
    assert.deepEqual(audit.entries, within)
    const text = answer.payload.slice('{"audit":'.length, answer.payload.indexOf(`,"digest":"${digest}"`))
    assert.equal(createHash('sha256').update(text).digest('hex'), digest)
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    assert.equal(verifySignature(null, Buffer.from(digest), key, Buffer.from(signature, 'base64')), true)
    assert.equal(publicKey, (await w.api.audit.checkpoint()).data.publicKey)
    const csv = await w.request('GET', `/audit/export?format=csv&fromDate=${at(2)}&toDate=${at(4)}`)
    assert.equal(csv.payload.trim().split('\r\n').length, within.length + 1)
    for (const [from, to] of [
      [9, 10],
      [-9, -8],
      [4, 2],
    ] as const) {
      const none = await w.request('GET', `/audit/export?format=signed&fromDate=${at(from)}&toDate=${at(to)}`)
      assert.deepEqual(none.json().audit.entries, [])
    }
  },
  standingStill(),
)

test('a field of a CSV file that a spreadsheet would run is a text, and keeps to its field', () => {
  assert.equal(csvField('=1+1'), `"'=1+1"`)
  assert.equal(csvField('@SUM(A1)'), `"'@SUM(A1)"`)
  assert.equal(csvField('-2'), `"'-2"`)
  assert.equal(csvField('a "b", c'), '"a ""b"", c"')
  assert.equal(csvField('\u001b[31mred'), '[31mred')
  assert.equal(csvField('＝1+1'), `"'＝1+1"`, 'full-width signs begin a formula in East Asian settings')
  assert.equal(csvField(' =1+1'), `"' =1+1"`)
  assert.equal(csvField('a;=1+1'), '"a;=1+1"', 'no field of its own where semicolons separate')
  assert.equal(csvField('a\r\n=1+1'), '"a\n=1+1"', 'no row of its own')
  assert.equal(csvField('plain'), 'plain')
})
