import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Encrypter } from 'age-encryption'
import { furnish } from '../../../test/archived-house.ts'
import {
  brought,
  described,
  exported,
  filesIn,
  PASSPHRASE,
  type Packed,
  packed,
  withRows,
} from '../../../test/archives.ts'
import { apiTest, createWorld, type World } from '../../../test/world.ts'
import { KEPT } from '../../features/imports/archive/source.ts'
import { createLog } from '../../platform/observe/log.ts'
import { EXPORTED_COLUMNS } from '../../schema/exported-columns.ts'

type Row = Record<string, unknown>
type Table = keyof typeof KEPT
interface Kept {
  parent?: string
  id: string
  also?: readonly string[]
}

/** What a column may hold in a file that somebody wrote by hand. */
const HOSTILE: readonly unknown[] = [
  ...[null, true, '', 'x', 'a\0b', '\ud800', '1e999', "'; drop table account; --", '../../etc/passwd'],
  ...[0, -1, 1.5, 1e300, 2 ** 31, 2 ** 53, [], [null], { toString: 7, valueOf: 7, toJSON: 7 }],
  'A'.repeat(300_000),
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  '{"__proto__":{"isAdmin":true},"constructor":7}',
  '[{"role":"admin"},{"role":"owner","smartlockIds":[]}]',
]
/** Each column gets every so manyth of them, each another one: all would take minutes. */
const OF_VALUES = 16
/** Of a table of which the house has no row. */
const EMPTY: Row = { auth_id: 'a', reservation_id: 'b', smartlock_id: 1 }
/** So many rows of a table, where an account may have fewer than there are values to try. */
const MOST_ROWS: Partial<Record<Table, number>> = { account: 12, access_plan: 150, access_group: 300 }

/** Rows of a table, each with one column that is not what it should be, and with ids of their own. */
function hostileRows(table: Table, template: Row, there: readonly Row[]): Row[] {
  const { parent, id, also = [] }: Kept = KEPT[table]
  const columns = EXPORTED_COLUMNS[table].filter((column) => !/^(master_)?account_id$/.test(column))
  const isKey = (column: string) => column === id || column === parent || also.includes(column)
  // Objects as ids are refused with the whole archive.
  const valuesFor = (column: string, at: number) =>
    HOSTILE.filter(
      (value, n) => n % OF_VALUES === at % OF_VALUES && !(isKey(column) && value instanceof Object),
    )
  const rows = columns.flatMap((column, at) => valuesFor(column, at).map((value) => ({ column, value })))
  const seen = new Set(there.map((row) => keyOf(table, row)))
  return rows.flatMap(({ column, value }, n) => {
    const isFree = column !== id && also.length === 0 && (parent !== undefined || id !== 'account_id')
    const row = { ...template, ...(isFree && { [id]: freshId(template[id], n) }) }
    if (table === 'account') Object.assign(row, { account_id: 7000 + n, email: `h${n}@example.com` })
    if (table === 'account_user') row.email = `p${n}@example.com`
    const changed: Row = { ...row, [column]: value }
    const key = keyOf(table, changed)
    if (seen.has(key)) return []
    seen.add(key)
    return [changed]
  })
}

/** Where one table has a number for its parent, another has a row of that number. */
const freshId = (id: unknown, n: number): unknown =>
  typeof id === 'number' ? 500_000 + n : `h${String(n).padStart(23, '0')}`

const keyOf = (table: Table, row: Row): string => {
  const { parent, id, also = [] }: Kept = KEPT[table]
  return [...(parent ? [parent] : []), id, ...also]
    .map((column) => String(row[column]).padStart(16, '0'))
    .join('\n')
}

/** Evenly, so that every column has its turn. */
const some = (rows: readonly Row[], most: number): Row[] =>
  rows.filter(
    (_, at) => Math.floor((at * most) / rows.length) !== Math.floor(((at - 1) * most) / rows.length),
  )

