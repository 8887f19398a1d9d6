import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { test } from 'node:test'
import { RIGHTS, type Sheet } from '@latchwork/contract'
import type { Api } from '../callers.ts'
import { eventually } from '../eventually.ts'
import { startProcess } from '../service-process.ts'
import { newStorage } from '../storage.ts'
import { ENGINES } from '../tier.ts'
import { apiTest, type World } from '../world.ts'

/** So many that it takes some time: many transactions. */
const TOTAL = 2000
/** What a dead process had taken is free again after this. */
const LEASES_OVER = 'PT3M'

const FILE = Buffer.from(
  `email,name\n${Array.from({ length: TOTAL }, (_, i) => `p${i}@example.org,P${i}`).join('\n')}\n`,
).toString('base64')

/** Begun and not yet at its end. */
async function underWay(api: Api): Promise<Sheet> {
  const { data: sheet } = await api.sheets.create({ body: { kind: 'people', file: FILE } })
  await api.sheets.check({ params: sheet, body: { mapping: sheet.mapping } })
  await api.sheets.start({ params: sheet })
  return eventually('it has begun', async () => {
    const { data } = await api.sheets.get({ params: sheet })
    return data.done > 0 && data
  })
}

for (const engine of ENGINES) {
  test(`SIGKILL while a file is taken in: it goes on, and each row is done once [${engine}]`, async (t) => {
    const storage = await newStorage(engine)
    t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
    const start = () => startProcess(storage, {}, ['--sandbox'])
    let service = await start()
    t.after(() => service.kill())
    const params = await underWay(service.api)
    await service.kill()
    assert.ok(params.done < TOTAL, `${params.done} rows were done`)
    assert.equal(params.made, params.done, 'what was done and how far it is go together')
    service = await start()
    await service.api.sandbox.moveClock({ body: { advance: LEASES_OVER } })
    const run = await eventually(
      'it is done',
      async () => {
        const { data } = await service.api.sheets.get({ params })
        return data.state !== 'running' && data
      },
      120_000,
    )
    // A row that was done twice would be there as one that was so already.
    assert.deepEqual([run.state, run.done, run.made, run.same], ['done', TOTAL, TOTAL, 0])
    assert.equal((await service.api.accountUsers.list()).data.length, TOTAL)
  })
}

/** How the run ended, and that nothing comes after its end. */
async function endOf(w: World, sheetId: string) {
  const read = () =>
    w.db.selectFrom('sheet_run').selectAll().where('id', '=', sheetId).executeTakeFirstOrThrow()
  const run = await w.until('it has ended', async () => {
    const row = await read()
    return row.state !== 'running' && row
  })
  const { data: people } = await w.api.accountUsers.list()
  assert.equal(people.length, run.made, 'what is told to be done is done, and no more')
  assert.ok(run.made < TOTAL, `${run.made} rows were done`)
  assert.deepEqual(await w.db.selectFrom('sheet_part').selectAll().execute(), [], 'the file is gone')
  return run
}

apiTest('a file that is canceled midway stops there, and what was done stays', async (w) => {
  const { sheetId } = await underWay(w.api)
  await w.api.sheets.remove({ params: { sheetId } })
  const run = await endOf(w, sheetId)
  assert.deepEqual([run.state, run.position], ['canceled', run.made])
  const { data: rows } = await w.api.sheets.rows({ params: { sheetId }, query: { limit: 1000 } })
  assert.equal(rows[0]?.outcome, 'made')
  const { data: sheet } = await w.api.sheets.create({ body: { kind: 'people', file: FILE } })
  const { data } = await w.api.sheets.check({ params: sheet, body: { mapping: sheet.mapping } })
  assert.deepEqual([data.same, data.made], [run.made, TOTAL - run.made], 'the rest is for another time')
})

apiTest('a file goes no further when who brought it loses the right meanwhile', async (w) => {
  const sub = await w.caller({ rights: RIGHTS.manageAuthorizations })
  const { sheetId } = await underWay(sub.api)
  const { accountId } = sub
  await w.api.subAccounts.update({
    params: { accountId },
    body: { rights: 0, currentPassword: 'correct horse' },
  })
  assert.equal((await endOf(w, sheetId)).state, 'failed')
  const answer = await w.request('GET', `/sheet/${sheetId}`, { token: sub.token })
  assert.ok([403, 404].includes(answer.statusCode), 'nor do they see it any more')
})

apiTest('a file goes no further when the token that brought it is narrowed meanwhile', async (w) => {
  const caller = await w.caller({ of: w.owner, scopes: ['account', 'smartlock.auth'] })
  const { sheetId } = await underWay(caller.api)
  const { data: keys } = await w.api.apiKeys.list()
  const params = { apiKeyId: keys.at(-1)?.apiKeyId as number }
  const { data: tokens } = await w.api.apiKeys.listTokens({ params })
  const id = tokens.at(-1)?.id as string
  await w.api.apiKeys.updateToken({
    params: { ...params, id },
    body: { scopes: ['smartlock'], currentPassword: 'correct horse' },
  })
  assert.equal((await endOf(w, sheetId)).state, 'failed')
})

apiTest(
  'what a list is downloaded as can be taken in again, also names that begin like formulas',
  async (w) => {
    const names = [
      '=HYPERLINK("http://x";"y")',
      '+1',
      "'=quoted",
      '@SUM(A1)',
      '-2',
      '＝1',
      'Plain, "with" quotes',
    ]
    for (const [i, name] of names.entries())
      await w.api.accountUsers.create({ body: { email: `u${i}@example.org`, name } })
    const headers = { accept: 'text/csv', authorization: `Bearer ${w.owner.token}` }
    const { payload } = await w.service.app.inject({ method: 'GET', url: '/account/user', headers })
    assert.match(payload, /"'=HYPERLINK/)
    const file = Buffer.from(payload).toString('base64')
    const { data: sheet } = await w.api.sheets.create({ body: { kind: 'people', file } })
    const { data } = await w.api.sheets.check({ params: sheet, body: { mapping: sheet.mapping } })
    assert.deepEqual([data.same, data.changed, data.made, data.failed], [names.length, 0, 0, 0])
  },
)
