import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { apiTest } from '../../../test/world.ts'
import { loadConfig } from '../../config.ts'
import { doctorCommands } from './doctor-commands.ts'
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
    const ill = await doctor.runWith(loadConfig(env), [])
    assert.equal(ill.exitCode, 1, ill.text)
    assert.match(ill.text, /^BAD {3}port MQTT +127\.0\.0\.1:\d+: .*EADDRINUSE.*\n +→ Stop what uses it/m)
    assert.match(ill.text, /^ok {4}disk +\d+ MB free|^warn {2}disk/m)
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
)
