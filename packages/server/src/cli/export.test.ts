import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { keypadLock } from '../../test/access-device.ts'
import { apiTest } from '../../test/world.ts'
import { loadConfig } from '../config.ts'
import { exportCommands } from './export-commands.ts'

const [command] = exportCommands
assert.ok(command)

apiTest(
  'an account is exported whole, as JSON and CSV, without secrets and without what is of others',
  async (w) => {
    const { dataDir, databaseUrl } = w.storage
    const config = loadConfig({
      LATCHWORK_DATA_DIR: dataDir,
      ...(databaseUrl && { LATCHWORK_DATABASE_URL: databaseUrl }),
    })
    const other = await w.account()
    await other.api.accountUsers.create({ body: { email: 'foreign@example.org', name: 'Foreign' } })
    await w.api.accountUsers.create({ body: { email: 'anna@example.org', name: '=HYPERLINK("x")' } })
    const lock = await keypadLock(w)
    await w.api.authorizations.createOn({
      params: { smartlockId: lock.smartlockId },
      body: { name: 'Anna', type: 13, code: 738_294, remoteAllowed: false },
    })
    const file = join(dataDir, 'out.tar.gz')
    const { text } = await command.runWith(config, [String(w.owner.accountId), '--to', file])
    assert.match(text, /account_user\s+1\n/)
    assert.equal((await stat(file)).mode & 0o077, 0, 'nobody else reads it')
    const place = await mkdtemp(join(dataDir, 'opened-'))
    execFileSync('tar', ['xzf', file, '-C', place])
    const read = (name: string) => readFile(join(place, name), 'utf8')
    const people = JSON.parse(await read('json/account_user.json')) as { name: string }[]
    assert.deepEqual(
      people.map(({ name }) => name),
      ['=HYPERLINK("x")'],
    )
    assert.match(await read('csv/account_user.csv'), /"'=HYPERLINK\(""x""\)"/, 'no spreadsheet runs it')
    const rights = JSON.parse(await read('json/smartlock_auth.json')) as { name: string }[]
    assert.deepEqual(
      rights.map(({ name }) => name),
      ['Anna'],
    )
    const manifest = JSON.parse(await read('manifest.json'))
    assert.equal(manifest.accountId, w.owner.accountId)
    assert.ok(manifest.rows.audit > 0)
    const all = execFileSync('tar', ['xzf', file, '-O']).toString()
    assert.doesNotMatch(all, /foreign@example|738294|_hash|_sealed/i)
    assert.ok(!all.includes(lock.secret) && !all.includes(w.owner.token))
    assert.match(
      (await command.runWith(config, [String(w.owner.accountId), '--to', file])).text,
      /is there already/,
    )
    await assert.rejects(
      command.runWith(config, ['nobody@example.org', '--to', `${file}.2.tar.gz`]),
      /There is no account/,
    )
  },
  { own: 'runs commands on the store' },
)
