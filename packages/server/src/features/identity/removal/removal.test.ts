import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { CALLER_PASSWORD } from '../../../../test/callers.ts'
import { TO_RECEIVERS } from '../../../../test/webhook-receiver.ts'
import { apiTest, bothTest, type Caller, createWorld, type World } from '../../../../test/world.ts'

const options = { config: { signUp: true, outbound: TO_RECEIVERS } }

/** Tables that keep something of an account that is gone, and why. */
const KEPT: Record<string, string> = {
  audit: 'who did what stays provable, also after the account',
  audit_head: 'the end of that proof',
  audit_anchor: 'that there was such a log at all',
  revoked_login: 'for a day: whoever is connected with these names is shown out',
  row_change: 'for two minutes, numbers only: other processes hear that the rows are gone',
  attempt: 'for an hour, hashed: limits count for gone addresses too',
}

/** Tables that belong to nobody. */
const OF_THE_SERVICE = [
  'service_mark',
  'sealing_key',
  'key_holder',
  'serving_process',
  'lock_share',
  'audit_seal',
  'kysely_migration',
  'kysely_migration_lock',
  'intercom',
  'intercom_brand',
]

/** Tables that refer to no account: the removal and its job take care of them, and the test fills each. */
const REMOVED_BY_HAND = ['smartlock_log', 'operation', 'event', 'event_head', 'idempotency', 'job']

/** Tables whose rows go with the rows that they were made of, by triggers of those. */
const REMOVED_BY_TRIGGERS = ['name_part']

async function tableNames(w: World): Promise<string[]> {
  const tables = await w.db.introspection.getTables({ withInternalKyselyTables: true })
  return tables.map(({ name }) => name).filter((name) => !/_(default|y\d+m\d+)$/.test(name))
}

/** Which table's rows go when a row of which other goes. */
async function cascades(w: World): Promise<{ child: string; parent: string }[]> {
  const { rows } =
    w.storage.engine === 'postgres'
      ? await sql<{ child: string; parent: string }>`
          select conrelid::regclass::text as child, confrelid::regclass::text as parent
          from pg_constraint where contype = 'f' and confdeltype = 'c'`.execute(w.db)
      : await sql<{ child: string; parent: string }>`
          select m.name as child, f."table" as parent
          from sqlite_master m, pragma_foreign_key_list(m.name) f
          where m.type = 'table' and f.on_delete = 'CASCADE'`.execute(w.db)
  return rows
}

bothTest(
  'every table goes with its account, is cleared by hand, or says why it keeps something',
  async (w) => {
    const edges = await cascades(w)
    const known = new Set([
      ...REMOVED_BY_HAND,
      ...REMOVED_BY_TRIGGERS,
      ...OF_THE_SERVICE,
      ...Object.keys(KEPT),
    ])
    const forgotten = (await tableNames(w)).filter(
      (name) => !known.has(name) && !goesWithAccount(name, edges),
    )
    assert.deepEqual(
      forgotten,
      [],
      'let them refer to the account, or name them in this test and its removal',
    )
  },
)

const goesWithAccount = (table: string, edges: { child: string; parent: string }[]): boolean =>
  table === 'account' ||
  edges.some(({ child, parent }) => child === table && parent !== table && goesWithAccount(parent, edges))

type Row = { kind?: string; key?: string; name?: string }

/** Jobs that come again, and processes that say they are there, only change their time; commits are counted. */
function lasting(table: string, row: Row): unknown {
  if (table === 'job') return [row.kind, row.key]
  if (table === 'service_mark') return row.name
  return { ...row, seen_at: undefined }
}

/** Everything in the database, one text per row. */
async function contents(w: World): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const name of await tableNames(w)) {
    const { rows } = await sql<Row>`select * from ${sql.table(name)}`.execute(w.db)
    found.set(
      name,
      rows.map((row) => JSON.stringify(lasting(name, row))),
    )
  }
  return found
}

const PERSON = { email: 'leaving@example.com', password: 'leaving horse', name: 'Leaving', language: 'en' }

