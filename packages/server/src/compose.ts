import { fileURLToPath } from 'node:url'
import cors from '@fastify/cors'
import type { ServiceId } from '@latchwork/contract'
import type { FastifyInstance } from 'fastify'
import { areasOf, mountApi } from './compose-api.ts'
import { createBrokerFiles, createBus } from './compose-devices.ts'
import { refreshGauges } from './compose-gauges.ts'
import { followOperations, withArrivals } from './compose-links.ts'
import type { Config } from './config.ts'
import type { DeviceBus } from './devices/bus.ts'
import { deviceWatch } from './devices/device-watch.ts'
import { deriveDeviceKey } from './devices/native/ldp.ts'
import { createNativeDriver } from './devices/native/native-driver.ts'
import { nativeRights } from './devices/native/native-rights.ts'
import { purgeAccount } from './features/account-removal/jobs.ts'
import { createTokenLookup } from './features/api-keys/token-lookup.ts'
import { createAccessReports } from './features/authorizations/device.ts'
import { removeEndedInvites } from './features/authorizations/jobs.ts'
import { createAccessReconciler } from './features/authorizations/reconciler.ts'
import { removeEndedCodes } from './features/email-address/jobs.ts'
import { createEventStreams } from './features/events/stream.ts'
import { createMailDispatcher } from './features/mail/dispatcher.ts'
import { removeOldMail } from './features/mail/jobs.ts'
import { createSmtpTransport } from './features/mail/smtp.ts'
import { createNotificationDispatcher } from './features/notifications/dispatcher.ts'
import { createPushGateways } from './features/notifications/gateway.ts'
import { removeEndedGrants } from './features/oauth/jobs.ts'
import { mountOauth } from './features/oauth/routes.ts'
import { loadShipped } from './features/openers/catalogue.ts'
import { mailPasswordReset, removeEndedResets } from './features/passwords/jobs.ts'
import { removeOldReservations } from './features/reservations/jobs.ts'
import { createStayKeeper } from './features/reservations/tend.ts'
import type { SandboxControl } from './features/sandbox/service.ts'
import { createCalendarReader } from './features/services/calendar-reader.ts'
import { createFeedPoller } from './features/services/feed-poller.ts'
import { removeEndedSessions } from './features/sessions/jobs.ts'
import { createCommandDispatcher } from './features/smartlocks/commands.ts'
import { createDeviceDoor } from './features/smartlocks/device.ts'
import { createDeviceAccess } from './features/smartlocks/device-access.ts'
import { removeEndedCredentials } from './features/smartlocks/jobs.ts'
import { createReconciler } from './features/smartlocks/reconciler.ts'
import { createDeliveryEngine } from './features/webhooks/delivery.ts'
import { createApp } from './http/app.ts'
import { mountConsole } from './http/console-page.ts'
import type { Mount } from './http/mount.ts'
import { mountSystemRoutes } from './http/system-routes.ts'
import { openPlatform } from './open-platform.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { type Ctx, type Platform, systemContext } from './platform/context.ts'
import type { Database } from './platform/database.ts'
import { createJobRunner, type JobKind } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import { createRateLimiter } from './platform/rate-limit.ts'
import { retention } from './platform/retention.ts'

export interface ServiceOptions {
  config: Config
  /** The sandbox's own where there is one. */
  clock?: Clock
  /** Switches `/sim` on; without it there is no such path. */
  sandbox?: SandboxControl | undefined
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
  /** Resolves when nothing is under way; looks for nothing new. */
  quiet(): Promise<void>
  stop(): Promise<void>
}

/** The composition root: builds each part once, wires them, and returns the one way to stop them all. */
export async function startService({
  config,
  sandbox,
  clock = sandbox?.clock ?? systemClock,
  log,
  processMetrics = false,
}: ServiceOptions): Promise<Service> {
  const { platform, database } = await openPlatform({ config, clock, processMetrics, ...(log && { log }) })
  try {
    return await assemble(config, platform, database, sandbox)
  } catch (error) {
    await platform.wake.stop()
    await database.close()
    throw error
  }
}

