import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { keypadLock } from '../../../test/access-device.ts'
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

const DAY_MS = 86_400_000

/** A lock with a code of a person, an address with a flat, stays, an entry in the log. */
async function furnish(w: World) {
  const { smartlockId } = await keypadLock(w)
  const { data: user } = await w.api.accountUsers.create({
    body: { email: 'anna@example.org', name: 'Anna' },
  })
  const params = { smartlockId }
  await w.api.authorizations.createOn({
    params,
    body: { ...code, code: 738_294, accountUserId: user.accountUserId, allowedWeekDays: 96 },
  })
  const { data: address } = await w.api.addresses.create({
    body: { name: 'Mill Street', smartlockIds: [smartlockId], timeZone: 'Europe/Vienna' },
  })
  const at = { addressId: address.addressId }
  const { data: unit } = await w.api.addressUnits.create({ params: at, body: { name: 'Flat 2' } })
  const stay = { name: 'Guest', email: 'guest@example.org', guests: 2, ...dates(10), unitId: unit.id }
  await w.api.reservations.create({ params: at, body: { ...stay, reference: 'R1' } })
  await logEntry(w, smartlockId, 1)
  return { smartlockId, params, at }
}

const code = { name: 'Anna', type: 13, remoteAllowed: false } as const
const dates = (days: number) => ({
  startDate: new Date(Date.now() + days * DAY_MS).toISOString(),
  endDate: new Date(Date.now() + (days + 2) * DAY_MS).toISOString(),
})

const logEntry = (w: World, smartlockId: number, n: number) =>
  w.db
    .insertInto('smartlock_log')
    .values({
      ...{
        id: w.service.platform.ids.timeOrdered(),
        account_id: w.owner.accountId,
        smartlock_id: smartlockId,
      },
      ...{ device_type: 4, account_user_id: null, auth_id: null, name: `Entry ${n}`, action: 1, trigger: 0 },
      ...{ state: 0, auto_unlock: 0, source: null, opener_log: null, error: null, date: Date.now() - 1000 },
    })
    .execute()

apiTest(
  'an archive is brought into another service: people, locks, codes, addresses, stays and logs, and a second time nothing is doubled',
  async (w, t) => {
    const { smartlockId, params } = await furnish(w)
    const secret = join(w.storage.dataDir, 'passphrase')
    await writeFile(secret, `${PASSPHRASE}\n`)
    const first = await exported(w, 'first', '--with-codes', '--passphrase-file', secret)
    assert.doesNotMatch(gunzipSync(await readFile(first)).toString('latin1'), /738294/)
    const other = await createWorld(t, w.storage.engine)

    const plan = await brought(other, first, '--passphrase-file', secret, '--dry-run')
    assert.equal(plan.exitCode, 0, plan.text)
    assert.match(plan.text, /stays +1 /)
    assert.deepEqual((await other.api.smartlocks.list()).data, [], 'a dry run makes nothing')

    const done = await brought(other, first, '--passphrase-file', secret)
    assert.equal(done.exitCode, 0, done.text)
    const { data: codes } = await other.api.authorizations.listOf({ params })
    assert.deepEqual(
      codes.map(({ name, code, allowedWeekDays }) => [name, code, allowedWeekDays]),
      [['Anna', 738_294, 96]],
    )
    const { data: users } = await other.api.accountUsers.list()
    assert.equal(codes[0]?.accountUserId, users[0]?.accountUserId)
    const [address] = (await other.api.addresses.list()).data
    assert.deepEqual([address?.name, address?.smartlockIds], ['Mill Street', [smartlockId]])
    const at = { addressId: address?.addressId ?? 0 }
    const { data: stays } = await other.api.reservations.list({ params: at })
    const { data: units } = await other.api.addressUnits.list({ params: at })
    assert.deepEqual(
      stays.map(({ name, reference, guests, unitId }) => [name, reference, guests, unitId]),
      [['Guest', 'R1', 2, units[0]?.id]],
    )
    const log = async () =>
      (await other.api.smartlocks.logOf({ params, query: {} })).data.map(({ name }) => name).sort()
    assert.deepEqual(await log(), ['Entry 1'])

    await logEntry(w, smartlockId, 2)
    const second = await exported(w, 'second', '--with-codes', '--passphrase-file', secret)
    const again = await brought(other, second, '--passphrase-file', secret)
    assert.equal(again.exitCode, 0, again.text)
    assert.deepEqual(await log(), ['Entry 1', 'Entry 2'], 'what is new comes, and nothing comes twice')
    assert.equal((await other.api.reservations.list({ params: at })).data.length, 1)
    assert.equal((await other.api.authorizations.listOf({ params })).data.length, 1)
    assert.equal((await other.api.accountUsers.list()).data.length, 1)

    const older = await brought(other, first, '--passphrase-file', secret)
    assert.equal(older.exitCode, 1)
    assert.match(older.text, /newer archive/, 'what was taken away since does not come back')
    assert.deepEqual(
      (await other.api.imports.list()).data.filter(({ state }) => state === 'running' || state === 'planned'),
      [],
      'nothing is left open',
    )
  },
  { own: 'runs commands on the store' },
)