/** Another master account with a row in every table that an account can have one in. */
async function fullAccount(w: World): Promise<Caller & { session: string; deviceGone: Promise<unknown> }> {
  const { accountId } = (await w.request('PUT', '/account', { token: null, body: PERSON })).json()
  const { email, password } = PERSON
  const login = await w.request('POST', '/account/login', { token: null, body: { email, password } })
  const session = login.json().accessToken as string
  const caller = await w.caller({ of: { ...w.owner, accountId } })
  const { api } = caller
  const { data: key } = await api.apiKeys.create()
  await api.advancedKeys.apply({
    params: { apiKeyId: key.apiKeyId },
    body: {
      name: 'Rooms',
      country: 'AT',
      description: 'Rentals',
      url: 'https://rooms.example',
      email: 'a@rooms.example',
      type: 'ONLY_SECRET',
    },
  })
  await api.webhooks.register({
    body: { webhookUrl: 'https://127.0.0.1:1/', webhookFeatures: ['ACCOUNT_USER'] },
  })
  await api.accountUsers.create({ body: { email: 'guest@example.com', name: 'Guest' } })
  await api.accountSettings.update({ body: { web: { deviceViewType: 'LIST' } } })
  await api.otp.request()
  await api.subAccounts.create({
    body: { ...PERSON, email: 'sub@example.com', rights: 31, profile: {} },
  })
  await w.request('POST', '/account/password/reset', { token: null, body: { email } })
  await w.request('PUT', '/api/key', { token: caller.token, headers: { 'idempotency-key': 'once' } })
  await askAsGuest(w, api)
  const lock = await w.lock({ by: caller })
  await api.smartlocks.setConfig({ params: { smartlockId: lock.smartlockId }, body: { ledEnabled: true } })
  const device = await w.connect(lock)
  await insertRows(w, accountId, key.apiKeyId, lock.smartlockId)
  await w.until('the webhook failed once', async () =>
    w.db.selectFrom('webhook_delivery').selectAll().executeTakeFirst(),
  )
  await w.until('a reset is stored', async () =>
    w.db.selectFrom('password_reset').selectAll().executeTakeFirst(),
  )
  return { ...caller, session, deviceGone: device.closed }
}

/** A guest of theirs has asked for a door: the answer is kept for the link. */
async function askAsGuest(w: World, api: Caller['api']): Promise<void> {
  const { data: address } = await api.addresses.create({ body: { name: 'House', smartlockIds: [] } })
  const dates = { startDate: '2030-01-01T00:00Z', endDate: '2030-01-02T00:00Z' }
  const { data: stay } = await api.reservations.create({
    params: { addressId: address.addressId },
    body: { name: 'Guest', email: 'guest@example.com', guests: 1, ...dates },
  })
  const params = { addressId: address.addressId, id: stay.id }
  const template = { channel: 'mail', kind: 'arrival', language: 'en', subject: 'S', text: 'T' } as const
  await api.guestMessages.update({ params, body: { enabled: true } })
  await api.guestMessages.putTemplate({ params, body: template })
  await api.guestMessages.send({ params, body: {} })
  const token = (await api.guestLinks.createForStay({ params, body: {} })).data.path.slice('/g/'.length)
  await w.request('POST', '/guest/door/1/open', { token, headers: { 'idempotency-key': 'guest' } })
}

/** What would take a whole story each to come about. */
async function insertRows(w: World, accountId: number, apiKeyId: number, smartlockId: number): Promise<void> {
  const { ids, clock } = w.service.platform
  const later = clock.now() + 60_000
  const id = ids.timeOrdered()
  const scopes = '[]'
  const grant = { id, account_id: accountId, api_key_id: apiKeyId, scopes, created_at: 0, last_used_at: null }
  await w.db.insertInto('oauth_grant').values(grant).execute()
  await w.db
    .insertInto('oauth_token')
    .values({ token_hash: id, grant_id: id, kind: 'access', scopes, expires_at: later, replaced_at: null })
    .execute()
  await w.db
    .insertInto('oauth_code')
    .values({
      code_hash: id,
      account_id: accountId,
      api_key_id: apiKeyId,
      redirect_uri: 'https://client.example',
      scopes,
      code_challenge: null,
      expires_at: later,
      used_at: null,
      grant_id: id,
    })
    .execute()
  await w.db
    .insertInto('oauth_ticket')
    .values({ ticket_hash: id, account_id: accountId, request: '{}', expires_at: later })
    .execute()
  const line = { device_type: 4, name: 'Door', action: 1, trigger: 0, state: 0, auto_unlock: 0, date: 0 }
  await w.db
    .insertInto('smartlock_log')
    .values({ id, account_id: accountId, smartlock_id: smartlockId, ...line })
    .execute()
}

