import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { ErrorCode } from '@latchwork/contract'
import { ApiError, createClient } from '@latchwork/sdk'
import { type LockSpec, SANDBOX_BUILDING, type SimulatedLock, startSimulatedLock } from '@latchwork/simulator'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { type Service, startService } from '../src/compose/compose.ts'
import { prepareOwner } from '../src/compose/first-start.ts'
import { createSandbox, type Sandbox } from '../src/compose/sandbox.ts'
import { type Config, type ConfigOverrides, loadConfig } from '../src/config.ts'
import * as apiKeys from '../src/features/keys/api-keys/service.ts'
import type { Clock } from '../src/platform/clock.ts'
import type { Log } from '../src/platform/observe/log.ts'
import type { Db, Engine } from '../src/platform/store/database.ts'
import { type Api, type Caller, type CallerOptions, newCaller, newSession } from './callers.ts'
import { checkAnswer, checkedFetch } from './checked-fetch.ts'
import { eventually } from './eventually.ts'
import { connectDevice, type LdpDevice } from './ldp-device.ts'
import { deviceTopics, type Mosquitto } from './mosquitto.ts'
import { nameCalls, recordCall } from './recorded-calls.ts'
import { KEYS_VARIABLE, takeRowFaults, watchRows } from './row-locks/recorder.ts'
import { makeProgramToken, OWNER_PASSWORD, type StartedStore, startedStore } from './started-store.ts'
import { newStorage, removeStorage, type Storage } from './storage.ts'

export type { Api, Caller } from './callers.ts'

export interface WorldOptions {
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
  /** A world on the data of an earlier one: what is left after a stop or a crash. */
  storage?: Storage
  /** The service finds an empty store, as at its very first start. */
  untouched?: true
}

const rowKeys = process.env[KEYS_VARIABLE]
if (rowKeys !== undefined) watchRows(JSON.parse(rowKeys))

/** Registers a test once per engine: the whole API suite runs on SQLite and on PostgreSQL. */
export function apiTest(
  name: string,
  run: (w: World, t: TestContext) => Promise<void>,
  options: WorldOptions = {},
): void {
  for (const engine of ['sqlite', 'postgres'] as const) {
    test(`${name} [${engine}]`, async (t) => run(await createWorld(t, engine, options), t))
  }
}

/** On one engine only: for what lies before the store, or is only there. */
export function sqliteTest(...[name, run, options = {}]: Parameters<typeof apiTest>): void {
  test(name, async (t) => run(await createWorld(t, 'sqlite', options), t))
}

/** The same as on both, with an owner who does not run the service. */
export const plainTest: typeof apiTest = (name, run, options = {}) =>
  apiTest(name, run, { ...options, plainOwner: true })

export interface World {
  readonly storage: Storage
  readonly service: Service
  readonly db: Db
  /** The owner: a master account with every scope. */
  readonly owner: Caller
  readonly api: Api
  /** A raw request; `token` is the owner's unless given, null for none. */
  request(method: string, url: string, options?: RawOptions): Promise<LightMyRequestResponse>
  refuses(call: Promise<unknown>, code: ErrorCode): Promise<ApiError>
  /** Another master account, or a sub-account of the owner with these rights. */
  caller(options?: CallerOptions): Promise<Caller>
  /** An account, the owner's unless given, signed in at the console instead of calling with an API token. */
  session(of?: Caller): Promise<Caller>
  /** A registered lock that is not connected. */
  lock(options?: { type?: number; deviceId?: string; name?: string; by?: Caller }): Promise<RegisteredLock>
  /** A registered lock with the product's simulator behind it, online. */
  simulated(options?: {
    spec?: LockSpec
    movementMs?: number
  }): Promise<RegisteredLock & { simulator: SimulatedLock }>
  /** A registered lock with a device the test plays by hand, online. */
  played(options?: { type?: number; minor?: number }): Promise<RegisteredLock & { device: LdpDevice }>
  connect(lock: RegisteredLock, minor?: number): Promise<LdpDevice>
  /** Waits until the condition holds. */
  until<T>(what: string, condition: () => Promise<T | undefined | false | null>): Promise<T>
  untilOperation(id: string | undefined, status: string): Promise<void>
  /** Feature names of the events stored since the last call, in order. */
  emitted(): Promise<string[]>
  /** Runs before the service stops. */
  onStop(close: () => Promise<unknown>): void
  stop(): Promise<void>
}