/** Six digits from 3 to 9: no rule of any lock is against them. */
const codeOf = (n: number): number =>
  Number([...n.toString(7).padStart(6, '0')].map((digit) => Number(digit) + 3).join(''))

async function withCodes(files: readonly Packed[], ids: readonly unknown[]): Promise<Packed[]> {
  const lines = ids.map((id, n) => JSON.stringify({ id, code: codeOf(n) }))
  const encrypter = new Encrypter()
  encrypter.setPassphrase(PASSPHRASE)
  encrypter.setScryptWorkFactor(4)
  const sealed = Buffer.from(await encrypter.encrypt(`[\n${lines.join(',\n')}\n]\n`))
  return files.map((file) => (file.name === 'codes.json.age' ? { ...file, content: sealed } : file))
}

const rowsIn = (files: readonly Packed[], table: string): Row[] =>
  JSON.parse(String(files.find(({ name }) => name === `json/${table}.json`)?.content)) as Row[]

apiTest(
  'an archive with every kind of wrong value in every column is brought over to its end, and harms nobody',
  async (w, t) => {
    await furnish(w)
    const secret = join(w.storage.dataDir, 'passphrase')
    await writeFile(secret, PASSPHRASE)
    let files = filesIn(
      await readFile(await exported(w, 'whole', '--with-codes', '--passphrase-file', secret)),
    )
    for (const table of Object.keys(KEPT) as Table[])
      files = withRows(files, table, (rows) => {
        const isSub = (row: Row) => table !== 'account' || row.master_account_id !== null
        const template = rows.find(isSub) ?? { ...EMPTY, account_id: w.owner.accountId }
        const wrong = hostileRows(table, template, rows)
        return [...rows, ...some(wrong, MOST_ROWS[table] ?? wrong.length)]
      })
    const ids = [...new Set(rowsIn(files, 'smartlock_auth').map(({ id }) => id))]
    files = described(
      await withCodes(
        files,
        ids.filter((id) => typeof id !== 'object'),
      ),
    )
    const errors: string[] = []
    const destination = { write: (line: string) => void errors.push(line) }
    const log = createLog({ level: 'error', destination })
    const other = await createWorld(t, w.storage.engine, { log })
    const stranger = await other.caller()
    const { smartlockId: foreign } = await other.lock({ by: stranger })
    files = withRows(files, 'smartlock', (rows) => [...rows, { ...rows[0], smartlock_id: foreign }])
    files = withRows(files, 'access_group_door', (rows) => [...rows, { ...rows[0], smartlock_id: foreign }])
    files = withRows(files, 'address_lock', (rows) => [...rows, { ...rows[0], smartlock_id: foreign }])
    const before = await rowsOfStranger(other, stranger.accountId)
    const path = join(w.storage.dataDir, 'hostile.tar.gz')
    await writeFile(path, packed(files))

    const { text, exitCode } = await brought(
      ...([other, path, '--passphrase-file', secret, '--with-sub-accounts'] as const),
      ...['--account', 'owner@latchwork.local'],
    )
    assert.deepEqual(errors, [])
    assert.equal(exitCode, 0, text)
    assert.deepEqual(await rowsOfStranger(other, stranger.accountId), before)
    await assertReadable(other)
  },
  { own: 'runs commands on the store' },
)

async function rowsOfStranger({ db }: World, accountId: number) {
  const locks = await db.selectFrom('smartlock').selectAll().where('account_id', '=', accountId).execute()
  const people = await db.selectFrom('account_user').selectAll().where('account_id', '=', accountId).execute()
  return { locks, people }
}

/** Whatever came along can be shown. */
async function assertReadable(w: World): Promise<void> {
  const { api } = w
  const lists = [
    ...[api.smartlocks.list(), api.accountUsers.list(), api.addresses.list(), api.authorizations.list()],
    ...[api.groups.list({ query: {} }), api.plans.list({}), api.subAccounts.list({})],
  ]
  for (const [at, { data }] of (await Promise.all(lists)).entries())
    assert.ok((data as unknown[]).length > 0, `list ${at} is empty`)
}
