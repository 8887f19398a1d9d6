import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { connectAccess, keypadLock } from '../../test/access-device.ts'
import { bothTest } from '../../test/world.ts'
import { loadConfig } from '../config.ts'
import { auditCommands } from './audit-commands.ts'
import { eraseCommands } from './erase-commands.ts'

const command = eraseCommands.find(({ name }) => name === 'user erase')
const verify = auditCommands.find(({ name }) => name === 'audit verify')
assert.ok(command && verify)
const noFile = () => Promise.reject(new Error('no file'))
const NO_FILES = { readText: noFile, readPart: noFile }

bothTest(
  'a person is erased from every table but those that say why, also while a lock is offline',
  async (w) => {
    const lock = await keypadLock(w)
    const device = await connectAccess(w, lock)
    device.obeyAll()
    const person = { email: 'Anna.Unique@example.org', name: 'Anna Uniquename' }
    const { data: user } = await w.api.accountUsers.create({ body: person })
    const { data: other } = await w.api.accountUsers.create({ body: { email: 'b@example.org', name: 'Ben' } })
    const { accountUserId } = user
    const params = { smartlockId: lock.smartlockId }
    const right = { type: 13, remoteAllowed: false, accountUserId } as const
    await w.api.authorizations.createOn({ params, body: { ...right, name: person.name } })
    await w.until('the lock has the code', async () => device.held.size === 1)
    await w.service.settle()
    await device.device.drop()
    const line = { device_type: 4, action: 1, trigger: 0, state: 0, auto_unlock: 0, date: 1 }
    const entry = (id: string, who: number, name: string) => ({
      ...{
        id: id.repeat(24),
        account_id: w.owner.accountId,
        smartlock_id: lock.smartlockId,
        account_user_id: who,
      },
      ...{ name, auth_id: null, ...line },
    })
    await w.db
      .insertInto('smartlock_log')
      .values([entry('a', accountUserId, person.name), entry('b', other.accountUserId, 'Ben')])
      .execute()

    const config = loadConfig({ LATCHWORK_DATA_DIR: w.storage.dataDir })
    const ctx = w.service.contextFor(0)
    const { data: account } = await w.api.account.get({})
    const run = (...values: string[]) => command.run(ctx, values, config, NO_FILES)
    assert.match((await run(account.email, 'nobody@example.org')).text, /has no person/)
    const proof = JSON.parse((await run(account.email, person.email.toLowerCase())).text)
    const removed = Object.fromEntries(
      proof.removed.map(({ table, rows }: { table: string; rows: number }) => [table, rows]),
    )
    assert.deepEqual(removed, { account_user: 1, smartlock_auth: 1, smartlock_log: 1, mail: 0 })
    assert.doesNotMatch(JSON.stringify(proof), /unique/i, 'the proof does not say who it was')
    const kept = new Set(proof.kept.map(({ table }: { table: string }) => table))
    for (const { name } of await w.db.introspection.getTables()) {
      if (kept.has(name) || /_(default|y\d+m\d+)$/.test(name)) continue
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(w.db)
      assert.doesNotMatch(JSON.stringify(rows), /uniquename|anna\.unique/i, name)
    }
    const names = await w.db.selectFrom('smartlock_log').select('name').orderBy('id').execute()
    assert.deepEqual(
      names.map(({ name }) => name).slice(-2),
      ['Erased person', 'Ben'],
      'others stay who they are',
    )
    const back = await connectAccess(w, lock, device.held)
    back.obeyAll()
    await w.untilOperation(proof.operationId, 'confirmed')
    assert.equal(back.held.size, 0, 'the lock has dropped the code')
    assert.equal((await w.request('GET', `/account/user/${accountUserId}`)).statusCode, 404)
    assert.match((await verify.run(ctx, [], config, NO_FILES)).text, /The audit log holds/)
  },
  { own: 'runs commands on the store' },
)
