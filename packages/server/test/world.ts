import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { ErrorCode } from '@latchwork/contract'
import { ApiError, createClient } from '@latchwork/sdk'
import { type LockSpec, SANDBOX_BUILDING, type SimulatedLock, startSimulatedLock } from '@latchwork/simulator'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { Counter } from 'prom-client'
import type { Service } from '../src/compose/compose.ts'
import type { Sandbox } from '../src/compose/sandbox.ts'
import { removeMaster } from '../src/features/identity/removal/service.ts'
import type { RequestCtx } from '../src/platform/context.ts'
import { checkAccountLocks } from '../src/platform/store/account-locks.ts'
import type { Db, Engine } from '../src/platform/store/database.ts'
import { type Api, type Caller, type CallerOptions, newCaller, newSession, openMaster } from './callers.ts'
import { checkAnswer, checkedFetch } from './checked-fetch.ts'
import { eventually } from './eventually.ts'
import { connectDevice, type LdpDevice } from './ldp-device.ts'
import { deviceTopics, type Mosquitto } from './mosquitto.ts'
import { nameCalls, recordCall } from './recorded-calls.ts'
import { sharedService, stopSharedServices } from './shared-services.ts'
import { OWNER_PASSWORD } from './started-store.ts'
import { removeStorage, type Storage } from './storage.ts'
import { type StartOptions, startForTest } from './test-service.ts'
import { BOTH_ENGINES, ENGINES, TIER } from './tier.ts'

export type { Api, Caller } from './callers.ts'

export interface WorldOptions extends StartOptions {
  /** Why the test needs a service of its own. Other options than `config` say it themselves. */
  own?: string
  /** The same for a test that watches the whole process: the services that other tests share are stopped before it. */
  alone?: string
}

checkAccountLocks()

type Run = (w: World, t: TestContext) => Promise<void>

/**
 * Registers a test of the API: on SQLite in `npm test`, on PostgreSQL in `npm run test:deep`. Tests with the same
 * configuration share a service and have an account each. All other options start a service for the test alone, as `own`
 * does, which says why.
 */
export function apiTest(name: string, run: Run, options: WorldOptions = {}): void {
  testOn(ENGINES, name, run, options)
}

/** Like `apiTest`, but on both engines in `npm test`: for rules that one engine may keep and the other one break. */
export function bothTest(name: string, run: Run, options: WorldOptions = {}): void {
  testOn(BOTH_ENGINES, name, run, options)
}

/** For rules that do not depend on the engine, or exist on SQLite only. */
export function sqliteTest(name: string, run: Run, options: WorldOptions = {}): void {
  if (TIER === 'test') test(name, async (t) => run(await openWorld(t, 'sqlite', options), t))
}

function testOn(engines: readonly Engine[], name: string, run: Run, options: WorldOptions): void {
  for (const engine of engines)
    test(`${name} [${engine}]`, async (t) => run(await openWorld(t, engine, options), t))
}

const openWorld = (t: TestContext, engine: Engine, options: WorldOptions): Promise<World> =>
  isShareable(options) ? joinWorld(t, engine, options.config) : createWorld(t, engine, options)

const isShareable = ({ config, ...others }: WorldOptions): boolean =>
  config?.admin === undefined && Object.values(others).every((value) => value === undefined)