apiTest(
  'an archive that is damaged, cut, too new or not ours is refused, and nothing is made',
  async (w) => {
    await furnish(w)
    const file = await exported(w, 'whole')
    const whole = gunzipSync(await readFile(file))
    const tried = async (name: string, bytes: Buffer, ...more: string[]) => {
      const path = join(w.storage.dataDir, name)
      await writeFile(path, bytes)
      return brought(w, path, ...more)
    }
    const replaced = (from: string, to: string) => {
      const bytes = Buffer.from(whole)
      bytes.write(to, bytes.indexOf(from), 'latin1')
      return gzipSync(bytes)
    }
    const secret = join(w.storage.dataDir, 'passphrase')
    await writeFile(secret, PASSPHRASE)
    const cases: [string, Buffer, RegExp, ...string[]][] = [
      ['no-gzip', Buffer.from('hello'), /cannot be read/],
      ['cut', (await readFile(file)).subarray(0, 2000), /cannot be read/],
      ['cut-inside', gzipSync(whole.subarray(0, 4096)), /ends too early/],
      ['no-tar', gzipSync(Buffer.alloc(1024, 7)), /no tar archive/],
      ['too-new', replaced('"format": 1', '"format": 9'), /its format is 9/],
      [
        'row-less',
        replaced('"account_user": 1', '"account_user": 2'),
        /says 2 rows of account_user, and it has 1/,
      ],
      ['row-more', replaced('"account_user": 1', '"account_user": 0'), /more rows than its manifest/],
      ['no-codes', gzipSync(whole), /no codes are in it/, '--passphrase-file', secret],
    ]
    for (const [name, bytes, reason, ...more] of cases) {
      const { text, exitCode } = await tried(name, bytes, ...more)
      assert.equal(exitCode, 1, name)
      assert.match(text, reason, name)
    }
    assert.deepEqual((await w.api.imports.list()).data, [])
    const nobody = await brought(w, file, '--account', 'nobody@example.org')
    assert.match(nobody.text, /No account has the address/)
  },
  { own: 'runs commands on the store' },
)

apiTest(
  'a hostile archive is refused with a sentence, and nothing of it is made',
  async (w) => {
    await furnish(w)
    const whole = filesIn(await readFile(await exported(w, 'whole')))
    const [manifest, ...others] = whole as [Packed, ...Packed[]]
    const extra = (name: string, type?: string): Packed => ({
      name,
      content: Buffer.from('x'),
      ...(type && { type }),
    })
    const zeros: Packed = { name: 'csv/account.csv', content: Buffer.alloc(80_000_000) }
    const changed = (name: string, content: string) =>
      whole.map((file) => (file.name === name ? { ...file, content: Buffer.from(content) } : file))
    const foreign = (rows: Record<string, unknown>[]) => rows.map((row) => ({ ...row, account_id: 999 }))
    const strangeId = (rows: Record<string, unknown>[]) =>
      rows.map((row) => ({ ...row, smartlock_id: { toString: 7 } }))
    const cases: [string, Buffer, RegExp][] = [
      ['bomb', packed(described([manifest, zeros, ...others.slice(2)])), /far more/],
      ['path', packed([...whole, extra('../../etc/passwd')]), /does not name ".*passwd"/],
      ['absolute', packed([...whole, extra('/etc/passwd')]), /does not name/],
      ['link', packed([...whole, extra('json/x.json', '2')]), /no file/],
      ['twice', packed([...whole, others[0] as Packed]), /is in it twice/],
      ['missing', packed(whole.slice(0, -1)), /is missing/],
      ['after the end', packed(whole, Buffer.alloc(2048).fill(7, 1024)), /after its end/],
      ['checksum', packed(changed('csv/audit.csv', 'other')), /checksum/],
      ['no sums', packed([{ ...manifest, content: withoutFiles(manifest) }, ...others]), /not whole/],
      ['manifest', packed(changed('manifest.json', '[')), /not whole/],
      ['manifest none', packed(changed('manifest.json', '7')), /not whole/],
      [
        'row twice',
        packed(withRows(whole, 'account_user', ([a]) => [a, a])),
        /one account_user is in it twice/,
      ],
      [
        'people of others',
        packed(withRows(whole, 'account_user', foreign)),
        /account_user that belong to another/,
      ],
      ['another account', packed(withRows(whole, 'account', foreign)), /belong to another/],
      ['no rows', packed(withRows(whole, 'smartlock', () => [7])), /a row that is none/],
      [
        'no id',
        packed(withRows(whole, 'smartlock', strangeId)),
        /a row of smartlock whose smartlock_id is no id/,
      ],
      ['no JSON', packed(described(changed('json/smartlock.json', '[\n{"a":\n]\n'))), /JSON/],
      ['endless row', packed(described(changed('json/smartlock.json', 'x'.repeat(2_000_000)))), /too long/],
    ]
    for (const [name, bytes, reason] of cases) {
      const path = join(w.storage.dataDir, 'hostile.tar.gz')
      await writeFile(path, bytes)
      const { text, exitCode } = await brought(w, path)
      assert.equal(exitCode, 1, name)
      assert.match(text, /^The archive cannot be read: .+\.$/, name)
      assert.match(text, reason, name)
    }
    assert.deepEqual((await w.api.imports.list()).data, [])
  },
  { own: 'runs commands on the store' },
)

const withoutFiles = ({ content }: Packed): Buffer => {
  const { files: _files, ...said } = JSON.parse(content.toString('utf8'))
  return Buffer.from(JSON.stringify(said))
}

apiTest(
  'without codes an archive brings no rights, and says so',
  async (w, t) => {
    const { params } = await furnish(w)
    const file = await exported(w, 'bare')
    const other = await createWorld(t, w.storage.engine)
    const { text, exitCode } = await brought(other, file)
    assert.equal(exitCode, 0, text)
    assert.match(text, /does not tell the code/)
    assert.match(text, /--with-codes/)
    assert.deepEqual((await other.api.authorizations.listOf({ params })).data, [])
    assert.equal((await other.api.accountUsers.list()).data.length, 1)
  },
  { own: 'runs commands on the store' },
)