bothTest(
  'a deleted account leaves nothing behind in any table, and nothing of others goes with it (D73)',
  async (w) => {
    await w.lock()
    await w.api.accountUsers.create({ body: { email: 'guest@example.com', name: 'Guest' } })
    const before = await contents(w)
    const leaving = await fullAccount(w)
    const filled = await contents(w)
    const empty = REMOVED_BY_HAND.filter(
      (name) => filled.get(name)?.length === before.get(name)?.length && name !== 'job',
    )
    assert.deepEqual(
      empty,
      w.storage.engine === 'sqlite' ? ['event_head'] : [],
      'the account has rows in every table that is cleared by hand',
    )
    const { data } = await leaving.api.account.remove({ body: { currentPassword: PERSON.password } })
    assert.equal(data.success, true)
    await w.until('the rest is removed', async () => {
      const jobs = await w.db.selectFrom('job').selectAll().where('kind', '=', 'purgeAccount').execute()
      return jobs.length === 0
    })
    const after = await contents(w)
    for (const [name, rows] of after) {
      if (name in KEPT) continue
      assert.deepEqual(rows.toSorted(), before.get(name)?.toSorted(), name)
    }
  },
  { ...options, own: 'compares the whole store' },
)

apiTest(
  'the answer is the last thing the tokens of a deleted account do, and its locks are shown out (D73)',
  async (w) => {
    const leaving = await fullAccount(w)
    const sub = { email: 'sub@example.com', password: PERSON.password }
    const subToken = (await w.request('POST', '/account/login', { token: null, body: sub })).json()
      .accessToken as string
    const tokens = [leaving.token, leaving.session, subToken]
    const statuses = () =>
      Promise.all(tokens.map(async (token) => (await w.request('GET', '/company', { token })).statusCode))
    assert.deepEqual(await statuses(), [200, 200, 200])
    assert.equal((await w.request('DELETE', '/account', { token: leaving.session })).statusCode, 200)
    assert.deepEqual(await statuses(), [401, 401, 401])
    await leaving.deviceGone
    for (const body of [PERSON, sub].map(({ email, password }) => ({ email, password }))) {
      const answer = await w.request('POST', '/account/login', { token: null, body })
      assert.equal(answer.json().code, 'invalid_credentials')
    }
    const again = await w.request('PUT', '/account', { token: null, body: PERSON })
    assert.equal(again.statusCode, 200, 'the address is free again')
    const { n } = await w.db
      .selectFrom('audit')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('action', '=', 'account.deleted')
      .where('account_id', '=', leaving.accountId)
      .executeTakeFirstOrThrow()
    assert.equal(Number(n), 1, 'it stays on record')
  },
  options,
)

apiTest(
  "a deleted sub-account takes its own things along and leaves its master's (D73)",
  async (w) => {
    const before = await contents(w)
    const body = { ...PERSON, rights: 31, profile: {} }
    const { data: made } = await w.api.subAccounts.create({ body })
    const sub = await w.caller({ of: { ...w.owner, accountId: made.accountId } })
    await sub.api.otp.request()
    await sub.api.accountSettings.update({ body: { web: { deviceViewType: 'LIST' } } })
    await w.request('PUT', '/api/key', { token: sub.token, headers: { 'idempotency-key': 'once' } })
    await sub.api.webhooks.register({
      body: { webhookUrl: 'https://127.0.0.1:1/', webhookFeatures: ['ACCOUNT_USER'] },
    })
    const { smartlockId } = await w.lock({ by: sub })
    const params = { accountId: made.accountId }
    assert.equal((await w.api.subAccounts.remove({ params })).data.success, true)
    assert.equal((await w.request('GET', '/company', { token: sub.token })).statusCode, 401)
    await w.refuses(w.api.subAccounts.get({ params }), 'not_found')
    await w.refuses(w.api.subAccounts.remove({ params }), 'not_found')
    assert.equal((await w.api.smartlocks.get({ params: { smartlockId } })).data.smartlockId, smartlockId)
    const after = await contents(w)
    const own = ['account', 'account_otp', 'account_setting', 'api_key', 'webhook_endpoint', 'idempotency']
    for (const name of own) assert.deepEqual(after.get(name), before.get(name), name)
  },
  { ...options, plainOwner: true, own: 'compares the whole store' },
)

test('a second process on the same database lets nobody of a deleted account in either (D73)', async (t) => {
  const w = await createWorld(t, 'postgres', options)
  const second = await createWorld(t, 'postgres', { ...options, storage: w.storage })
  const leaving = await w.account()
  const { token } = leaving
  const status = async () => (await second.request('GET', '/company', { token })).statusCode
  assert.equal(await status(), 200)
  await leaving.api.account.remove({ body: { currentPassword: CALLER_PASSWORD } })
  await second.until('the other process has heard of it', async () => (await status()) === 401)
})