export interface World {
  readonly storage: Storage
  readonly service: Service
  readonly db: Db
  /**
   * A master account with every scope. On a shared service it belongs to this test alone and does not run the service
   * (D109); on one of the test's own it is the first account, which does.
   */
  readonly owner: Caller
  /** What the owner signs in with. */
  readonly credentials: { readonly email: string; readonly password: string }
  readonly api: Api
  /** A raw request; `token` is the owner's unless given, null for none. */
  request(method: string, url: string, options?: RawOptions): Promise<LightMyRequestResponse>
  refuses(call: Promise<unknown>, code: ErrorCode): Promise<ApiError>
  /** Another master account with every scope. */
  account(): Promise<Caller>
  /** A sub-account of the owner with these rights, or another token; without options the same as `account()`. */
  caller(options?: CallerOptions): Promise<Caller>
  /** An account, the owner's unless given, signed in at the console instead of calling with an API token. */
  session(of?: Caller): Promise<Caller>
  /** A registered lock that is not connected. */
  lock(options?: {
    type?: number
    deviceId?: string | undefined
    name?: string
    by?: Caller
  }): Promise<RegisteredLock>
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
  /** Feature names of the owner's events stored since the last call, in order. */
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

/** A world with a service of its own, stopped when the test ends. */
export async function createWorld(t: Ending, engine: Engine, options: WorldOptions = {}): Promise<World> {
  if (options.alone !== undefined) await stopSharedServices()
  const { storage, service, sandbox, owner } = await startForTest(engine, options)
  const world = buildWorld({ storage, service, owner, broker: options.broker })
  nameCalls(service.app, t as Partial<TestContext>)
  world.onStop(async () => sandbox?.stop())
  if (sandbox) await untilBuildingIsThere(world, sandbox)
  t.after(async () => {
    await world.stop()
    // A second world on the same data may still run.
    if (!options.storage) removeStorage(storage)
  })
  return world
}

/** A world with a new account on the service that tests with this configuration share. */
async function joinWorld(t: TestContext, engine: Engine, config: StartOptions['config']): Promise<World> {
  const { service, storage, owner: operator } = await sharedService(engine, config)
  const owner = await openMaster(service, 'Owner')
  const world = buildWorld({ storage: engineOnly(storage), service, owner, isShared: true })
  nameCalls(service.app, t)
  t.after(async () => {
    await world.stop()
    await cleanUp(service, operator.accountId)
  })
  return world
}

/**
 * Removes the accounts that a test leaves on a shared service, as their owners would: nothing of them works on while
 * others run, and their addresses and locks are free again. Attempts are counted per network, and all tests call from
 * the same one; the counters of `/metrics` begin anew.
 */
async function cleanUp(service: Service, except: number): Promise<void> {
  const { db } = service.contextFor(0)
  const rows = await db
    .selectFrom('account')
    .select('account_id')
    .where('master_account_id', 'is', null)
    .where('account_id', '!=', except)
    .execute()
  for (const { account_id } of rows) await removeMaster(service.contextFor(account_id) as RequestCtx)
  await db.deleteFrom('attempt').execute()
  for (const metric of Object.values(service.platform.metrics)) if (metric instanceof Counter) metric.reset()
}

/** Files and databases of a shared service are not for one test to touch. */
const engineOnly = ({ engine }: Storage): Storage => ({
  engine,
  get dataDir(): string {
    throw new Error(TOUCHES_STORAGE)
  },
  get databaseUrl(): string {
    throw new Error(TOUCHES_STORAGE)
  },
})

const TOUCHES_STORAGE = "The service is shared. A test that touches its storage needs `{ own: 'why' }`."

type Ending = { after(end: () => Promise<unknown>): void } | Pick<TestContext, 'after'>

/** The locks of the sandbox are online and known when the test begins. */
async function untilBuildingIsThere(world: World, sandbox: Sandbox): Promise<void> {
  await sandbox.start(world.service, world.owner.accountId)
  for (const { smartlockId } of sandbox.locks()) await untilOnline(world, smartlockId)
}

interface Parts {
  storage: Storage
  service: Service
  owner: { accountId: number; token: string; email: string }
  broker?: Mosquitto | undefined
  /** It goes on when the test has ended. */
  isShared?: true
}

function buildWorld({ storage, service, owner: first, broker, isShared }: Parts): World {
  const { db } = service.contextFor(0)
  const closers: (() => Promise<unknown>)[] = []
  const fetch = checkedFetch(service.app)
  const apiFor = (token: string) => createClient({ baseUrl: 'http://test', token, fetch })
  const owner: Caller = { accountId: first.accountId, token: first.token, api: apiFor(first.token) }
  let lastEventId = ''
  let stopped: Promise<void> | undefined

  const world: World = {
    storage,
    service,
    db,
    owner,
    credentials: { email: first.email, password: OWNER_PASSWORD },
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
    account: () => newCaller({ service, owner, apiFor }),
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
      // On a shared service another test may have a lock with the id of the building.
      const deviceId = isShared ? undefined : spec.deviceId
      const lock = await world.lock({ type: spec.type, deviceId, name: spec.name })
      const { username, secret } = lock
      const simulator = await startSimulatedLock({
        spec,
        deviceId: lock.deviceId,
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
        .where('account_id', '=', owner.accountId)
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
        if (!isShared) await service.stop()
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
