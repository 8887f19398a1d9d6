import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { issueCertificate } from '../../../test/certificates.ts'
import { apiTest, type World } from '../../../test/world.ts'
import { loadConfig } from '../../config.ts'
import { linesOf } from './check.ts'
import { doctorCommands } from './doctor-commands.ts'
import { lookAtCertificate, lookAtServer } from './machine.ts'
import { lookIntoStore } from './store.ts'

apiTest(
  'the doctor names what is wrong with the store and with the machine, and says what to do',
  async (w, t) => {
    const lock = await w.lock({ name: 'Cellar' })
    const findings = await lookIntoStore(w.service.contextFor(0))
    assert.equal(findings.find(({ about }) => about === 'database')?.verdict, 'good')
    const silent = findings.find(({ about }) => about === 'lock')
    assert.match(
      silent?.says ?? '',
      new RegExp(`^${lock.smartlockId} "Cellar" of account ${w.owner.accountId}$`),
    )
    assert.match(silent?.advice ?? '', /never connected/)
    await spoil(w, lock.smartlockId)
    const worse = linesOf(await lookIntoStore(w.service.contextFor(0))).join('\n')
    assert.match(worse, /^warn {2}rights +1 were refused or lost by their lock\n +→/m)
    assert.match(worse, /^warn {2}calendars +1 are paused\n +→/m)
    assert.match(worse, /^warn {2}mail +1 were not delivered within a day\n +→/m)
    assert.match(worse, /^warn {2}job +upkeep: the disk is full\n +→/m)
    await w.stop()

    const blocker = createServer().listen(0, '127.0.0.1')
    t.after(() => blocker.close())
    await once(blocker, 'listening')
    const { port } = blocker.address() as { port: number }
    const env = {
      LATCHWORK_DATA_DIR: w.storage.dataDir,
      LATCHWORK_HTTP_PORT: '0',
      LATCHWORK_MQTT_PORT: String(port),
      LATCHWORK_BACKUP_DIR: '/no/such/directory',
      ...(w.storage.databaseUrl && { LATCHWORK_DATABASE_URL: w.storage.databaseUrl }),
    }
    const doctor = doctorCommands.find(({ name }) => name === 'doctor')
    assert.ok(doctor && 'runWith' in doctor)
    const nobody = { LATCHWORK_SMTP_URL: 'smtp://127.0.0.1:1' }
    const ill = await doctor.runWith(loadConfig({ ...env, ...nobody }), [])
    assert.equal(ill.exitCode, 1, ill.text)
    assert.match(ill.text, /^BAD {3}port MQTT +127\.0\.0\.1:\d+: .*EADDRINUSE.*\n +→ Stop what uses it/m)
    assert.match(
      ill.text,
      /^BAD {3}mail server +127\.0\.0\.1:1: .*ECONNREFUSED.*\n +→ See LATCHWORK_SMTP_URL/m,
    )
    assert.match(
      ill.text,
      /^(ok {4}|warn {2})disk +\d+ MB free in \S+; half of the syncs take less than [\d.]+ ms/m,
    )
    assert.match(ill.text, /^(ok {4}|warn {2})clock +/m)
    assert.match(ill.text, /^ok {4}settings +/m)
    assert.match(ill.text, /^warn {2}backup +there is none/m)
    await new Promise((resolve) => blocker.close(resolve))
    const dated = join(w.storage.dataDir, 'dated')
    await mkdir(join(dated, 'latchwork-29990101T000000Z'), { recursive: true })
    const ahead = await doctor.runWith(loadConfig({ ...env, LATCHWORK_BACKUP_DIR: dated }), [])
    assert.match(ahead.text, /^warn {2}backup +1 in \S+ bear a date to come/m)
    const better = await doctor.runWith(loadConfig({ ...env, LATCHWORK_MQTT_PORT: '0' }), [])
    assert.equal(better.exitCode, 3, better.text)
    assert.match(better.text, /^warn {2}lock +\d+ "Cellar"/m)
  },
  { own: 'runs commands on the store' },
)

/** One of each thing that an operator has to know of. */
async function spoil({ api, db, owner, service }: World, smartlockId: number): Promise<void> {
  const now = Date.now()
  const [account_id, id] = [owner.accountId, () => service.platform.ids.timeOrdered()]
  const body = { name: 'Anna', remoteAllowed: false }
  await api.authorizations.createOn({ params: { smartlockId }, body })
  await db.updateTable('smartlock_auth').set({ sync_state: 'failed' }).execute()
  const { data: address } = await api.addresses.create({ body: { name: 'Mill Street', smartlockIds: [] } })
  await db
    .insertInto('service_link')
    .values({
      ...{ account_id, service_id: 'ical', address_id: address.addressId, unit_id: null, url_sealed: 'x' },
      ...{
        url_masked: 'x',
        status: 'failed' as never,
        etag: null,
        last_modified: null,
        failures: 9,
        trusted: 0,
      },
      ...{ last_sync_at: null, last_error: null, last_error_code: null, last_change: null, next_at: null },
      ...{ operation_id: null, leased_until: null, lease_owner: null, created_at: now, updated_at: now },
    })
    .execute()
  await db
    .insertInto('mail')
    .values({
      ...{
        id: id(),
        account_id,
        recipient: 'a@example.org',
        template: 'x',
        language: 'en',
        state: 'bounced',
      },
      ...{ values_sealed: null, attempts: 1, error: 'no such box', next_at: null, leased_until: null },
      ...{ lease_owner: null, expires_at: null, created_at: now, updated_at: now },
    })
    .execute()
  await db
    .insertInto('job')
    .values({
      ...{ id: id(), kind: 'upkeep', key: null, payload: '{}', run_at: now + 3_600_000, attempts: 1 },
      ...{ leased_until: null, lease_owner: null, last_error: 'the disk is full', created_at: now },
    })
    .execute()
}

test('the doctor tells a broker that is not there, and a certificate that has ended or ends soon', async () => {
  const [gone] = await lookAtServer('broker', 'mqtt://127.0.0.1:1', 'See whether it runs.')
  assert.deepEqual([gone?.verdict, gone?.advice], ['bad', 'See whether it runs.'])
  assert.deepEqual(await lookAtServer('broker', undefined, ''), [], 'the one inside has its port')
  const { certFile, keyFile } = issueCertificate({ days: 30 })
  const files = { LATCHWORK_TLS_CERT_FILE: certFile, LATCHWORK_TLS_KEY_FILE: keyFile }
  const config = loadConfig(files)
  const verdictIn = async (days: number) =>
    (await lookAtCertificate(config, Date.now() + days * 86_400_000))[0]?.verdict
  assert.deepEqual([await verdictIn(0), await verdictIn(20), await verdictIn(40)], ['good', 'warning', 'bad'])
  const [missing] = await lookAtCertificate({ ...config, tls: { ...config.tls, certFile: '/none.pem' } }, 0)
  assert.match(missing?.advice ?? '', /LATCHWORK_TLS_CERT_FILE/)
})
