import { setTimeout as sleep, setImmediate as turnOfTheLoop } from 'node:timers/promises'
import {
  type Building,
  controlOf,
  type LockSpec,
  SANDBOX_BUILDING,
  type SimulatedLock,
  startBuilding,
} from '@latchwork/simulator'
import { smartlockIdOf } from '../features/locks/rules.ts'
import * as smartlocks from '../features/locks/service.ts'
import type { SandboxControl, SimulatedDevice } from '../features/sandbox/service.ts'
import { inTransaction } from '../platform/context.ts'
import { MovableClock } from '../platform/movable-clock.ts'
import type { Service } from './compose.ts'

export interface Sandbox extends SandboxControl {
  /**
   * Starts a simulated building whose locks belong to this account. Returns a function that stops it. Tests start one for
   * each account, with device ids of its own.
   */
  start(service: Service, accountId: number, building?: readonly LockSpec[]): Promise<() => Promise<void>>
  locks(): readonly { name: string; smartlockId: number }[]
  stop(): Promise<void>
}

/** Made before the service, because the service goes by the sandbox's clock; started when the broker is there. */
export function createSandbox(): Sandbox {
  const clock = new MovableClock()
  const controls = new Map<Building, SimulatedDevice[]>()
  return {
    clock,
    devices: () => [...controls.values()].flat(),
    locks: () =>
      [...controls.keys()].flatMap(({ locks }) =>
        [...locks.values()].map((lock) => ({ name: lock.name, smartlockId: smartlockIdFor(lock) })),
      ),
    async start(service, accountId, specs = SANDBOX_BUILDING) {
      const building = await startLocks(service, accountId, specs)
      const locks = [...building.locks.values()]
      controls.set(building, locks.map(controlOf))
      clock.settleWith(() => untilQuiet(service, [...controls.keys()]))
      await untilOnline(service, accountId, locks.map(smartlockIdFor))
      return async () => {
        controls.delete(building)
        await building.stop()
      }
    },
    async stop() {
      await Promise.all([...controls.keys()].map((building) => building.stop()))
    },
  }
}

const smartlockIdFor = ({ spec, deviceId }: SimulatedLock): number => smartlockIdOf(spec.type, deviceId)

/**
 * The locks are registered like any other, and speak the device protocol over TCP through the broker. They get new
 * credentials at every start, so nobody has to keep their secrets.
 */
async function startLocks(
  service: Service,
  accountId: number,
  specs: readonly LockSpec[],
): Promise<Building> {
  const ctx = service.contextFor(accountId)
  const locks = []
  for (const spec of specs) {
    const lock = { type: spec.type, name: spec.name, deviceId: spec.deviceId, virtualDevice: true }
    const credentials = await inTransaction(ctx, (tx) => smartlocks.enrolOrRenew(tx, lock))
    if (credentials) locks.push({ spec, ...credentials })
    else
      ctx.log.warn(
        { deviceId: spec.deviceId },
        'a lock of the sandbox belongs to another account and is left out',
      )
  }
  const { url, trust } = service.bus
  return startBuilding({
    locks,
    brokerUrl: url,
    ...(trust && { brokerTrust: trust }),
    clock: service.platform.clock,
  })
}

const ONLINE_TIMEOUT_MS = 5000
const ONLINE_POLL_MS = 20

/**
 * Waits until the service has stored that every lock is online, because the calls that the banner prints are refused
 * before that. After the timeout the start continues with a warning.
 */
async function untilOnline(
  service: Service,
  accountId: number,
  smartlockIds: readonly number[],
): Promise<void> {
  const ctx = service.contextFor(accountId)
  const deadline = performance.now() + ONLINE_TIMEOUT_MS
  while (performance.now() < deadline) {
    const online = await smartlocks.onlineAmong(ctx, smartlockIds)
    if (online.length === smartlockIds.length) return
    await sleep(ONLINE_POLL_MS)
  }
  ctx.log.warn('not all locks of the sandbox are connected yet')
}

/** Real time for messages to arrive; a link on which nothing passes would keep us waiting for ever. */
const ARRIVAL_MS = 200

/** Waits until nothing is on its way between locks and service, and nothing is left to be done with what arrived. */
async function untilQuiet(service: Service, buildings: readonly Building[]): Promise<void> {
  const total = (count: (building: Building) => number) =>
    buildings.reduce((sum, building) => sum + count(building), 0)
  const onTheWay = () => total((building) => building.unconfirmed()) + (service.bus.unconfirmed?.() ?? 0)
  const activity = () => total((building) => building.activity())
  const deadline = performance.now() + ARRIVAL_MS
  const isUnderWay = () => onTheWay() > 0 && performance.now() < deadline
  // What was left to be done may have sent something, which has not arrived yet.
  for (let seen = -1; seen !== activity() || isUnderWay(); ) {
    seen = activity()
    while (isUnderWay()) await turnOfTheLoop()
    await service.quiet()
  }
}