export interface RegisteredLock {
  smartlockId: number
  deviceId: string
  username: string
  secret: string
  /** What the device derives from it to log in. */
  password: string
}

export interface RawOptions {
  token?: string | null
  headers?: Record<string, string>
  body?: unknown
  payload?: string | Buffer
}

/** As whom the service logs in to an external broker. */
export const BROKER_SERVICE_USER = {
  username: 'latchwork',
  password: 'password of the service',
  topics: ['read ldp/1/+/up/#', 'write ldp/1/+/down/#'],
}

const TEST_LIMITS: ConfigOverrides = {
  http: { port: 0 },
  mqtt: { port: 0 },
  log: { level: 'silent' },
  // Tests of the limits set their own; the others should not meet them.
  rate: { tokenPerSecond: 0, accountPerSecond: 0, ipPerSecond: 0 },
}

/** A fresh service with its own database and broker, stopped when the test ends. */
export async function createWorld(
  t: { after(end: () => Promise<unknown>): void } | Pick<TestContext, 'after'>,
  engine: Engine,
  options: WorldOptions = {},
): Promise<World> {
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
  nameCalls(service.app, t as Partial<TestContext>)
  const db = service.contextFor(0).db
  const owner = started?.owner ?? (await ownerOf(service, config))
  if (options.plainOwner) await db.updateTable('account').set({ operator_since: null }).execute()
  const world = buildWorld(storage, service, db, owner, options.broker)
  if (sandbox) await startBuildingOf(world, sandbox)
  t.after(async () => {
    await world.stop()
    const rowFaults = storage.databaseUrl === undefined ? [] : takeRowFaults(storage.databaseUrl)
    // The data is gone when the test that made it ends, not when a second world on it does.
    if (!options.storage) removeStorage(storage)
    assert.deepEqual(rowFaults, [], 'a transaction held rows against their order (docs/architecture.md)')
  })
  return world
}

/** The locks of the sandbox are online and known when the test begins. */
async function startBuildingOf(world: World, sandbox: Sandbox): Promise<void> {
  world.onStop(() => sandbox.stop())
  await sandbox.start(world.service, world.owner.accountId)
  for (const { smartlockId } of sandbox.locks()) await untilOnline(world, smartlockId)
}

/** How far a clock may be from real time to go on from where another service stopped. */
const SAME_TIME_MS = 600_000

/** A store of its own beginning where the owner is somebody else, or another time than that of the others. */
const beginsAnew = ({ config, storage, untouched, sandboxFrom }: WorldOptions, clock?: Clock): boolean =>
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