async function assemble(
  config: Config,
  platform: Platform,
  database: Database,
  sandbox: SandboxControl | undefined,
): Promise<Service> {
  const { db } = database
  const system = systemContext(platform, db, 0)
  const tokens = createTokenLookup(system)
  const bus = await createBus(config, platform)
  const access = createDeviceAccess(platform, db, deriveDeviceKey)
  const driver = createNativeDriver({ bus, directory: access, clock: platform.clock })
  const door = createDeviceDoor(platform, db, withArrivals(createAccessReports(driver, access)))
  const dispatcher = createCommandDispatcher(platform, db, driver, access)
  const accounts = createBrokerFiles(config, platform, database)
  const reconciler = createReconciler(platform, db, driver, access)
  const accessReconciler = createAccessReconciler(platform, db, driver, access)
  followOperations(platform)
  const delivery = createDeliveryEngine(platform, db)
  const mailer = createMailDispatcher(platform, db, createMailTransport(config))
  const gateways = createPushGateways({ ...config, caFile: config.outbound.caFile }, systemClock)
  const notifier = createNotificationDispatcher(platform, db, gateways)
  const streams = createEventStreams(system)
  const jobs = createJobRunner(platform, db, jobKinds(config))
  const calendars = createCalendarReader()
  const stays = createStayKeeper(platform, db)
  const feeds = createFeedPoller(platform, db, calendars, feedSettings(config))
  let phase: 'starting' | 'running' | 'stopping' = 'starting'

  const app = createApp({
    platform,
    trustProxy: config.trustProxy,
    maxRequests: config.http.maxRequests,
    isStopping: () => phase === 'stopping',
  })
  if (config.corsOrigins.length > 0) await app.register(cors, corsOptions(config))
  mountSystemRoutes(app, {
    platform,
    isReady: () => phase === 'running',
    metricsOpen: config.metrics.open,
    refreshGauges: () => refreshGauges(system, config),
    areas: areasOf(sandbox),
  })
  mountConsole(app, { folder: CONSOLE_FOLDER, facts: sandbox ? ['sandbox'] : [] })
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
  await mountOauth(mount, config.publicUrl?.replace(/\/+$/, ''))
  mountApi(mount, config, streams, gateways, sandbox)

  await loadShipped(system)
  // With the embedded broker every connection ended with the process before; an external one tells who is there.
  if (config.mqtt.url === undefined) await door.forgetConnections()
  const watch = deviceWatch(platform)
  await driver.start({ report: door.receive, dropped: watch.dropped })
  door.start(driver)
  access.start(bus)
  await accounts?.start()
  await bus.start({
    authenticate: access.authenticate,
    refused: watch.refused,
    link: watch.link,
    rights: nativeRights,
    message: (message) => void driver.receive(message),
  })
  tokens.start()
  dispatcher.start()
  reconciler.start()
  accessReconciler.start()
  streams.start()
  await delivery.start()
  await mailer.start()
  await notifier.start()
  await jobs.start()
  feeds.start()
  stays.start()
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
      await reconciler.run()
      await accessReconciler.run()
      await door.idle()
    },
    async quiet() {
      await driver.idle()
      await door.idle()
      await dispatcher.idle()
      await reconciler.idle()
      await accessReconciler.idle()
      await jobs.idle()
      await feeds.idle()
      await stays.idle()
      await door.idle()
    },
    async stop() {
      if (phase === 'stopping') return
      phase = 'stopping'
      streams.stop()
      await closeHttp(app)
      await notifier.stop()
      await delivery.stop()
      await mailer.stop()
      await dispatcher.stop()
      await reconciler.stop()
      await accessReconciler.stop()
      await jobs.stop()
      await feeds.stop()
      await stays.stop()
      await calendars.stop()
      await bus.stop()
      await driver.stop()
      await door.stop()
      access.stop()
      await accounts?.stop()
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

const createMailTransport = ({ smtp, mail }: Config) =>
  smtp.url === undefined ? undefined : createSmtpTransport({ ...smtp, url: smtp.url, from: mail.from })

const jobKinds = (config: Config): Record<string, JobKind> => ({
  retention: retention(config.retention),
  mailPasswordReset,
  purgeAccount,
  removeEndedCodes,
  removeEndedCredentials,
  removeEndedGrants,
  removeEndedInvites,
  removeEndedResets,
  removeEndedSessions,
  removeOldReservations: removeOldReservations(config.retention.reservationDays),
  removeOldMail: removeOldMail(config.retention.mailDays),
})

const feedSettings = ({ service }: Config) => ({
  intervalMs: service.intervalMinutes * 60_000,
  budgetPercent: service.changeBudgetPercent,
  enabled: service.enabled as ServiceId[],
})

const corsOptions = (config: Config) => ({
  origin: [...config.corsOrigins],
  // The plug-in's own list has neither; the API lives on them.
  methods: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'],
  exposedHeaders: [
    'Operation-Id',
    'X-Request-Id',
    'Retry-After',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
  ],
})

/** Vite writes it; see packages/console. */
const CONSOLE_FOLDER = fileURLToPath(new URL('../../console/dist', import.meta.url))
