import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  api,
  csvColumnsOf,
  RIGHTS,
  type Route,
  type Sheet,
  type SheetKind,
  type SheetMapping,
} from '@latchwork/contract'
import { keypadLock } from '../../../test/access-device.ts'
import { eventually } from '../../../test/eventually.ts'
import { clockOf, standingStill } from '../../../test/manual-time.ts'
import { apiTest, type Caller, type World } from '../../../test/world.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

const brought = async (api: World['api'], kind: SheetKind, text: string): Promise<Sheet> =>
  (await api.sheets.create({ body: { kind, file: base64(text) } })).data

/** Read and checked, with the columns as they were guessed. */
async function checked(api: World['api'], kind: SheetKind, text: string, mapping?: SheetMapping) {
  const sheet = await brought(api, kind, text)
  const body = { mapping: mapping ?? sheet.mapping }
  const { data } = await api.sheets.check({ params: sheet, body })
  return data
}

async function taken(api: World['api'], kind: SheetKind, text: string) {
  const sheet = await checked(api, kind, text)
  await api.sheets.start({ params: sheet })
  const run = await ended(api, sheet.sheetId)
  return { sheet, run, rows: await rowsOf(api, sheet) }
}

const ended = (api: World['api'], sheetId: string): Promise<Sheet> =>
  eventually('it has ended', async () => {
    const { data } = await api.sheets.get({ params: { sheetId } })
    return !['read', 'checked', 'running'].includes(data.state) && data
  })

async function rowsOf(api: World['api'], params: { sheetId: string }) {
  const { data } = await api.sheets.rows({ params })
  return data.map(({ number, outcome, field, rule }) => [number, rule ? `${field} ${rule}` : outcome])
}

const countsOf = ({ made, changed, same, failed }: Sheet) => [made, changed, same, failed]

/** A sub-account with the right to manage rights on this door alone. */
async function member(w: World, smartlockIds: number[]): Promise<Caller> {
  const { data } = await w.api.subAccounts.create({
    body: {
      ...{ email: 'member@example.org', password: 'sub horse', name: 'Member', language: 'en' },
      ...{ rights: 0, profile: {}, currentPassword: 'correct horse' },
      roles: [{ rights: RIGHTS.manageAuthorizations | RIGHTS.manageSmartlock, smartlockIds }],
    },
  })
  return w.caller({ of: { ...w.owner, accountId: data.accountId } })
}

const PEOPLE = `\ufeffE-Mail;Name;Sprache\r
ann@example.org;"Ann; with ""quotes""";de\r
BEN@example.org;Ben;\r
\r
no mail;Cleo;en\r
dora@example.org;;xx\r
ann@example.org;Other Ann;de\r
eve@example.org;Eve;xx\r
`

apiTest('people of a file are checked row by row, made, and a second time nothing is made', async (w) => {
  await w.api.accountUsers.create({ body: { email: 'ben@example.org', name: 'Benjamin' } })
  const sheet = await checked(w.api, 'people', PEOPLE)
  assert.deepEqual(sheet.columns, ['E-Mail', 'Name', 'Sprache'])
  assert.deepEqual(sheet.mapping, [
    { field: 'email', column: 1 },
    { field: 'name', column: 2 },
    { field: 'language', column: 3 },
  ])
  const told = [
    [2, 'made'],
    [3, 'changed'],
    [5, 'email email'],
    [6, 'name required'],
    [7, 'email twice'],
    [8, 'language language'],
  ]
  assert.deepEqual(await rowsOf(w.api, sheet), told)
  assert.deepEqual([sheet.state, ...countsOf(sheet)], ['checked', 1, 1, 0, 4])
  assert.equal((await w.api.accountUsers.list()).data.length, 1, 'nothing was done')

  await w.api.sheets.start({ params: sheet })
  const run = await ended(w.api, sheet.sheetId)
  assert.deepEqual([run.state, run.done, ...countsOf(run)], ['done', 6, 1, 1, 0, 4])
  assert.deepEqual(await rowsOf(w.api, sheet), told)
  const names = (await w.api.accountUsers.list()).data.map(({ name, language }) => [name, language])
  assert.deepEqual(names, [
    ['Ben', undefined],
    ['Ann; with "quotes"', 'de'],
  ])
  assert.deepEqual(await w.db.selectFrom('sheet_part').selectAll().execute(), [], 'the file is gone')
  assert.deepEqual(run.columns, [])

  const again = await taken(w.api, 'people', PEOPLE)
  assert.deepEqual(countsOf(again.run), [0, 0, 2, 4])
  await w.api.sheets.remove({ params: { sheetId: sheet.sheetId } })
  await w.refuses(w.api.sheets.get({ params: { sheetId: sheet.sheetId } }), 'not_found')
})

