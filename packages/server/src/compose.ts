import cors from '@fastify/cors'
import { api, type Route } from '@latchwork/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { DeviceBus } from './devices/bus.ts'
import { deviceWatch } from './devices/device-watch.ts'
import { createEmbeddedBus } from './devices/embedded-bus.ts'
import { createExternalBus } from './devices/external-bus.ts'
import { deriveDeviceKey } from './devices/native/ldp.ts'
import { createNativeDriver } from './devices/native/native-driver.ts'
import { NATIVE_UPLINK_FILTER, nativeRights } from './devices/native/native-rights.ts'
import { apiKeyHandlers } from './features/api-keys/routes.ts'
import * as apiKeys from './features/api-keys/service.ts'
import { createTokenLookup } from './features/api-keys/token-lookup.ts'
import { companyHandlers } from './features/companies/routes.ts'
import { eventHandlers } from './features/events/routes.ts'
import { createEventStreams, type EventStreams } from './features/events/stream.ts'
import { operationHandlers } from './features/operations/routes.ts'
import { createCommandDispatcher } from './features/smartlocks/commands.ts'
import { createDeviceDoor } from './features/smartlocks/device.ts'
import { createDeviceAccess } from './features/smartlocks/device-access.ts'
import { removeEndedCredentials } from './features/smartlocks/jobs.ts'
import { smartlockHandlers } from './features/smartlocks/routes.ts'
import * as smartlocks from './features/smartlocks/service.ts'
import { createDeliveryEngine } from './features/webhooks/delivery.ts'
import { webhookHandlers } from './features/webhooks/routes.ts'
import * as webhooks from './features/webhooks/service.ts'
import { answerUnknownPaths, createApp } from './http/app.ts'
import { type Mount, mountArea } from './http/mount.ts'
import { mountSystemRoutes } from './http/system-routes.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { type Ctx, type Platform, systemContext } from './platform/context.ts'
import { loadOrCreateKey, sealer } from './platform/crypto.ts'
import { type Database, openDatabase } from './platform/database.ts'
import { createIds } from './platform/ids.ts'
import { createJobRunner, type JobKind } from './platform/jobs.ts'
import { assertKeyFits } from './platform/key-check.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { createOutbound } from './platform/outbound.ts'
import { PostgresWake } from './platform/postgres-wake.ts'
import { createRateLimiter } from './platform/rate-limit.ts'
import { retention } from './platform/retention.ts'
import { LocalWake, type Wake } from './platform/wake.ts'

export interface ServiceOptions {
  config: Config
  clock?: Clock
  log?: Log
  /** Memory and event-loop figures at /metrics; for the real process only. */
  processMetrics?: boolean
}

export interface Service {
  readonly app: FastifyInstance
  readonly bus: DeviceBus
  readonly platform: Platform
  /** A context for work of the service itself in one account. */
  contextFor(accountId: number): Ctx<never>
  /** Resolves when all work at hand is done: reports applied, commands handed over. For tests. */
  settle(): Promise<void>
  stop(): Promise<void>
}

/** The composition root: builds each part once, wires them, and returns the one way to stop them all. */
export async function startService({
  config,
  clock = systemClock,
  log,
  processMetrics = false,
}: ServiceOptions): Promise<Service> {
  const logger = log ?? createLog({ level: config.log.level })
  const outbound = createOutbound({
    allowLoopback: config.outbound.allowLoopback || config.sandbox,
    networks: config.outbound.networks,
    caFile: config.outbound.caFile,
    timeoutMs: config.outbound.timeoutSeconds * 1000,
  })
  const key = loadOrCreateKey({ dataDir: config.dataDir, fromConfig: config.secretKey })
  const database = await openDatabase({
    dataDir: config.dataDir,
    poolSize: config.database.poolSize,
    clock,
    ...(config.database.url !== undefined && { url: config.database.url }),
  })
  const keySealer = sealer(key)
  await assertKeyFits(database.db, keySealer).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const platform: Platform = {
    engine: database.engine,
    clock,
    ids: createIds(clock),
    log: logger,
    sealer: keySealer,
    limits: {
      apiKeys: config.quota.apiKeys,
      tokensPerKey: config.quota.tokensPerKey,
      smartlocks: config.quota.smartlocks,
      actionTtlMs: config.action.ttlSeconds * 1000,
      actionProofMs: config.action.proofSeconds * 1000,
      webhooksPerKey: config.quota.webhooksPerKey,
      streamsPerToken: config.quota.streamsPerToken,
      eventRetentionMs: config.retention.eventDays * 86_400_000,
    },
    metrics: createMetrics({ processMetrics }),
    wake: await startWake(database, logger),
    outbound,
  }
  try {
    return await assemble(config, platform, database)
  } catch (error) {
    await platform.wake.stop()
    await database.close()
    throw error
  }
}

async function startWake(database: Database, log: Log): Promise<Wake> {
  if (database.url === undefined) return new LocalWake()
  const wake = new PostgresWake(database.url, log)
  await wake.start()
  return wake
}

