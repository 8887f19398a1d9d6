import { type Building, SANDBOX_BUILDING, startBuilding } from '@latchwork/simulator'
import type { Service } from './compose.ts'
import { smartlockIdOf } from './features/smartlocks/rules.ts'
import * as smartlocks from './features/smartlocks/service.ts'
import { inTransaction } from './platform/context.ts'

export interface Sandbox {
  building: Building
  locks: { name: string; smartlockId: number }[]
}

/**
 * The simulated building: its locks are registered like any other, and speak the device protocol over TCP through the
 * broker. They get new credentials at every start, so nobody has to keep their secrets.
 */
export async function startSandbox(service: Service, accountId: number): Promise<Sandbox> {
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
  const building = await startBuilding({ locks, brokerUrl: service.bus.url, clock: service.platform.clock })
  return {
    building,
    locks: locks.map(({ spec }) => ({
      name: spec.name,
      smartlockId: smartlockIdOf(spec.type, spec.deviceId),
    })),
  }
}
