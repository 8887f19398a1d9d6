import assert from 'node:assert/strict'
import { type Service, startService } from '../src/compose/compose.ts'
import { prepareOwner } from '../src/compose/first-start.ts'
import { createSandbox, type Sandbox } from '../src/compose/sandbox.ts'
import { type Config, type ConfigOverrides, loadConfig } from '../src/config.ts'
import * as apiKeys from '../src/features/keys/api-keys/service.ts'
import type { Clock } from '../src/platform/clock.ts'
import type { Log } from '../src/platform/observe/log.ts'
import type { Engine } from '../src/platform/store/database.ts'
import { BROKER_SERVICE_USER, type Mosquitto } from './mosquitto.ts'
import { makeProgramToken, OWNER_PASSWORD, type StartedStore, startedStore } from './started-store.ts'
import { newStorage, type Storage } from './storage.ts'

export interface StartOptions {
  config?: ConfigOverrides
  /** Made anew for every test. */
  clock?: () => Clock
  /** Where the service writes its log; nowhere unless given. */
  log?: Log
  /** The sandbox is on, with its building, its clock and its routes. */
  sandbox?: true
  /** Where the sandbox's clock stands when the service starts; ahead of real time. */
  sandboxFrom?: () => number
  /** An external broker instead of the embedded one; it is told about every lock that is registered. */
  broker?: Mosquitto
  /** How long a replaced secret key is held. */
  keySettleMs?: number
  /** The owner does not run the service: a token with every scope may change its account (D109). */
  plainOwner?: true
  /** The data of an earlier world: what is left after a stop or a crash. */
  storage?: Storage
  /** The service finds an empty store, as at its very first start. */
  untouched?: true
}

export interface StartedForTest {
  storage: Storage
  service: Service
  sandbox: Sandbox | undefined
  /** The first account of the service. */
  owner: { accountId: number; token: string; email: string }
}

const TEST_LIMITS: ConfigOverrides = {
  http: { port: 0 },
  mqtt: { port: 0 },
  log: { level: 'silent' },
  // Tests of the limits set their own; the others should not meet them.
  rate: { tokenPerSecond: 0, accountPerSecond: 0, ipPerSecond: 0 },
}

/** Starts a service with its own database and broker. */
export async function startForTest(engine: Engine, options: StartOptions): Promise<StartedForTest> {
  const clock = options.clock?.()
  const started = beginsAnew(options, clock) ? undefined : startedStore(engine)
  const storage = options.storage ?? (await newStorage(engine, { ...options, started }))
  const config = loadConfig(
    {},
    {
      ...TEST_LIMITS,
      ...options.config,
      ...(options.broker && { mqtt: { url: options.broker.urlFor(BROKER_SERVICE_USER.username) } }),
      dataDir: storage.dataDir,
      admin: { password: OWNER_PASSWORD, ...options.config?.admin },
      database: {
        ...(storage.databaseUrl && { url: storage.databaseUrl }),
        poolSize: options.config?.database?.poolSize ?? 4,
      },
    },
  )
  const sandbox = options.sandbox && createSandbox()
  if (sandbox && options.sandboxFrom) await sandbox.clock.moveTo(options.sandboxFrom())
  const service = await startService({
    config,
    sandbox,
    ...(options.log && { log: options.log }),
    ...(options.keySettleMs !== undefined && { keySettleMs: options.keySettleMs }),
    ...(clock && { clock }),
  })
  const owner = started?.owner ?? (await ownerOf(service, config))
  if (options.plainOwner) {
    await service.contextFor(0).db.updateTable('account').set({ operator_since: null }).execute()
  }
  return { storage, service, sandbox, owner: { ...owner, email: config.admin.email } }
}

/** How far a clock may be from real time to go on from where another service stopped. */
const SAME_TIME_MS = 600_000

/** A store of its own, beginning where the owner is somebody else, or another time than that of the others. */
const beginsAnew = ({ config, storage, untouched, sandboxFrom }: StartOptions, clock?: Clock): boolean =>
  storage !== undefined ||
  untouched === true ||
  sandboxFrom !== undefined ||
  config?.admin !== undefined ||
  (clock !== undefined && Math.abs(clock.now() - Date.now()) > SAME_TIME_MS)

async function ownerOf(service: Service, config: Config): Promise<StartedStore['owner']> {
  const first = await prepareOwner(service, config)
  assert.ok(first)
  const { accountId } = first
  const token = first.token ?? (await apiKeys.createFirstToken(service.contextFor(accountId), accountId))
  await makeProgramToken(service, accountId)
  return { accountId, token }
}
