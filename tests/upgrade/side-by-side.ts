import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SANDBOX_BUILDING, startSimulatedLock } from '@latchwork/simulator'
import { systemClock } from '../../packages/server/src/platform/clock.ts'
import { eventually } from '../../packages/server/test/eventually.ts'
import { BROKER_SERVICE_USER, deviceTopics, startMosquitto } from '../../packages/server/test/mosquitto.ts'
import { type ServiceProcess, startProcess } from '../../packages/server/test/service-process.ts'

const LONG_MS = 180_000

interface Versions {
  /** An empty database. */
  databaseUrl: string
  /** Where the old version begins. */
  oldMain: string
  /** How many locks there are. */
  locks: number
  say(line: string): void
}

/**
 * An old version and this one side by side on one PostgreSQL and one Mosquitto, as during an upgrade of several processes.
 * Each takes calls for locks that the other serves; then the old one goes.
 */
export async function workSideBySide({ databaseUrl, oldMain, locks: count, say }: Versions): Promise<void> {
  await using ends = new AsyncDisposableStack()
  const dataDir = mkdtempSync(join(tmpdir(), 'latchwork-upgrade-'))
  ends.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const broker = await startMosquitto({ users: [BROKER_SERVICE_USER] })
  ends.defer(() => broker.stop())
  const settings = { LATCHWORK_MQTT_URL: broker.urlFor(BROKER_SERVICE_USER.username) }
  const storage = { engine: 'postgres', dataDir, databaseUrl } as const

  const start = async (name: string, main?: string): Promise<ServiceProcess> => {
    const started = await startProcess(storage, settings, [], main)
    ends.defer(() => started.kill())
    say(`${name} serves at ${started.url}`)
    return started
  }

  const addLock = async (service: ServiceProcess, at: number): Promise<number> => {
    const spec = SANDBOX_BUILDING[0]
    assert.ok(spec)
    const deviceId = `0A00000${at}`
    const body = { type: spec.type, name: `Door ${at}`, deviceId }
    const { data } = await service.api.smartlocks.register({ body })
    const { username, secret, password } = data.credentials
    await broker.addUser({ username, password, topics: deviceTopics(deviceId) })
    const lock = await startSimulatedLock({
      ...{ spec, deviceId, username, secret },
      ...{ brokerUrl: broker.url, clock: systemClock, movementMs: 0 },
    })
    ends.defer(() => lock.stop())
    await eventually('it is online', () => isOnline(service, data.smartlockId), LONG_MS)
    return data.smartlockId
  }

  const old = await start('the old version', oldMain)
  const locks: number[] = []
  for (let at = 1; at <= count; at++) locks.push(await addLock(old, at))
  let round = 1
  for (const lock of locks) say(await use('the old one', old, lock, round++))
  const next = await start('this version')
  await eventually(
    'both serve locks',
    async () => (await shares(old)) > 0 && (await shares(next)) > 0,
    LONG_MS,
  )
  for (const lock of locks) {
    await eventually('it is online', () => isOnline(next, lock), LONG_MS)
    say(await use('the old one', old, lock, round++))
    say(await use('the new one', next, lock, round++))
  }
  await assertAlike(old, next)
  assert.equal(await old.stop(), 0)
  for (const lock of locks) say(await use('the new one, alone,', next, lock, round++))
  assert.equal(await next.stop(), 0)
}

const shares = async ({ url }: ServiceProcess): Promise<number> => {
  const ready = (await (await fetch(`${url}/ready`)).json()) as { locks?: { shares: number } }
  return ready.locks?.shares ?? 0
}

const isOnline = async ({ api }: ServiceProcess, smartlockId: number) =>
  (await api.smartlocks.get({ params: { smartlockId } })).data.serverState === 0

/** Six digits without a zero. */
const codeOf = (round: number) => Number(`2468${1 + (round % 9)}${1 + Math.floor(round / 9)}`)

/** Moves the door, changes a setting and a code, and sees each confirmed. */
async function use(
  name: string,
  { api }: ServiceProcess,
  smartlockId: number,
  round: number,
): Promise<string> {
  const params = { smartlockId }
  const code = { name: `Code ${round}`, type: 13, code: codeOf(round) } as const
  const calls = [
    () => (round % 2 === 0 ? api.smartlocks.unlock({ params }) : api.smartlocks.lock({ params })),
    () => api.smartlocks.setConfig({ params, body: { ledBrightness: round % 6 } }),
    () => api.authorizations.createOn({ params, body: code }),
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
  return `${name} moved the door, changed a setting and a code of lock ${smartlockId}`
}

/** Whatever either of them wrote, both show it. */
async function assertAlike(...services: ServiceProcess[]): Promise<void> {
  const [there, here] = await Promise.all(
    services.map(async ({ api }) =>
      (await api.authorizations.list()).data.map(({ id, name, code }) => [id, name, code]).sort(),
    ),
  )
  assert.deepEqual(here, there)
}
