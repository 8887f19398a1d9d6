import assert from 'node:assert/strict'
import { SCOPES } from '@latchwork/contract'
import { apiTest, bothTest, type World } from '../../../test/world.ts'
import { verify } from './service.ts'

/** A log with a few entries: the first start, then a key and a token that come and go. */
async function someHistory(w: World) {
  const { data: key } = await w.api.apiKeys.create()
  const params = { apiKeyId: key.apiKeyId }
  await w.api.apiKeys.update({ params, body: { description: 'Gate' } })
  const { data: token } = await w.api.apiKeys.createToken({ params, body: { scopes: ['account'] } })
  await w.api.apiKeys.updateToken({ params: { ...params, id: token.id }, body: { scopes: ['smartlock'] } })
  await w.api.apiKeys.removeToken({ params: { ...params, id: token.id } })
  await w.api.apiKeys.remove({ params })
  return { key, token }
}

/** Verification reads the logs of all accounts. */
const alone = { own: 'verifies the log of the whole service' }

const problemsOf = async (w: World) => (await verify(w.service.contextFor(0))).problems

apiTest('every change of keys and tokens is an entry, newest first, and none holds a secret', async (w) => {
  const { key, token } = await someHistory(w)
  const { data: entries } = await w.api.audit.list()
  assert.deepEqual(
    entries.map(({ id, action, name }) => [id, action, name]),
    [
      [9, 'apiKey.deleted', 'Owner'],
      [8, 'apiToken.deleted', 'Owner'],
      [7, 'apiToken.updated', 'Owner'],
      [6, 'apiToken.created', 'Owner'],
      [5, 'apiKey.updated', 'Owner'],
      [4, 'apiKey.created', 'Owner'],
      [3, 'apiToken.created', 'operator'],
      [2, 'apiKey.created', 'operator'],
      [1, 'account.created', 'operator'],
    ],
  )
  const created = entries.find(({ id }) => id === 6)
  assert.deepEqual(
    [created?.subject, created?.accountId, created?.detail],
    [token.id, w.owner.accountId, { apiKeyId: String(key.apiKeyId), scopes: 'account' }],
  )
  assert.ok(created?.requestId)
  assert.ok(!JSON.stringify(entries).includes(token.accessToken as string))
})

bothTest('the log is read in pages, by the id of the oldest entry seen', async (w) => {
  await someHistory(w)
  const { data: first } = await w.api.audit.list({ query: { limit: 4 } })
  const { data: second } = await w.api.audit.list({ query: { limit: 4, id: first.at(-1)?.id as number } })
  assert.deepEqual(
    [first.map(({ id }) => id), second.map(({ id }) => id)],
    [
      [9, 8, 7, 6],
      [5, 4, 3, 2],
    ],
  )
})

apiTest('what a sub-account does is in its master’s log, which it cannot read', async (w) => {
  const sub = await w.caller({ rights: 0, scopes: SCOPES })
  await sub.api.apiKeys.create()
  await w.refuses(sub.api.audit.list(), 'master_required')
  const {
    data: [newest],
  } = await w.api.audit.list()
  assert.deepEqual([newest?.action, newest?.accountId], ['apiKey.created', sub.accountId])
})

apiTest('a refused change leaves no entry', async (w) => {
  const before = (await w.api.audit.list()).data.length
  await w.refuses(w.api.apiKeys.remove({ params: { apiKeyId: 2_000_000_000 } }), 'not_found')
  assert.equal((await w.api.audit.list()).data.length, before)
})

bothTest(
  'calls at the same time make one chain that holds',
  async (w) => {
    await Promise.all(Array.from({ length: 12 }, () => w.api.apiKeys.create()))
    const { entries, problems } = await verify(w.service.contextFor(0))
    assert.deepEqual([entries, problems], [15, []])
  },
  alone,
)

const TAMPERING: Record<string, (w: World) => Promise<unknown>> = {
  'entry 5 was altered': (w) =>
    w.db.updateTable('audit').set({ actor_name: 'Nobody' }).where('seq', '=', 5).execute(),
  'entry 6 was altered': (w) =>
    w.db.updateTable('audit').set({ detail: null }).where('seq', '=', 6).execute(),
  'entry 4 is missing': (w) => w.db.deleteFrom('audit').where('seq', '=', 4).execute(),
  'entry 9 is missing': (w) => w.db.deleteFrom('audit').where('seq', '=', 9).execute(),
  'the end of the log is missing': (w) => w.db.deleteFrom('audit_head').execute(),
  'the end of the log was altered': async (w) => {
    const { hash } = await w.db
      .selectFrom('audit')
      .select('hash')
      .where('seq', '=', 7)
      .executeTakeFirstOrThrow()
    await w.db.deleteFrom('audit').where('seq', '>', 7).execute()
    await w.db.updateTable('audit_head').set({ seq: 7, hash }).execute()
  },
  'entry 10 was added by somebody else': async (w) => {
    const row = await w.db.selectFrom('audit').selectAll().where('seq', '=', 9).executeTakeFirstOrThrow()
    await w.db
      .insertInto('audit')
      .values({ ...row, seq: 10 })
      .execute()
  },
}

for (const [problem, tamper] of Object.entries(TAMPERING)) {
  apiTest(
    `verification finds out: ${problem}`,
    async (w) => {
      await someHistory(w)
      assert.deepEqual(await problemsOf(w), [])
      await tamper(w)
      assert.deepEqual(await problemsOf(w), [`Account ${w.owner.accountId}: ${problem}.`])
    },
    alone,
  )
}