apiTest('doors are named by a file, by number or by name, and names can be swapped', async (w) => {
  const ids = []
  for (const name of ['A', 'B', 'Twin', 'twin']) ids.push((await w.lock({ name })).smartlockId)
  const { sheet, run, rows } = await taken(
    w.api,
    'doors',
    `door,name\nA,B\nB,A\n${ids[2]},=1+1\ntwin,X\nC,D\n`,
  )
  assert.deepEqual(countsOf(sheet), [0, 3, 0, 2])
  assert.deepEqual(countsOf(run), [0, 3, 0, 2])
  assert.deepEqual(rows, [
    [2, 'changed'],
    [3, 'changed'],
    [4, 'changed'],
    [5, 'door severalDoors'],
    [6, 'door unknownDoor'],
  ])
  const names = (await w.api.smartlocks.list()).data.map(({ name }) => name)
  assert.deepEqual(names, ['B', 'A', '=1+1', 'twin'])
})

const HEAD = 'email\tdoor\tcode\tfrom\tuntil\tdays\tallowedFromTime\tallowedUntilTime\tname\n'

apiTest(
  'rights of a file are given as single ones are, with operations, and are not given twice',
  async (w) => {
    const { smartlockId } = await keypadLock(w, 'Front')
    await w.lock({ name: 'Plain' })
    for (const name of ['Ann', 'Ben'])
      await w.api.accountUsers.create({ body: { email: `${name}@example.org`, name } })
    const file = `${HEAD}ann@example.org\tFront\t135799\t2030-01-01 08:00\t2030-02-01T08:00Z\tMo, Tue\t7:30\t11:00\tCleaner
ben@example.org\t${smartlockId}\t\t\t\t\t\t\t
ben@example.org\tFront\t135799\t\t\t\t\t\t
nobody@example.org\tFront\t\t\t\t\t\t\t
ann@example.org\tFront\t0123\t\t\t\t\t\t
ann@example.org\tFront\t12\t\t\t\t\t\t
ann@example.org\tFront\t\t1.1.2030\t\t\t\t\t
ann@example.org\tFront\t\t\t\tSomeday\t\t\t
ann@example.org\tFront\t\t\t\t\t25:00\t\t
ann@example.org\tFront\t\t2030-02-01T08:00Z\t2030-01-01T08:00Z\t\t\t\t
ann@example.org\tPlain\t\t\t\t\t\t\t
`
    const { sheet, run, rows } = await taken(w.api, 'rights', file)
    assert.deepEqual(rows, [
      [2, 'made'],
      [3, 'made'],
      [4, 'code code_conflict'],
      [5, 'email unknownPerson'],
      [6, 'code code'],
      [7, 'code code_invalid'],
      [8, 'allowedFromDate date'],
      [9, 'allowedWeekDays weekDays'],
      [10, 'allowedFromTime time'],
      [11, 'allowedUntilDate window_invalid'],
      [12, 'door keypad_missing'],
    ])
    assert.deepEqual(countsOf(run), countsOf(sheet))
    const { data: auths } = await w.api.authorizations.list({ query: {} })
    assert.partialDeepStrictEqual(auths, [
      {
        ...{ name: 'Cleaner', code: 135799, type: 13, allowedWeekDays: 96, smartlockId },
        ...{ allowedFromTime: 450, allowedUntilTime: 660, allowedUntilDate: '2030-02-01T08:00:00.000Z' },
      },
      { name: 'Ben', type: 13 },
    ])
    const { data: told } = await w.api.sheets.rows({ params: sheet, query: { outcome: 'made' } })
    const { data: operation } = await w.api.operations.get({
      params: { operationId: told[0]?.operationId as string },
    })
    assert.equal(operation.type, 'auth.create')

    const longer = file.replace('2030-02-01T08:00Z\tMo', '2030-03-01T08:00Z\tMo')
    const again = await taken(w.api, 'rights', longer)
    assert.deepEqual(countsOf(again.run), [0, 1, 1, 9], 'one changed, one as it was')
    const { data: after } = await w.api.authorizations.list({ query: {} })
    assert.deepEqual([after.length, after[0]?.allowedUntilDate], [2, '2030-03-01T08:00:00.000Z'])
  },
)

