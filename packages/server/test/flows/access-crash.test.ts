import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SmartlockAuth } from '@latchwork/contract'
import { type AccessDevice, accessDevice } from '../access-device.ts'
import { connectDevice } from '../ldp-device.ts'
import { type ServiceProcess, startProcess } from '../service-process.ts'
import { newStorage } from '../storage.ts'
import { ENGINES } from '../tier.ts'
import type { RegisteredLock } from '../world.ts'

const LOCKS = 3
const ROUNDS = 4

type Held = AccessDevice['held']
type Lock = RegisteredLock & { held: Held }

/** What callers were promised: the name each authorization is to have; null for one that is to be gone. */
type Promised = Map<string, string | null>

/**
 * The process is killed at a random moment while authorizations are made, changed and deleted. Afterwards every lock
 * ends with exactly what was promised, whatever of it was on its way.
 */
for (const engine of ENGINES) {
  test(`SIGKILL while rights are given and taken away: every lock ends with what was promised [${engine}]`, async (t) => {
    const storage = await newStorage(engine)
    t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
    let service = await startProcess(storage)
    t.after(() => service.kill())
    const locks = await registerLocks(service)
    const promised: Promised = new Map()
    for (let round = 0; round < ROUNDS; round++) {
      const stop = await connectAll(service, locks)
      const enough = countedDown(12 + 12 * round)
      const work = locks.map((lock) => workOn(service, lock, promised, enough.step).catch(() => undefined))
      await enough.reached
      await service.kill()
      await Promise.all(work)
      await stop()
      service = await startProcess(storage)
      const stopAgain = await connectAll(service, locks)
      const auths = await untilSettled(service)
      assertKept(auths, locks, promised)
      await stopAgain()
    }
    assert.ok(promised.size > 0, 'something was promised')
  })
}

/** Steps are counted, not time: on a busy machine nothing might be done within any time. */
function countedDown(steps: number): { step(): void; reached: Promise<void> } {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  let left = steps
  return {
    reached,
    step() {
      left -= 1
      if (left === 0) resolve()
    },
  }
}

async function registerLocks(service: ServiceProcess): Promise<Lock[]> {
  const locks: Lock[] = []
  for (let i = 0; i < LOCKS; i++) {
    const { data } = await service.api.smartlocks.register({ body: { type: 4, name: `Door ${i}` } })
    const deviceId = data.smartlockId.toString(16).slice(-8).toUpperCase()
    locks.push({ smartlockId: data.smartlockId, deviceId, ...data.credentials, held: new Map() })
  }
  return locks
}

/** All locks connect with the memory they have, and do what they are told. */
async function connectAll(service: ServiceProcess, locks: Lock[]): Promise<() => Promise<void>> {
  const devices = await Promise.all(
    locks.map(async (lock) => {
      const device = await connectDevice({ url: service.brokerUrl, ...lock })
      const access = accessDevice(lock, device, lock.held)
      access.obeyAll()
      await access.tellList()
      return device
    }),
  )
  return async () => void (await Promise.all(devices.map((device) => device.end().catch(() => undefined))))
}

/** Makes, renames and deletes until the process is gone; only what was answered is promised. */
async function workOn(
  { api }: ServiceProcess,
  { smartlockId }: Lock,
  promised: Promised,
  step: () => void,
): Promise<void> {
  const params = { smartlockId }
  for (let i = 0; ; i++) {
    await api.authorizations.createOn({ params, body: { name: `Fob ${i}`, type: 2, remoteAllowed: false } })
    const { data } = await api.authorizations.listOf({ params })
    const free = data.filter((auth) => auth.operationId === undefined)
    const [oldest, next] = free
    if (next) await rename(api, next, `Name ${i}`, promised)
    if (oldest && free.length > 3) await remove(api, oldest, promised)
    step()
  }
}

async function rename(
  api: ServiceProcess['api'],
  { smartlockId, id }: SmartlockAuth,
  name: string,
  promised: Promised,
) {
  promised.delete(id)
  await api.authorizations.update({ params: { smartlockId, id }, body: { name } })
  promised.set(id, name)
}

async function remove(api: ServiceProcess['api'], { smartlockId, id }: SmartlockAuth, promised: Promised) {
  promised.delete(id)
  await api.authorizations.remove({ params: { smartlockId, id } })
  promised.set(id, null)
}

async function untilSettled({ api }: ServiceProcess): Promise<SmartlockAuth[]> {
  const deadline = performance.now() + 180_000
  for (;;) {
    const { data } = await api.authorizations.list()
    if (data.every(({ syncState }) => syncState === 'synced')) return data
    assert.ok(performance.now() < deadline, `still ${data.map(({ syncState }) => syncState).join()}`)
    await sleep(20)
  }
}

function assertKept(auths: readonly SmartlockAuth[], locks: readonly Lock[], promised: Promised): void {
  const byId = new Map(auths.map((auth) => [auth.id, auth]))
  for (const [id, name] of promised) assert.equal(byId.get(id)?.name ?? null, name)
  for (const { smartlockId, held } of locks) {
    const wanted = auths.filter((auth) => auth.smartlockId === smartlockId)
    assert.deepEqual(
      new Map([...held].map(([id, { entry }]) => [id, entry.name])),
      new Map(wanted.map(({ id, name }) => [id, name])),
      'the lock has what the service says, and nothing else',
    )
  }
}
