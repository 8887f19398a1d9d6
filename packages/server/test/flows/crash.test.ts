import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { test } from 'node:test'
import type { DownCmd } from '@latchwork/contract/device'
import { connectDevice, type LdpDevice } from '../ldp-device.ts'
import { type ServiceProcess, startProcess } from '../service-process.ts'
import { newStorage } from '../storage.ts'
import { ENGINES } from '../tier.ts'

const LOCKS = 4
const ROUNDS = 5

interface Lock {
  smartlockId: number
  deviceId: string
  username: string
  secret: string
}

/**
 * The process is killed at a random moment while unlocks are being accepted. Afterwards every acknowledged operation
 * is still there and ends honestly, and no lock ever gets an order in a connection it was not given in.
 */
for (const engine of ENGINES) {
  test(`SIGKILL between acceptance and delivery loses no acknowledged operation and executes none late [${engine}]`, async (t) => {
    const storage = await newStorage(engine)
    t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
    let service = await startProcess(storage)
    t.after(() => service.kill())
    const locks = await registerLocks(service)
    const acknowledged = new Set<string>()
    for (let round = 0; round < ROUNDS; round++) {
      const devices = await connectAll(service, locks)
      await hammerUntilKilled(service, locks, acknowledged, round)
      service = await startProcess(storage)
      const later = await connectAll(service, locks)
      await endsHonestly(service, acknowledged)
      assertNothingLate(devices, later)
      for (const device of [...devices, ...later]) await device.end()
    }
    assert.ok(acknowledged.size > 0)
  })
}

async function registerLocks(service: ServiceProcess): Promise<Lock[]> {
  const locks: Lock[] = []
  for (let i = 0; i < LOCKS; i++) {
    const { data } = await service.api.smartlocks.register({ body: { type: 4, name: `Door ${i}` } })
    const deviceId = data.smartlockId.toString(16).slice(-8).toUpperCase()
    locks.push({ smartlockId: data.smartlockId, deviceId, ...data.credentials })
  }
  return locks
}

async function connectAll(service: ServiceProcess, locks: Lock[]): Promise<LdpDevice[]> {
  const devices = await Promise.all(
    locks.map(({ deviceId, username, secret }) =>
      connectDevice({ url: service.brokerUrl, deviceId, username, secret }),
    ),
  )
  for (const { smartlockId } of locks) {
    for (;;) {
      const { data } = await service.api.smartlocks.get({ params: { smartlockId } })
      if (data.serverState === 0) break
    }
  }
  return devices
}

/** The locks never answer, so each takes one order at a time; the kill comes while orders are in the air. */
async function hammerUntilKilled(
  service: ServiceProcess,
  locks: Lock[],
  acknowledged: Set<string>,
  round: number,
): Promise<void> {
  const calls = locks.map(async ({ smartlockId }, i) => {
    await new Promise((resolve) => setTimeout(resolve, i * round))
    const { operationId } = await service.api.smartlocks.unlock({ params: { smartlockId } })
    if (operationId) acknowledged.add(operationId)
  })
  await Promise.race(calls).catch(() => undefined)
  await service.kill()
  await Promise.allSettled(calls)
}

async function endsHonestly(service: ServiceProcess, acknowledged: Set<string>): Promise<void> {
  for (const operationId of acknowledged) {
    for (;;) {
      const { data } = await service.api.operations.get({ params: { operationId } })
      if (data.status === 'expired' || data.status === 'unknown') break
      assert.ok(
        data.status === 'queued' || data.status === 'sent',
        `an order nobody confirmed is ${data.status}`,
      )
    }
  }
}

function assertNothingLate(before: LdpDevice[], after: LdpDevice[]): void {
  for (const device of after)
    assert.deepEqual(device.commands, [], 'no order survives the connection it was given in')
  const ids = before.flatMap((device) => device.commands.map((command: DownCmd) => command.id))
  assert.equal(new Set(ids).size, ids.length, 'no order is sent twice')
}