apiTest('a file that is none is refused at once, and says why', async (w) => {
  const refused = async (bytes: Buffer | string, message: RegExp) => {
    const file = Buffer.from(bytes).toString('base64')
    const answer = await w.request('PUT', '/sheet', { body: { kind: 'people', file } })
    assert.equal(answer.statusCode, 400, answer.payload)
    assert.match(answer.json().errors[0].message, message)
    assert.equal(answer.json().errors[0].path, 'file')
  }
  await refused(','.repeat(999_999), /more than 100 columns/)
  await refused(`email,name\n${','.repeat(999_999)}`, /more than 100 columns/)
  await refused(`email,name\n${'a'.repeat(999_999)}`, /row of more than 64000 characters/)
  await refused(`email,name\n${','.repeat(100)}\n`, /more than 100 columns/)
  await refused('email,name\n'.repeat(10_002), /more than 10000 rows/)
  await refused(`email,name\n${'\n'.repeat(3_000_000)}a@example.org,A`, /more than 10000 rows/)
  await refused(Buffer.from('email;name\na@b;M\xfcller', 'latin1'), /not UTF-8.*Windows-1252/)
  await refused('email,name\n"a@b.c,never ends', /quoted cell/)
  await refused('email,name\n', /holds no rows/)
  await refused('email,name\na\0b,c', /NUL/)
  await refused('PK\x03\x04 as a workbook begins', /workbook.*CSV UTF-8/)
  const huge = await w.request('PUT', '/sheet', { body: { kind: 'people', file: 'A'.repeat(5_000_000) } })
  assert.equal(huge.statusCode, 413)
  assert.deepEqual((await w.api.sheets.list()).data, [])
  const sheet = await brought(w.api, 'people', 'a,b\nx@example.org,X\n')
  assert.deepEqual(sheet.mapping, [])
  for (const [mapping, path] of [
    [[], 'mapping'],
    [[{ field: 'email', column: 3 }], 'mapping[0].column'],
    [[{ field: 'door', column: 1 }], 'mapping[0].field'],
  ] as const) {
    const answer = await w.request('POST', `/sheet/${sheet.sheetId}/check`, { body: { mapping } })
    assert.deepEqual([answer.statusCode, answer.json().errors?.[0].path], [400, path])
  }
  assert.equal((await w.request('POST', `/sheet/${sheet.sheetId}/start`)).statusCode, 423, 'not checked yet')
})

apiTest('names of rights in a file have up to 255 characters, and are kept whole (D134)', async (w) => {
  const { smartlockId } = await keypadLock(w, 'Door')
  const name = `Reserva ${'x'.repeat(247)}`
  await w.api.accountUsers.create({ body: { email: 'ann@example.org', name } })
  const file = `email,door,name,code\nann@example.org,Door,,384365\nann@example.org,Door,${name},384366\nann@example.org,Door,${name}x,384367\n`
  const { rows } = await taken(w.api, 'rights', file)
  assert.deepEqual(rows, [
    [2, 'made'],
    [3, 'made'],
    [4, 'name tooLong'],
  ])
  const { data } = await w.api.authorizations.listOf({ params: { smartlockId } })
  assert.deepEqual(
    data.map((right) => right.name),
    [name, name],
  )
})

