// `npm run try:upgrade -- --commit=<commit>`: the version of that commit and this one side by side on one PostgreSQL and one
// Mosquitto, as during an upgrade of several processes. Each takes calls for locks that the other serves; then the old one goes.
// --checkout=<folder> keeps what was checked out and installed for the next run.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SANDBOX_BUILDING, startSimulatedLock } from '@latchwork/simulator'
import { systemClock } from '../packages/server/src/platform/clock.ts'
import { eventually } from '../packages/server/test/eventually.ts'
import { deviceTopics, startMosquitto } from '../packages/server/test/mosquitto.ts'
import { createDatabase, startPostgres } from '../packages/server/test/postgres.ts'
import { type ServiceProcess, startProcess } from '../packages/server/test/service-process.ts'
import { BROKER_SERVICE_USER } from '../packages/server/test/world.ts'
import { checkOut } from '../tests/upgrade/old-version.ts'

const LONG_MS = 60_000
const { values } = parseArgs({ options: { commit: { type: 'string' }, checkout: { type: 'string' } } })
if (values.commit === undefined) throw new Error('--commit=<commit>')
const place = mkdtempSync(join(tmpdir(), 'latchwork-upgrade-'))
await using ends = new AsyncDisposableStack()
ends.defer(() => rmSync(place, { recursive: true, force: true }))
const oldMain = await checkOut(values.commit, values.checkout ?? join(place, 'checkout'))

const postgres = await startPostgres()
ends.defer(() => postgres.stop())
const broker = await startMosquitto({ users: [BROKER_SERVICE_USER] })
ends.defer(() => broker.stop())
const databaseUrl = await createDatabase(postgres.url, 'upgrade')
const settings = { LATCHWORK_MQTT_URL: broker.urlFor(BROKER_SERVICE_USER.username) }
const storage = { engine: 'postgres', dataDir: join(place, 'data'), databaseUrl } as const

async function start(name: string, main?: string): Promise<ServiceProcess> {
  const started = await startProcess(storage, settings, [], main)
  ends.defer(() => started.kill())
  console.log(`${name} serves at ${started.url}`)
  return started
}

async function addLock(service: ServiceProcess, at: number): Promise<number> {
  const spec = SANDBOX_BUILDING[0]
  assert.ok(spec)
  const deviceId = `0A00000${at}`
  const { data } = await service.api.smartlocks.register({
    body: { type: spec.type, name: `Door ${at}`, deviceId },
  })
  const { username, secret, password } = data.credentials
  await broker.addUser({ username, password, topics: deviceTopics(deviceId) })
  const identity = {
    spec,
    deviceId,
    username,
    secret,
    brokerUrl: broker.url,
    clock: systemClock,
    movementMs: 0,
  }
  const lock = await startSimulatedLock(identity)
  ends.defer(() => lock.stop())
  await eventually('it is online', () => isOnline(service, data.smartlockId), LONG_MS)
  return data.smartlockId
}

const isOnline = async ({ api }: ServiceProcess, smartlockId: number) =>
  (await api.smartlocks.get({ params: { smartlockId } })).data.serverState === 0

/** Six digits without a zero. */
const codeOf = (round: number) => Number(`2468${1 + (round % 9)}${1 + Math.floor(round / 9)}`)

/** Moves the door, changes a setting and a code, and sees each confirmed. */
async function use(name: string, { api }: ServiceProcess, smartlockId: number, round: number): Promise<void> {
  const params = { smartlockId }
  const calls = [
    () => (round % 2 === 0 ? api.smartlocks.unlock({ params }) : api.smartlocks.lock({ params })),
    () => api.smartlocks.setConfig({ params, body: { ledBrightness: round % 6 } }),
    () =>
      api.authorizations.createOn({ params, body: { name: `Code ${round}`, type: 13, code: codeOf(round) } }),
  ]
  for (const call of calls) {
    const { operationId } = (await call()) as { operationId?: string }
    if (operationId === undefined) continue
    const { status } = await eventually(
      'it has ended',
      async () => {
        const { data } = await api.operations.get({ params: { operationId } })
        return data.status !== 'queued' && data.status !== 'sent' && data
      },
      LONG_MS,
    )
    assert.equal(status, 'confirmed')
  }
  console.log(`${name} moved the door, changed a setting and a code of lock ${smartlockId}`)
}

const old = await start(`the old version (${values.commit})`, oldMain)
const locks = [await addLock(old, 1), await addLock(old, 2), await addLock(old, 3), await addLock(old, 4)]
let round = 1
for (const lock of locks) await use('the old one', old, lock, round++)
const next = await start('this version')
await eventually(
  'both serve locks',
  async () => {
    const ready = await Promise.all([old, next].map(async ({ url }) => (await fetch(`${url}/ready`)).json()))
    return ready.every((one) => ((one as { locks?: { shares: number } }).locks?.shares ?? 0) > 0)
  },
  LONG_MS,
)
for (const lock of locks) {
  await eventually('it is online', () => isOnline(next, lock), LONG_MS)
  await use('the old one', old, lock, round++)
  await use('the new one', next, lock, round++)
}
assert.equal(await old.stop(), 0)
for (const lock of locks) await use('the new one, alone,', next, lock, round++)
assert.equal(await next.stop(), 0)
console.log('Both versions worked side by side.')
