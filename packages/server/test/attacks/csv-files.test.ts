import assert from 'node:assert/strict'
import { RIGHTS, type SheetKind } from '@latchwork/contract'
import { CALLER_PASSWORD } from '../callers.ts'
import { apiTest, type Caller, type World } from '../world.ts'

/** CSV files of one who shares the doors, and everybody else who shares them. */
const brought = async ({ api }: Caller, text: string, kind: SheetKind = 'people') =>
  (await api.sheets.create({ body: { kind, file: Buffer.from(text).toString('base64') } })).data

const ONE = 'email,name\nann@example.org,Ann\n'
const openOf = (w: World, { accountId }: Caller) =>
  w.db
    .selectFrom('sheet_run')
    .select('id')
    .where('actor_account_id', '=', accountId)
    .where('next_at', 'is not', null)
    .execute()

apiTest(
  'the files of a sub-account take nobody else’s places, and the owner can end them (D162)',
  async (w) => {
    const tenant = await w.caller({ rights: RIGHTS.manageAuthorizations })
    for (let i = 0; i < 5; i++) await brought(tenant, ONE)
    await w.refuses(brought(tenant, ONE), 'resource_locked')
    const own = await brought(w.owner, ONE)
    const neighbour = await w.caller({ rights: RIGHTS.manageAuthorizations })
    await brought(neighbour, ONE)

    const { data: listed } = await w.api.sheets.list()
    assert.deepEqual(
      [listed.length, listed.filter(({ isOwn }) => isOwn).map(({ sheetId }) => sheetId)],
      [7, [own.sheetId]],
    )
    assert.equal((await neighbour.api.sheets.list()).data.length, 1, 'sub-accounts see their own alone')
    const [theirs] = (await tenant.api.sheets.list()).data
    assert.ok(theirs)
    const params = { sheetId: theirs.sheetId }
    const { data: shown } = await w.api.sheets.get({ params })
    assert.deepEqual([shown.isOwn, shown.columns, shown.state], [false, [], 'read'], 'nothing of the file')
    await w.refuses(w.api.sheets.rows({ params }), 'not_found')
    await w.refuses(w.api.sheets.check({ params, body: { mapping: theirs.mapping } }), 'not_found')
    await w.refuses(w.api.sheets.start({ params }), 'not_found')
    await w.refuses(neighbour.api.sheets.remove({ params }), 'not_found')
    const narrow = await w.caller({ of: w.owner, scopes: ['smartlock'] })
    await w.refuses(narrow.api.sheets.remove({ params }), 'not_found')
    for (const { sheetId, isOwn } of listed) if (!isOwn) await w.api.sheets.remove({ params: { sheetId } })
    assert.deepEqual(await openOf(w, tenant), [])
    await brought(tenant, ONE)
  },
)

apiTest(
  'files end with who brought them: a sub-account, a token, its key, or a new password (D162)',
  async (w) => {
    const keyOf = ({ accountId }: Caller) =>
      w.db
        .selectFrom('api_token')
        .select(['id', 'api_key_id'])
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
    const ends: Record<string, (tenant: Caller) => Promise<unknown>> = {
      deletion: ({ accountId }) =>
        w.api.subAccounts.remove({ params: { accountId }, body: { currentPassword: 'correct horse' } }),
      token: async (tenant) => {
        const { id, api_key_id: apiKeyId } = await keyOf(tenant)
        await tenant.api.apiKeys.removeToken({ params: { apiKeyId, id } })
      },
      key: async (tenant) => {
        const { api_key_id: apiKeyId } = await keyOf(tenant)
        await tenant.api.apiKeys.remove({ params: { apiKeyId } })
      },
      password: ({ api }) =>
        api.account.update({
          body: { password: 'a new horse', language: 'en', currentPassword: CALLER_PASSWORD },
        }),
    }
    for (const [how, end] of Object.entries(ends)) {
      const tenant = await w.caller({ rights: RIGHTS.manageAuthorizations })
      for (let i = 0; i < 5; i++) await brought(tenant, ONE)
      await end(tenant)
      assert.deepEqual(await openOf(w, tenant), [], how)
    }
    const parts = await w.db.selectFrom('sheet_part').select('run_id').execute()
    assert.deepEqual(parts, [], 'nothing of the files is kept')
  },
)

apiTest('who starts five long files has one turn, like who starts one short file (D161)', async (w) => {
  const tenant = await w.caller({ rights: RIGHTS.manageAuthorizations })
  const begin = async (caller: Caller, text: string) => {
    const sheet = await brought(caller, text)
    const params = { sheetId: sheet.sheetId }
    await caller.api.sheets.check({ params, body: { mapping: sheet.mapping } })
    return params
  }
  const long = []
  for (const file of ['first', 'second', 'third']) {
    const rows = Array.from({ length: 2500 }, (_, i) => `${file}${i}@example.org,${file}`)
    long.push(await begin(tenant, `email,name\n${rows.join('\n')}\n`))
  }
  const short = await begin(w.owner, ONE)
  // The worker leaves them alone until all of them are started.
  const lease = (until: number | null) => w.db.updateTable('sheet_run').set({ leased_until: until }).execute()
  await lease(Date.now() + 3_600_000)
  for (const params of long) await tenant.api.sheets.start({ params })
  await w.api.sheets.start({ params: short })
  await lease(null)
  w.service.platform.wake.notify('sheet')
  await w.until('all of them are done', async () => {
    const runs = await w.db.selectFrom('sheet_run').select('state').execute()
    return runs.every(({ state }) => state === 'done')
  })
  const people = await w.db.selectFrom('account_user').select('name').orderBy('account_user_id').execute()
  const order = people.map(({ name }) => name).filter((name, i, all) => name !== all[i - 1])
  assert.deepEqual(order, ['first', 'Ann', 'first', 'second', 'third'])
  assert.equal(people.length, 7501)
})