apiTest('a file is its owner’s alone, who does with it what they may do one by one', async (w) => {
  const { smartlockId } = await keypadLock(w, 'Theirs')
  await keypadLock(w, 'Other')
  for (const name of ['Ann', 'Ben'])
    await w.api.accountUsers.create({ body: { email: `${name}@example.org`, name } })
  const { data: people } = await w.api.accountUsers.list()
  await w.api.authorizations.createOn({
    params: { smartlockId },
    body: { name: 'Ann', type: 13, accountUserId: people[0]?.accountUserId as number },
  })
  const caller = await member(w, [smartlockId])
  const rights = 'email,door\nann@example.org,Theirs\nann@example.org,Other\nben@example.org,Theirs\n'
  const given = await taken(caller.api, 'rights', rights)
  assert.deepEqual(given.rows, [
    [2, 'same'],
    [3, 'door unknownDoor'],
    [4, 'email unknownPerson'],
  ])
  const told = await taken(
    caller.api,
    'people',
    'email,name\nann@example.org,Anna\nben@example.org,Ben\nnew@example.org,New\n',
  )
  assert.deepEqual(told.rows, [
    [2, 'name notAllowed'],
    [3, 'email email_taken'],
    [4, 'made'],
  ])
  const named = await taken(caller.api, 'doors', 'door,name\nTheirs,West\nOther,East\n')
  assert.deepEqual(named.rows, [
    [2, 'changed'],
    [3, 'door unknownDoor'],
  ])
  const { sheetId } = named.sheet
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/row'],
    ['POST', '/start'],
    ['DELETE', ''],
  ] as const)
    assert.equal((await w.request(method, `/sheet/${sheetId}${path}`)).statusCode, 404, 'not even the master')
  assert.deepEqual((await w.api.sheets.list()).data, [])
  const token = await w.caller({ scopes: ['smartlock'] })
  const body = { kind: 'rights', file: base64(rights) }
  assert.equal((await w.request('PUT', '/sheet', { body, token: token.token })).statusCode, 403)
})

apiTest(
  'a file that nobody starts is gone after a day, sealed until then',
  async (w) => {
    const sheet = await checked(w.api, 'rights', 'email,door,code\nann@example.org,Front,135799\n')
    const parts = await w.db.selectFrom('sheet_part').selectAll().execute()
    assert.equal(parts.length, 2)
    for (const { cells_sealed } of parts) assert.doesNotMatch(cells_sealed, /135799|ann|code/)
    clockOf(w).advance(25 * 3_600_000)
    const { data } = await w.session().then(({ api }) => api.sheets.list())
    assert.deepEqual(data.length, 1)
    const gone = () => w.db.selectFrom('sheet_part').selectAll().execute()
    await w.until('the file is gone', async () => (await gone()).length === 0)
    const run = await w.db.selectFrom('sheet_run').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual([run.id, run.state, run.next_at], [sheet.sheetId, 'canceled', null])
  },
  standingStill(),
)