async function assemble(config: Config, platform: Platform, database: Database): Promise<Service> {
  const { db } = database
  const system = systemContext(platform, db, 0)
  const tokens = createTokenLookup(system)
  const bus = createBus(config, platform)
  const access = createDeviceAccess(platform, db, deriveDeviceKey)
  const door = createDeviceDoor(platform, db)
  const driver = createNativeDriver({ bus, directory: access, clock: platform.clock })
  const dispatcher = createCommandDispatcher(platform, db, driver, access)
  const delivery = createDeliveryEngine(platform, db)
  const streams = createEventStreams(system)
  const jobs = createJobRunner(platform, db, jobKinds(config))
  let phase: 'starting' | 'running' | 'stopping' = 'starting'

  const app = createApp({
    platform,
    trustProxy: config.trustProxy,
    maxRequests: config.http.maxRequests,
    isStopping: () => phase === 'stopping',
  })
  if (config.corsOrigins.length > 0) await app.register(cors, corsOptions(config))
  await mountSystemRoutes(app, {
    platform,
    isReady: () => phase === 'running',
    metricsOpen: config.metrics.open,
    refreshGauges: () => refreshGauges(system),
  })
  const mount: Mount = {
    app,
    platform,
    db,
    inFlight: new Set(),
    gate: {
      lookUp: tokens.lookUp,
      tokenRate: createRateLimiter({
        perSecond: config.rate.tokenPerSecond,
        burst: config.rate.tokenBurst,
        clock: platform.clock,
        maxKeys: 10_000,
      }),
      addressRate: createRateLimiter({
        perSecond: config.rate.ipPerSecond,
        burst: config.rate.ipBurst,
        clock: platform.clock,
        maxKeys: 10_000,
      }),
    },
  }
  mountApi(mount, streams)

  // With the embedded broker every connection ended with the process before; an external one tells who is there.
  if (config.mqtt.url === undefined) await door.forgetConnections()
  const watch = deviceWatch(platform)
  await driver.start({ report: door.receive, dropped: watch.dropped })
  door.start(driver)
  access.start(bus)
  await bus.start({
    authenticate: access.authenticate,
    refused: watch.refused,
    link: watch.link,
    rights: nativeRights,
    message: (message) => void driver.receive(message),
  })
  tokens.start()
  dispatcher.start()
  streams.start()
  await delivery.start()
  await jobs.start()
  await app.ready()
  phase = 'running'

  return {
    app,
    bus,
    platform,
    contextFor: (accountId) => ({ ...system, accountId }),
    async settle() {
      await door.idle()
      await dispatcher.run()
      await door.idle()
    },
    async stop() {
      if (phase === 'stopping') return
      phase = 'stopping'
      streams.stop()
      await closeHttp(app)
      await delivery.stop()
      await dispatcher.stop()
      await jobs.stop()
      await bus.stop()
      await driver.stop()
      await door.stop()
      access.stop()
      await tokens.stop()
      await platform.wake.stop()
      await database.close()
    },
  }
}

const DRAIN_MS = 8000

/** Requests under way are finished; connections that only wait for the next one are closed as they fall idle. */
async function closeHttp(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  const force = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearInterval(sweep)
  clearTimeout(force)
}

function createBus(config: Config, platform: Platform): DeviceBus {
  if (config.mqtt.url === undefined) {
    return createEmbeddedBus({ host: config.mqtt.host, port: config.mqtt.port, log: platform.log })
  }
  return createExternalBus({
    url: config.mqtt.url,
    clientIdPrefix: 'latchwork',
    shareGroup: 'latchwork',
    uplinkFilter: NATIVE_UPLINK_FILTER,
  })
}

const jobKinds = (config: Config): Record<string, JobKind> => ({
  retention: retention(config.retention),
  removeEndedCredentials,
})

const corsOptions = (config: Config) => ({
  origin: [...config.corsOrigins],
  exposedHeaders: [
    'Operation-Id',
    'X-Request-Id',
    'Retry-After',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
  ],
})

/** One line per area. */
function mountApi(mount: Mount, streams: EventStreams): void {
  mountArea(mount, api.apiKeys, apiKeyHandlers, {
    locate: (ctx, { apiKeyId, id }: { apiKeyId: number; id?: string }) =>
      id === undefined ? apiKeys.get(ctx, apiKeyId) : apiKeys.getToken(ctx, apiKeyId, id),
  })
  mountArea(mount, api.companies, companyHandlers)
  mountArea(mount, api.events, eventHandlers(streams))
  mountArea(mount, api.operations, operationHandlers)
  mountArea(mount, api.smartlocks, smartlockHandlers, {
    locate: (ctx, { smartlockId }: { smartlockId: number }) => smartlocks.get(ctx, smartlockId),
  })
  mountArea(mount, api.webhooks, webhookHandlers, {
    locate: (ctx, { apiKeyId, id }: { apiKeyId?: number; id?: number }) =>
      apiKeyId === undefined ? webhooks.get(ctx, id as number) : apiKeys.get(ctx, apiKeyId),
  })
  const routes = Object.values(api).flatMap((area) => Object.values<Route>(area))
  answerUnknownPaths(mount.app, [
    ...routes,
    ...SYSTEM_PATHS.map((path) => ({ method: 'GET', path }) as Route),
  ])
}

const SYSTEM_PATHS = ['/health', '/ready', '/metrics', '/openapi.json']

async function refreshGauges(ctx: Ctx<never>): Promise<void> {
  const online = await ctx.db
    .selectFrom('smartlock')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('server_state', '=', 0)
    .executeTakeFirstOrThrow()
  ctx.metrics.connectedDevices.set(Number(online.n))
  const open = await ctx.db
    .selectFrom('operation')
    .select(['status', (e) => e.fn.countAll<number>().as('n')])
    .where('status', 'in', ['queued', 'sent'])
    .groupBy('status')
    .execute()
  for (const status of ['queued', 'sent']) {
    ctx.metrics.openOperations.set({ status }, Number(open.find((row) => row.status === status)?.n ?? 0))
  }
}
