import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceLogins } from '../../migrations/0017-device-logins.ts'
import { createLog } from '../../src/platform/observe/log.ts'
import { hashToken } from '../../src/platform/security/crypto.ts'
import { migrationEngine } from '../../src/platform/store/migration-engine.ts'
import { connectDevice } from '../ldp-device.ts'
import { ENGINES } from '../tier.ts'
import { apiTest, createWorld, type RegisteredLock, type World } from '../world.ts'

/** A log to read. */
function notebook() {
  const lines: { level: string; msg: string; smartlockId?: number }[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  return { log: createLog({ level: 'info', destination: { write } }), lines }
}

const warningOf = async (w: World, { smartlockId }: RegisteredLock) =>
  (await w.api.smartlocks.get({ params: { smartlockId } })).data.credentialsWarning

/** Credentials as versions before LDP/1.1 stored them: the secret is the password, and kept sealed. */
async function makeLegacy(w: World, { username, secret }: RegisteredLock): Promise<void> {
  await w.db
    .updateTable('device_credential')
    .set({
      secret_hash: hashToken(secret),
      secret_sealed: w.service.platform.sealer.seal(secret, `device_credential.secret ${username}`),
      login_derived: 0,
      broker_hash: null,
    })
    .where('username', '=', username)
    .execute()
}

/** Runs the migration as on a database that was there before it. */
async function repeatMigration({ db, storage }: World): Promise<void> {
  for (const column of ['login_derived', 'broker_hash', 'exposed_at'])
    await db.schema.alterTable('device_credential').dropColumn(column).execute()
  await db.schema.alterTable('smartlock').dropColumn('credentials_warning').execute()
  await deviceLogins(migrationEngine(storage.engine)).up(db)
}

for (const engine of ENGINES) {
  test(`a device of before LDP/1.1 is served, told of in the log once per connection, and shown with a warning until its credentials are replaced [${engine}]`, async (t) => {
    const before = await createWorld(t, engine)
    const lock = await before.lock()
    await makeLegacy(before, lock)
    await repeatMigration(before)
    await before.stop()
    const { log, lines } = notebook()
    const w = await createWorld(t, engine, { storage: before.storage, log })

    const kept = await w.db.selectFrom('device_credential').selectAll().executeTakeFirstOrThrow()
    const { sealer } = w.service.platform
    const opened = sealer.open(kept.secret_sealed, `device_credential.secret ${lock.username}`)
    assert.ok(!opened.includes(lock.secret), 'the secret that was kept is forgotten')

    const old = { url: w.service.bus.url, ...lock, password: lock.secret }
    const params = { smartlockId: lock.smartlockId }
    for (const connection of [1, 2]) {
      const device = await connectDevice(old)
      await w.until('online', async () => (await w.api.smartlocks.get({ params })).data.serverState === 0)
      await device.publish('event', { seq: 1, at: 1, kind: 'action', action: 1, trigger: 1, result: 0 })
      const { operationId } = await w.api.smartlocks.unlock({ params })
      await device.ack(await device.command(0), 'done', 0)
      await w.untilOperation(operationId, 'confirmed')
      const told = lines.filter(({ msg }) => msg.includes('logs in with its secret itself'))
      assert.equal(told.length, connection, 'once per connection')
      assert.equal(told[0]?.smartlockId, lock.smartlockId)
      await device.drop()
      await w.until('offline', async () => (await w.api.smartlocks.get({ params })).data.serverState === 4)
    }
    assert.equal(await warningOf(w, lock), 'legacy')

    const renewed = (await (await w.session()).api.smartlocks.rotateCredentials({ params })).data
    assert.equal(await warningOf(w, lock), undefined)
    await assert.rejects(connectDevice(old))
    await w.connect({ ...lock, ...renewed })
  })
}

apiTest('old and new credentials both work in the grace, and the warning stays as long', async (w) => {
  const lock = await w.lock()
  await makeLegacy(w, lock)
  await w.db.updateTable('smartlock').set({ credentials_warning: 'legacy' }).execute()
  const params = { smartlockId: lock.smartlockId }
  const renewed = (
    await (await w.session()).api.smartlocks.rotateCredentials({ params, body: { graceMinutes: 1 } })
  ).data
  assert.equal(await warningOf(w, lock), 'legacy')
  const old = await connectDevice({ url: w.service.bus.url, ...lock, password: lock.secret })
  const device = await w.connect({ ...lock, ...renewed })
  assert.deepEqual([old.isConnected, device.isConnected], [true, true])
  await w.db
    .updateTable('device_credential')
    .set({ valid_until: Date.now() - 1 })
    .where('username', '=', lock.username)
    .execute()
  w.service.platform.wake.notify('credential')
  await w.until('the warning goes with the old login', async () => (await warningOf(w, lock)) === undefined)
  await old.closed
  assert.equal(device.isConnected, true)
})

apiTest(
  'old firmware that sends the secret of new credentials is refused, told of once, and its credentials count as exposed',
  async (w) => {
    const lock = await w.lock()
    const showSecret = () => connectDevice({ url: w.service.bus.url, ...lock, password: lock.secret })
    await assert.rejects(showSecret())
    await assert.rejects(showSecret())
    assert.equal(await warningOf(w, lock), 'exposed')
    const { data: entries } = await w.api.audit.list({ query: { limit: 50 } })
    const told = entries.filter(({ action }) => action === 'smartlock.secretExposed')
    assert.equal(told.length, 1)
    assert.equal(told[0]?.subject, String(lock.smartlockId))
    assert.ok(!JSON.stringify(entries).includes(lock.secret))

    const device = await w.connect(lock)
    assert.equal(await warningOf(w, lock), 'exposed', 'its own login works, and does not make it whole')
    await (await w.session()).api.smartlocks.rotateCredentials({ params: { smartlockId: lock.smartlockId } })
    assert.equal(await warningOf(w, lock), undefined)
    await device.closed
  },
)
