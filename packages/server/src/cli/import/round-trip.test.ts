import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { furnish } from '../../../test/archived-house.ts'
import { brought, exported, filesIn, PASSPHRASE } from '../../../test/archives.ts'
import { member } from '../../../test/members.ts'
import { apiTest, createWorld, type World } from '../../../test/world.ts'
import { KEPT, NOT_BROUGHT } from '../../features/imports/archive/source.ts'
import { EXPORTED_COLUMNS } from '../../schema/exported-columns.ts'

/** What cannot be the same in another service: ids and times of making, and what only a lock or time tells. */
const OF_THE_PLACE = /^(id|seq|created_at|updated_at|.*_id|.*_ids)$/
const TOLD_BY_LOCKS = ['driver', 'vendor', 'model', 'state', 'config', 'advanced_config', 'web_config']
const OTHERWISE: Partial<Record<string, readonly string[]>> = {
  account: ['email_verified', 'profile', 'roles'],
  smartlock: [...TOLD_BY_LOCKS, 'firmware_version', 'hardware_version', 'last_seen_at'],
  smartlock_auth: ['sync_state', 'lock_count', 'last_active_at'],
  address: ['settings'],
  reservation: ['state', 'automation', 'valid_from', 'valid_until', 'issue_state', 'checked_in'],
  reservation_code: ['state', 'error'],
  message_setting: ['is_on'],
  access_plan: ['state'],
  alert_choice: ['choices'],
}

type Rows = Record<string, unknown>[]

/** The rows of every table that is brought over, as an archive has them, without what is of the place. */
async function carried(file: string): Promise<Map<string, Rows>> {
  const files = new Map(filesIn(await readFile(file)).map(({ name, content }) => [name, content]))
  const tables = new Map<string, Rows>()
  for (const table of Object.keys(KEPT) as (keyof typeof KEPT)[]) {
    const rows = JSON.parse(String(files.get(`json/${table}.json`))) as Rows
    const kept = EXPORTED_COLUMNS[table].filter(
      (column) => !OF_THE_PLACE.test(column) && !OTHERWISE[table]?.includes(column),
    )
    tables.set(
      table,
      rows
        .filter((row) => table !== 'account' || row.master_account_id !== null)
        .map((row) => Object.fromEntries(kept.map((column) => [column, row[column]])))
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    )
  }
  return tables
}

apiTest(
  'everything that an archive carries is the same in a service on the other engine, and waits where it would act',
  async (w, t) => {
    const both = { ...KEPT, ...NOT_BROUGHT }
    assert.deepEqual(
      Object.keys(EXPORTED_COLUMNS).filter((table) => !(table in both)),
      [],
    )
    const { front } = await furnish(w)
    const secret = join(w.storage.dataDir, 'passphrase')
    await writeFile(secret, PASSPHRASE)
    const codes = ['--with-codes', '--passphrase-file', secret]
    const file = await exported(w, 'there', ...codes)
    const other = await createWorld(t, w.storage.engine === 'sqlite' ? 'postgres' : 'sqlite')
    const options = ['--passphrase-file', secret, '--with-sub-accounts']

    const plan = await brought(other, file, ...options, '--dry-run')
    assert.equal(plan.exitCode, 0, plan.text)
    const untouched = await carried(await exported(other, 'untouched', ...codes))
    for (const [table, rows] of untouched)
      if (table !== 'audit') assert.deepEqual(rows, [], `a dry run makes no ${table}`)

    const done = await brought(other, file, ...options)
    assert.equal(done.exitCode, 0, done.text)
    assert.match(done.text, /plans \(Cleaning\): it is there, and waits/)
    const [there, here] = [await carried(file), await carried(await exported(other, 'here', ...codes))]
    // Codes of stays are rights, and the audit log is told by another log: both are looked at below.
    for (const table of ['audit', 'reservation_code']) there.delete(table)
    for (const [table, rows] of there) {
      assert.ok(rows.length > 0, `${table} is tried`)
      assert.deepEqual(here.get(table), rows, table)
    }
    await assertSettled(w, other, front)

    const again = await brought(other, await exported(w, 'again', ...codes), ...options)
    assert.equal(again.exitCode, 0, again.text)
    const after = await carried(await exported(other, 'after', ...codes))
    for (const [table, rows] of here) if (table !== 'audit') assert.deepEqual(after.get(table), rows, table)
  },
  { own: 'runs commands on the store' },
)

/** What hangs together there hangs together here, and nothing acts before somebody wants it to. */
async function assertSettled(w: World, other: World, front: number): Promise<void> {
  const [made] = (await other.api.plans.list({})).data
  assert.deepEqual([made?.state, made?.toGive, made?.rights, made?.withheld], ['held', 0, 3, 1])
  const planId = made?.planId ?? ''
  await other.api.plans.confirm({ params: { planId }, body: { changes: 1 } })
  await other.until('nothing is given twice', async () => {
    const { data } = await other.api.plans.get({ params: { planId } })
    return data.state === 'settled' && data.rights === 3 && data.withheld === 1
  })
  const [sub] = (await other.api.subAccounts.list({})).data
  const groups = (await other.api.groups.list({ query: { kind: 'doors' } })).data
  const [address] = (await other.api.addresses.list()).data
  assert.deepEqual(
    sub?.roles?.map(({ doorGroupIds, addressIds, smartlockIds }) => [doorGroupIds, addressIds, smartlockIds]),
    [
      [[groups.find(({ members }) => members === 1)?.groupId], undefined, undefined],
      [undefined, [address?.addressId], [front]],
    ],
  )
  const setting = await other.db.selectFrom('message_setting').select('is_on').executeTakeFirstOrThrow()
  assert.equal(setting.is_on, 0, 'guests are not written to by two services')
  const [choice] = await other.db.selectFrom('alert_choice').selectAll().execute()
  assert.equal(JSON.parse(String(choice?.choices)).rules[0].smartlockId, front)
  const logs = await other.db.selectFrom('audit').selectAll().where('action', '=', 'import.entry').execute()
  const { n } = await w.db
    .selectFrom('audit')
    .select((e) => e.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  assert.equal(logs.length, Number(n))
  assert.match(String(logs[0]?.detail), /"action":".+","by":".+"/)
}

apiTest(
  'sub-accounts of an archive do not come in unless the operator says so',
  async (w, t) => {
    await w.lock()
    await member(w, [{ role: 'viewer' }])
    const other = await createWorld(t, w.storage.engine)
    const { text } = await brought(other, await exported(w, 'there'))
    assert.match(text, /1 sub-accounts: they sign in here only if you say --with-sub-accounts/)
    assert.deepEqual((await other.api.subAccounts.list({})).data, [])
  },
  { own: 'runs commands on the store' },
)