apiTest('any list is a CSV file to who asks for one, with its filters and without formulas', async (w) => {
  const { smartlockId } = await keypadLock(w, '=Front')
  for (const name of ['=cmd()', 'B, "b"'])
    await w.api.accountUsers.create({ body: { email: `u${name.charCodeAt(0)}@example.org`, name } })
  await w.api.authorizations.createOn({ params: { smartlockId }, body: { name: '@Ann', type: 13 } })
  const caller = await member(w, [smartlockId])
  const csv = async (path: string, token = w.owner.token) => {
    const headers = { accept: 'text/csv', authorization: `Bearer ${token}` }
    const answer = await w.service.app.inject({ method: 'GET', url: path, headers })
    assert.equal(answer.statusCode, 200, answer.payload)
    assert.match(String(answer.headers['content-type']), /^text\/csv/)
    assert.match(String(answer.headers['content-disposition']), /^attachment; filename="[a-z]+\.csv"$/)
    const [head = '', ...lines] = answer.payload.trimEnd().split('\r\n')
    return { head, lines }
  }
  const people = await csv('/account/user')
  assert.match(people.head, /^accountUserId,accountId,email,name,/)
  assert.match(people.lines[0] ?? '', /,u61@example.org,"'=cmd\(\)",0,/)
  assert.match(people.lines[1] ?? '', /,"B, ""b""",/)
  assert.equal((await csv('/account/user?limit=1')).lines.length, 1, 'as the list is asked for')
  assert.deepEqual((await csv('/account/user', caller.token)).lines, [], 'what the caller is for')
  assert.match((await csv('/smartlock')).lines[0] ?? '', /"'=Front"/)
  assert.match((await csv('/smartlock/auth')).lines[0] ?? '', /"'@Ann"/)
  for (let i = 0; i < 3; i++) await w.api.groups.create({ body: { kind: 'people', name: `G${i}` } })
  assert.equal((await csv('/group?limit=2')).lines.length, 2)
  const paths = ['/smartlock/log', '/address', '/operation', '/group', '/plan', '/sheet', '/bulk', '/api/key']
  for (const path of paths) assert.match((await csv(path)).head, /^[a-zA-Z]+(,[a-zA-Z]+)+$/)
  const json = await w.request('GET', '/account/user', { headers: { accept: 'text/csv;q=0, */*' } })
  assert.equal(json.json().length, 2, 'a weight of nothing asks for something else')
  const refused = await w.request('GET', '/account/user', { token: null, headers: { accept: 'text/csv' } })
  assert.equal(refused.statusCode, 401)
})

apiTest('a list of pages is a whole file, unless so many entries are asked for', async (w) => {
  const rows = Array.from({ length: 1201 }, (_, i) => `p${i}@example.org,P${i}`)
  const { sheetId } = await checked(w.api, 'people', `email,name\n${rows.join('\n')}\nno mail,X\n`)
  const numbersOf = (text: string) =>
    text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0]))
  const file = async (query: string, token = w.owner.token) => {
    const headers = { accept: 'text/csv', authorization: `Bearer ${token}` }
    return w.service.app.inject({ method: 'GET', url: `/sheet/${sheetId}/row${query}`, headers })
  }
  const all = Array.from({ length: 1202 }, (_, i) => i + 2)
  assert.deepEqual(numbersOf((await file('')).payload), all)
  assert.deepEqual(numbersOf((await file('?outcome=failed')).payload), [1203], 'with its filters')
  assert.deepEqual(numbersOf((await file('?id=1200')).payload), [1201, 1202, 1203], 'from there on')
  assert.deepEqual(numbersOf((await file('?limit=2')).payload), [2, 3], 'so many were asked for')
  const missing = `/sheet/${'f'.repeat(24)}/row`
  const refused = await w.request('GET', missing, { headers: { accept: 'text/csv' } })
  assert.deepEqual([refused.statusCode, refused.json().code], [404, 'not_found'], 'refused before it begins')
  assert.equal(
    (await w.request('GET', '/group?limit=x', { headers: { accept: 'text/csv' } })).statusCode,
    400,
  )
})

test('what the next page of a list begins after is a field of its entries', () => {
  const routes: readonly Route[] = Object.values(api).flatMap((area) => Object.values(area))
  const missing = routes.filter((route) => {
    const { id, limit } = route.query?.properties ?? {}
    return id && limit && csvColumnsOf(route)?.includes(route.cursor ?? 'id') === false
  })
  assert.deepEqual(
    missing.map(({ path }) => path),
    [],
  )
})
