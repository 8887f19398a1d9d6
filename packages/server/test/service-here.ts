import assert from 'node:assert/strict'
import { createClient } from '@latchwork/sdk'
import { SANDBOX_BUILDING } from '@latchwork/simulator'
import { type Service, startService } from '../src/compose/compose.ts'
import { open } from '../src/compose/listen.ts'
import { createSandbox, type Sandbox } from '../src/compose/sandbox.ts'
import { loadConfig, publicUrlOf } from '../src/config.ts'
import { removeMaster } from '../src/features/identity/removal/service.ts'
import { smartlockIdOf } from '../src/features/locks/rules.ts'
import type { RequestCtx } from '../src/platform/context.ts'
import { openMaster } from './callers.ts'
import { PROCESS_TOKEN, processSettings } from './service-process.ts'
import { OWNER_PASSWORD } from './started-store.ts'
import type { Storage } from './storage.ts'
import type { Api } from './world.ts'

export interface ServiceHere {
  readonly url: string
  readonly brokerUrl: string
  readonly api: Api
  /** A new master account with its own simulated building, for one test of several on this service. */
  account(): Promise<AccountHere>
  stop(): Promise<void>
}

export interface AccountHere {
  readonly api: Api
  readonly person: { email: string; password: string }
  /** The id of its simulated front door. */
  readonly frontDoor: number
  /** Stops the building and deletes the account with everything in it. */
  leave(): Promise<void>
}

/**
 * The service on a port of its own, with the settings of `startProcess`, but in the process of the test: where nobody
 * kills it, a second of loading is saved each time.
 */
export async function startHere(
  storage: Storage,
  settings: Record<string, string> = {},
  args: string[] = [],
): Promise<ServiceHere> {
  const config = loadConfig(
    processSettings(storage, settings),
    args.includes('--sandbox') ? { sandbox: true } : {},
  )
  const sandbox = config.sandbox ? createSandbox() : undefined
  const service = await startService({ config, sandbox, processMetrics: true })
  const stop = async () => {
    await sandbox?.stop()
    await service.stop()
  }
  const { port } = await open(service, config, sandbox)
  const url = publicUrlOf(config, port)
  const apiFor = (token: string) => createClient({ baseUrl: url, token })
  return {
    url,
    brokerUrl: service.bus.url,
    api: apiFor(PROCESS_TOKEN),
    account: () => openAccount(service, sandbox ?? assert.fail('it has no sandbox'), apiFor),
    stop,
  }
}

/** Device ids of all buildings of this process differ: a lock belongs to one account. */
let buildings = 0

async function openAccount(
  service: Service,
  sandbox: Sandbox,
  apiFor: (token: string) => Api,
): Promise<AccountHere> {
  buildings += 1
  const { accountId, token, email } = await openMaster(service, 'Owner', { management: true })
  const { db } = service.contextFor(0)
  const building = SANDBOX_BUILDING.map((spec) => ({
    ...spec,
    deviceId: deviceIdIn(buildings, spec.deviceId),
  }))
  const stopBuilding = await sandbox.start(service, accountId, building)
  const [front] = building
  return {
    api: apiFor(token),
    person: { email, password: OWNER_PASSWORD },
    frontDoor: front ? smartlockIdOf(front.type, front.deviceId) : assert.fail('no locks'),
    async leave() {
      await stopBuilding()
      const left = await db
        .selectFrom('account')
        .select('account_id')
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      if (left) await removeMaster(service.contextFor(accountId) as RequestCtx)
      // Attempts to sign in are counted per network, and all tests call from the same one.
      await db.deleteFrom('attempt').execute()
    },
  }
}

const deviceIdIn = (building: number, deviceId: string): string =>
  (Number.parseInt(deviceId, 16) + building).toString(16).toUpperCase().padStart(8, '0')
