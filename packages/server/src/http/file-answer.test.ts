import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { api } from '@latchwork/contract'
import Fastify from 'fastify'
import { apiTest } from '../../test/world.ts'
import { AppError } from '../platform/app-error.ts'
import { csvAnswerOf } from './csv-list.ts'
import { BrokenAnswerLog } from './error-handler.ts'
import { FileAnswer } from './file-answer.ts'

const SILENT = Object.fromEntries(
  ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'child'].map((level) => [level, () => SILENT]),
)

/** A file of a thousand parts of 64 KB: more than anything between keeps for a client. */
function longFile(t: TestContext) {
  const seen = { parts: 0, isEnded: false }
  async function* parts() {
    try {
      for (; seen.parts < 1000; seen.parts++) yield 'x'.repeat(65_536)
    } finally {
      seen.isEnded = true
    }
  }
  const app = Fastify()
  app.get('/file', async (_request, reply) =>
    (await FileAnswer.of(parts(), 'text/csv', 'list.csv')).send(reply, async () => undefined),
  )
  t.after(() => app.close())
  return { app, seen }
}

test('of a HEAD only the head is made', async (t) => {
  const { app, seen } = longFile(t)
  const { statusCode, headers, payload } = await app.inject({ method: 'HEAD', url: '/file' })
  assert.deepEqual([statusCode, headers['content-type'], payload], [200, 'text/csv; charset=utf-8', ''])
  assert.deepEqual(seen, { parts: 0, isEnded: true })
})

test('whoever leaves a file ends it where it comes from', async (t) => {
  const { app, seen } = longFile(t)
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const { body } = await fetch(`${base}/file`, { signal: leaving.signal })
  await body?.getReader().read()
  leaving.abort()
  for (let i = 0; i < 500 && !seen.isEnded; i++) await new Promise((resolve) => setTimeout(resolve, 10))
  assert.ok(seen.isEnded)
  assert.ok(seen.parts < 1000, `${seen.parts} parts were made`)
})

test('an answer that breaks off by our fault is in the log, one whose caller was shut out or left is not', async (t) => {
  const lines: unknown[] = []
  const log = {
    ...SILENT,
    error: (line: { requestId?: string; err?: Error }) => lines.push([line.requestId, line.err]),
  }
  const app = Fastify({
    loggerInstance: log as never,
    childLoggerFactory: () => log as never,
    logController: new BrokenAnswerLog(),
  })
  t.after(() => app.close())
  const faults: Record<string, Error> = { ours: new Error('of ours'), token: new AppError('token_invalid') }
  app.get('/file/:fault', async ({ params }, reply) => {
    const parts = async function* () {
      yield 'the first'
      throw faults[(params as { fault: string }).fault]
    }
    return (await FileAnswer.of(parts(), 'text/csv', 'list.csv')).send(reply, async () => undefined)
  })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  for (const fault of Object.keys(faults))
    await assert.rejects(async () => (await fetch(`${base}/file/${fault}`)).text(), /terminated/)
  assert.deepEqual(lines, [['req-1', faults.ours]])
})

apiTest('a file breaks off for whoever is shut out while it is taken (D196)', async (w) => {
  const { accountId } = w.owner
  const row = { account_id: accountId, type: 0, language: null, operation_id: null, made_by_account_id: null }
  const people = Array.from({ length: 2000 }, (_, i) => ({
    ...{ ...row, name: `${i}`.padEnd(40, 'n'), created_at: 0, updated_at: 0 },
    ...{ email: `p${i}@example.org`, email_key: `p${i}@example.org` },
  }))
  for (let i = 0; i < people.length; i += 1000)
    await w.db
      .insertInto('account_user')
      .values(people.slice(i, i + 1000))
      .execute()
  const { data: key } = await w.api.apiKeys.create()
  const params = { apiKeyId: key.apiKeyId }
  for (const isEnded of [false, true]) {
    const { data: token } = await w.api.apiKeys.createToken({ params, body: {} })
    const headers = { accept: 'text/csv', authorization: `Bearer ${token.accessToken}` }
    const url = '/account/user'
    const answer = await w.service.app.inject({ method: 'GET', url, headers, payloadAsStream: true })
    assert.equal(answer.statusCode, 200)
    if (isEnded) await w.api.apiKeys.removeToken({ params: { ...params, id: token.id } })
    let text = ''
    const taken = answer.stream()
    taken.on('data', (part: Buffer) => (text += part))
    await Promise.race([once(taken, 'end'), once(taken, 'close')]).catch(() => undefined)
    const lines = text.split('\r\n').length - 2
    if (isEnded) assert.ok(lines < people.length, `${lines} people were told`)
    else assert.equal(lines, people.length)
  }
})

/** A list of stays as a file, some of which are deleted as soon as they were read; where it was asked to go on. */
async function listWhileDeleting(t: TestContext, count: number, gone: { from: number; count: number }) {
  const stays = Array.from({ length: count }, (_, i) => ({ id: `stay ${i}`, name: `${i}` }))
  const asked: string[] = []
  const askOf = ({ id, limit }: { id?: string; limit: number }) => {
    const at = id === undefined ? 0 : stays.findIndex((stay) => stay.id === id) + 1
    if (id !== undefined && at === 0) throw new AppError('invalid_parameter', { message: 'gone' })
    asked.push(id ?? 'the first')
    const page = stays.slice(at, at + limit)
    if (page.some((stay) => stay.id === `stay ${gone.from}`)) stays.splice(gone.from, gone.count)
    return page
  }
  const answer = csvAnswerOf(api.reservations.search) ?? assert.fail('no list')
  const app = Fastify()
  t.after(() => app.close())
  app.get('/file', async (_request, reply) =>
    (await answer({}, {}, async (query) => askOf(query as never))).send(reply, async () => undefined),
  )
  const { payload } = await app.inject('/file')
  return { ids: payload.match(/stay \d+/g) ?? [], asked }
}

test('a list as a file goes on when the entry it would go on behind is deleted meanwhile', async (t) => {
  for (const [count, gone, places] of [
    [1200, { from: 498, count: 2 }, ['the first', 'stay 497', 'stay 999', 'stay 1199']],
    [1200, { from: 0, count: 500 }, ['the first', 'the first', 'stay 999', 'stay 1199']],
    [501, { from: 500, count: 1 }, ['the first', 'stay 499', 'stay 499']],
    [3, { from: 0, count: 3 }, ['the first', 'the first']],
  ] as const) {
    const { ids, asked } = await listWhileDeleting(t, count, gone)
    assert.deepEqual(
      ids,
      Array.from({ length: count }, (_, i) => `stay ${i}`),
    )
    assert.deepEqual(asked, places)
  }
})
