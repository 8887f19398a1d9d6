import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type LockSpec, SANDBOX_BUILDING } from '@latchwork/simulator'
import type { FleetLock, FleetOrder } from './device-fleet.ts'
import type { LatchworkProcess } from './latchwork-process.ts'
import { startNode, stopChild } from './processes.ts'

const CHILD = fileURLToPath(new URL('device-fleet.ts', import.meta.url))
const REGISTERING_AT_ONCE = 20

/** The sandbox's locks; its opener knows no unlock. Only the benchmark moves them. */
const KINDS = SANDBOX_BUILDING.filter((spec): spec is Exclude<LockSpec, { type: 2 }> => spec.type !== 2).map(
  (spec) => ({ ...spec, advanced: { ...spec.advanced, autoLock: false } }),
)

/** Registers `count` locks over the API; `first` keeps the device ids of several calls apart. */
export async function registerLocks(
  service: LatchworkProcess,
  first: number,
  count: number,
): Promise<FleetLock[]> {
  const locks: FleetLock[] = []
  let next = first
  const registerNext = async (): Promise<void> => {
    while (next < first + count) locks.push(await registerOne(service, next++))
  }
  await Promise.all(Array.from({ length: REGISTERING_AT_ONCE }, registerNext))
  return locks
}

async function registerOne(service: LatchworkProcess, index: number): Promise<FleetLock> {
  const kind = KINDS[index % KINDS.length]
  if (!kind) throw new Error('The sandbox has no lock.')
  const name = `Door ${index}`
  const deviceId = (0x1000_0000 + index).toString(16).toUpperCase()
  const { data } = await service.api.smartlocks.register({ body: { type: kind.type, name, deviceId } })
  const spec = { ...kind, name, deviceId, config: { ...kind.config, name } }
  return { smartlockId: data.smartlockId, spec, ...data.credentials }
}

export interface Fleet {
  stop(): Promise<void>
}

/** Connects the locks, from one process; resolves when the service has heard from all of them. */
export async function connectLocks(service: LatchworkProcess, locks: readonly FleetLock[]): Promise<Fleet> {
  const child = startNode([CHILD], { side: 'load', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const failed = once(child, 'exit').then(() => {
    throw new Error('The simulated locks ended.')
  })
  failed.catch(() => undefined)
  child.send({ brokerUrl: service.brokerUrl, locks } satisfies FleetOrder)
  await Promise.race([once(child, 'message'), failed])
  await untilAllReported(service)
  return { stop: () => stopChild(child) }
}

async function untilAllReported(service: LatchworkProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const { data } = await service.api.smartlocks.list()
    if (data.every((lock) => lock.serverState === 0 && lock.state && lock.config)) return
    await delay(100)
  }
  throw new Error('Not all locks came online.')
}
