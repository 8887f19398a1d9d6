import { setTimeout as sleep, setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { type Building, controlOf, SANDBOX_BUILDING, startBuilding } from '@latchwork/simulator'
import { smartlockIdOf } from '../features/locks/rules.ts'
import * as smartlocks from '../features/locks/service.ts'
import type { SandboxControl, SimulatedDevice } from '../features/sandbox/service.ts'
import { inTransaction } from '../platform/context.ts'
import { MovableClock } from '../platform/movable-clock.ts'
import type { Service } from './compose.ts'

export interface Sandbox extends SandboxControl {
  /** Starts the simulated building: its locks are this account's. */
  start(service: Service, accountId: number): Promise<void>
  locks(): readonly { name: string; smartlockId: number }[]
  stop(): Promise<void>
}

/** Made before the service, because the service goes by the sandbox's clock; started when the broker is there. */
export function createSandbox(): Sandbox {
  const clock = new MovableClock()
  let building: Building | undefined
  let devices: SimulatedDevice[] = []
  let locks: { name: string; smartlockId: number }[] = []
  return {
    clock,
    devices: () => devices,
    locks: () => locks,
    async start(service, accountId) {
      const started = await startLocks(service, accountId)
      building = started
      devices = [...started.locks.values()].map(controlOf)
      locks = [...started.locks.values()].map(({ name, spec, deviceId }) => ({
        name,
        smartlockId: smartlockIdOf(spec.type, deviceId),
      }))
      clock.settleWith(() => untilQuiet(service, started))
      await untilOnline(
        service,
        accountId,
        locks.map(({ smartlockId }) => smartlockId),
      )
    },
    async stop() {
      await building?.stop()
    },
  }
}

/**
 * The locks are registered like any other, and speak the device protocol over TCP through the broker. They get new
 * credentials at every start, so nobody has to keep their secrets.
 */
async function startLocks(service: Service, accountId: number): Promise<Building> {
  const ctx = service.contextFor(accountId)
  const locks = []
  for (const spec of SANDBOX_BUILDING) {
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
async function untilQuiet(service: Service, building: Building): Promise<void> {
  const onTheWay = () => building.unconfirmed() + (service.bus.unconfirmed?.() ?? 0)
  const deadline = performance.now() + ARRIVAL_MS
  const isUnderWay = () => onTheWay() > 0 && performance.now() < deadline
  // What was left to be done may have sent something, which has not arrived yet.
  for (let seen = -1; seen !== building.activity() || isUnderWay(); ) {
    seen = building.activity()
    while (isUnderWay()) await turnOfTheLoop()
    await service.quiet()
  }
}