function buildWorld(
  storage: Storage,
  service: Service,
  db: Db,
  first: { accountId: number; token: string },
  broker?: Mosquitto,
): World {
  const closers: (() => Promise<unknown>)[] = []
  const fetch = checkedFetch(service.app)
  const apiFor = (token: string) => createClient({ baseUrl: 'http://test', token, fetch })
  const owner: Caller = { ...first, api: apiFor(first.token) }
  let lastEventId = ''
  let stopped: Promise<void> | undefined

  const world: World = {
    storage,
    service,
    db,
    owner,
    api: owner.api,
    async request(method, url, { token: given, headers, body, payload } = {}) {
      const bearer = given === undefined ? owner.token : given
      const response = await service.app.inject({
        method: method as NonNullable<InjectOptions['method']>,
        url,
        headers: {
          ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined
          ? { payload: JSON.stringify(body) }
          : payload !== undefined
            ? { payload }
            : {}),
      })
      if (method !== 'HEAD')
        checkAnswer(method, url.split('?')[0] as string, response.statusCode, response.payload)
      recordCall(service.app, {
        method,
        url,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        status: response.statusCode,
        answer: response.payload,
      })
      return response
    },
    async refuses(call, code) {
      const error = await call.then(
        () => assert.fail(`expected ${code}, but the call succeeded`),
        (thrown: unknown) => thrown,
      )
      assert.ok(error instanceof ApiError, String(error))
      assert.equal(error.code, code, error.message)
      return error
    },
    caller: (options) => newCaller({ service, owner, apiFor }, options),
    session: (of = owner) => newSession({ service, apiFor }, of.accountId),
    async lock({ type = 4, deviceId, name = 'Door', by = owner } = {}) {
      const { data } = await by.api.smartlocks.register({
        body: { type: type as 4, name, ...(deviceId !== undefined && { deviceId }) },
      })
      const id = data.smartlockId.toString(16).padStart(8, '0').slice(-8).toUpperCase()
      const { username, password } = data.credentials
      await broker?.addUser({ username, password, topics: deviceTopics(id) })
      return { smartlockId: data.smartlockId, deviceId: id, ...data.credentials }
    },
    async simulated({ spec = SANDBOX_BUILDING[0] as LockSpec, movementMs = 0 } = {}) {
      const lock = await world.lock({ type: spec.type, deviceId: spec.deviceId, name: spec.name })
      const { username, secret, deviceId } = lock
      const simulator = await startSimulatedLock({
        spec,
        deviceId,
        username,
        secret,
        brokerUrl: service.bus.url,
        brokerTrust: service.bus.trust,
        clock: service.platform.clock,
        movementMs,
      })
      closers.push(() => simulator.stop())
      await untilOnline(world, lock.smartlockId)
      return { ...lock, simulator }
    },
    async played({ type = 4, minor } = {}) {
      const lock = await world.lock({ type })
      return { ...lock, device: await world.connect(lock, minor) }
    },
    async connect(lock, minor) {
      const device = await connectDevice({
        url: service.bus.url,
        tls: service.bus.trust?.(),
        deviceId: lock.deviceId,
        username: lock.username,
        secret: lock.secret,
        minor,
      })
      closers.push(() => device.end())
      await world.until(`${lock.deviceId} is online in this session`, async () => {
        const row = await db
          .selectFrom('smartlock')
          .select('session_id')
          .where('smartlock_id', '=', lock.smartlockId)
          .executeTakeFirst()
        return row?.session_id === device.session
      })
      return device
    },
    until: eventually,
    async untilOperation(id, status) {
      assert.ok(id, 'the call carried an Operation-Id')
      await eventually(
        `operation ${status}`,
        async () => (await owner.api.operations.get({ params: { operationId: id } })).data.status === status,
      )
    },
    async emitted() {
      await service.settle()
      const rows = await db
        .selectFrom('event')
        .select(['id', 'feature'])
        .where('id', '>', lastEventId)
        .orderBy('id')
        .execute()
      lastEventId = rows.at(-1)?.id ?? lastEventId
      return rows.map((row) => row.feature)
    },
    onStop(close) {
      closers.push(close)
    },
    stop() {
      stopped ??= (async () => {
        await Promise.all(closers.map((close) => close().catch(() => undefined)))
        await service.stop()
      })()
      return stopped
    },
  }
  return world
}

async function untilOnline(world: World, smartlockId: number): Promise<void> {
  await world.until('the lock is online and has reported its state', async () => {
    const { data } = await world.api.smartlocks.get({ params: { smartlockId } })
    return data.serverState === 0 && data.state !== undefined
  })
  await world.service.settle()
}
