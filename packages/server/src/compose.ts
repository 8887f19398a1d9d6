import cors from '@fastify/cors'
import { api, type Route, type ServiceId } from '@latchwork/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Config } from './config.ts'
import type { DeviceBus } from './devices/bus.ts'
import { deviceWatch } from './devices/device-watch.ts'
import { createEmbeddedBus } from './devices/embedded-bus.ts'
import { createMosquittoFiles } from './devices/mosquitto-files.ts'
import { deriveDeviceKey } from './devices/native/ldp.ts'
import { createNativeDriver } from './devices/native/native-driver.ts'
import {
  NATIVE_SERVICE_TOPICS,
  NATIVE_UPLINK_FILTER,
  nativeRights,
  nativeTopics,
} from './devices/native/native-rights.ts'
import { accountHandlers, subAccountHandlers } from './features/account-profile/routes.ts'
import * as subAccounts from './features/account-profile/sub-accounts.ts'
import { purgeAccount } from './features/account-removal/jobs.ts'
import { accountSettingHandlers } from './features/account-settings/routes.ts'
import { accountUserHandlers } from './features/account-users/routes.ts'
import * as accountUsers from './features/account-users/service.ts'
import { addressUnitHandlers } from './features/address-units/routes.ts'
import * as addressUnits from './features/address-units/service.ts'
import { addressHandlers } from './features/addresses/routes.ts'
import * as addresses from './features/addresses/service.ts'
import { advancedKeyHandlers } from './features/advanced-keys/routes.ts'
import { apiKeyHandlers } from './features/api-keys/routes.ts'
import * as apiKeys from './features/api-keys/service.ts'
import { createTokenLookup } from './features/api-keys/token-lookup.ts'
import { auditHandlers } from './features/audit/routes.ts'
import { createAccessReports } from './features/authorizations/device.ts'
import { removeEndedInvites } from './features/authorizations/jobs.ts'
import { createAccessReconciler } from './features/authorizations/reconciler.ts'
import { authorizationHandlers } from './features/authorizations/routes.ts'
import * as authorizations from './features/authorizations/service.ts'
import { companyHandlers } from './features/companies/routes.ts'
import { removeEndedCodes } from './features/email-address/jobs.ts'
import { emailAddressHandlers } from './features/email-address/routes.ts'
import { eventHandlers } from './features/events/routes.ts'
import { createEventStreams, type EventStreams } from './features/events/stream.ts'
import { integrationHandlers } from './features/integrations/routes.ts'
import { createMailDispatcher } from './features/mail/dispatcher.ts'
import { removeOldMail } from './features/mail/jobs.ts'
import { createSmtpTransport } from './features/mail/smtp.ts'
import { createNotificationDispatcher } from './features/notifications/dispatcher.ts'
import { createPushGateways, type PushGateways } from './features/notifications/gateway.ts'
import { notificationHandlers } from './features/notifications/routes.ts'
import * as notifications from './features/notifications/service.ts'
import { removeEndedGrants } from './features/oauth/jobs.ts'
import { mountOauth, OAUTH_PATHS } from './features/oauth/routes.ts'
import { loadShipped } from './features/openers/catalogue.ts'
import { openerHandlers } from './features/openers/routes.ts'
import { operationHandlers } from './features/operations/routes.ts'
import { otpHandlers } from './features/otp/routes.ts'
import { mailPasswordReset, removeEndedResets } from './features/passwords/jobs.ts'
import { passwordResetHandlers } from './features/passwords/routes.ts'
import { removeOldReservations } from './features/reservations/jobs.ts'
import { reservationHandlers } from './features/reservations/routes.ts'
import * as reservations from './features/reservations/service.ts'
import { createStayKeeper } from './features/reservations/tend.ts'
import { sandboxHandlers } from './features/sandbox/routes.ts'
import type { SandboxControl } from './features/sandbox/service.ts'
import { createCalendarReader } from './features/services/calendar-reader.ts'
import { createFeedPoller } from './features/services/feed-poller.ts'
import { serviceHandlers } from './features/services/routes.ts'
import * as services from './features/services/service.ts'
import { removeEndedSessions } from './features/sessions/jobs.ts'
import { sessionHandlers } from './features/sessions/routes.ts'
import { type BrokerAccounts, createBrokerAccounts } from './features/smartlocks/broker-accounts.ts'
import { createCommandDispatcher } from './features/smartlocks/commands.ts'
import { createDeviceDoor } from './features/smartlocks/device.ts'
import { createDeviceAccess } from './features/smartlocks/device-access.ts'
import { removeEndedCredentials } from './features/smartlocks/jobs.ts'
import { createReconciler } from './features/smartlocks/reconciler.ts'
import { smartlockHandlers } from './features/smartlocks/routes.ts'
import * as smartlocks from './features/smartlocks/service.ts'
import { createSmartlockTexts } from './features/smartlocks/texts.ts'
import { createDeliveryEngine } from './features/webhooks/delivery.ts'
import { webhookHandlers } from './features/webhooks/routes.ts'
import * as webhooks from './features/webhooks/service.ts'
import { answerUnknownPaths, createApp } from './http/app.ts'
import { CONSOLE_PATHS, mountConsole } from './http/console-page.ts'
import { type Mount, mountArea } from './http/mount.ts'
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
  const accounts = createAccounts(config, platform, database)
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
    areas: sandbox ? api : withoutSandbox,
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

/** Parts that only some installations need are loaded only there: they cost time and memory at every start. */
async function createBus(config: Config, platform: Platform): Promise<DeviceBus> {
  if (config.mqtt.url === undefined) {
    return createEmbeddedBus({ host: config.mqtt.host, port: config.mqtt.port, log: platform.log })
  }
  const { createExternalBus } = await import('./devices/external-bus.ts')
  return createExternalBus({
    url: config.mqtt.url,
    clientIdPrefix: 'latchwork',
    shareGroup: 'latchwork',
    uplinkFilter: NATIVE_UPLINK_FILTER,
  })
}

const createMailTransport = ({ smtp, mail }: Config) =>
  smtp.url === undefined ? undefined : createSmtpTransport({ ...smtp, url: smtp.url, from: mail.from })

/** The files in which an external broker looks up who may do what, where the operator wants us to keep them. */
function createAccounts({ mqtt }: Config, platform: Platform, { db }: Database): BrokerAccounts | undefined {
  if (mqtt.url === undefined || mqtt.accountsDir === undefined) return undefined
  const files = createMosquittoFiles(mqtt.accountsDir)
  const { username, password } = new URL(mqtt.url)
  const own = {
    username: decodeURIComponent(username),
    secret: decodeURIComponent(password),
    ...NATIVE_SERVICE_TOPICS,
  }
  return createBrokerAccounts(platform, db, (logins) =>
    files.write([
      ...(username === '' ? [] : [own]),
      ...logins.map((login) => ({ ...login, ...nativeTopics(login.deviceId) })),
    ]),
  )
}

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

/** Addresses know neither reservations nor calendars; both follow what is changed about an address. */
const addressWatch: addresses.AddressWatch = {
  async changed(ctx, addressId) {
    await reservations.lookAgain(ctx, addressId)
    await services.readAnew(ctx, addressId)
  },
  granted: async (ctx, addressId) => [
    ...(await authorizations.known(ctx, await reservations.authIdsAt(ctx, addressId))),
    ...(await addressUnits.authIdsAt(ctx, addressId)),
  ],
}

/** Whoever opens with the code of a stay has arrived. */
const withArrivals = (reports: smartlocks.AccessReports): smartlocks.AccessReports => ({
  ...reports,
  async used(ctx, lock, use) {
    const actor = await reports.used(ctx, lock, use)
    if (actor && use.succeeded) await reservations.noteArrival(ctx, actor.authId)
    return actor
  },
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

/** What areas do when operations end that others carry out for them. */
function followOperations({ completions }: Platform): void {
  completions.on('auth.create', authorizations.tellCreation)
  for (const type of ['auth.create', 'auth.update', 'auth.delete'])
    completions.on(type, authorizations.endJoined)
  completions.on('user.delete', accountUsers.endRemoval)
  for (const type of ['auth.create', 'auth.update', 'auth.delete'])
    completions.on(type, reservations.followCode)
  completions.on('token.redeem', addressUnits.followRedemption)
  completions.on('unit.delete', (ctx, operation) =>
    addressUnits.followDeletion(ctx, operation, services.unlinkUnits),
  )
}

const { sandbox: _sandbox, ...withoutSandbox } = api

const RIGHTS_OF_LOCKS = { count: authorizations.countOfLock, removeAll: authorizations.removeAllOfLock }

/** One line per area. */
function mountApi(
  mount: Mount,
  config: Config,
  streams: EventStreams,
  gateways: PushGateways,
  sandbox: SandboxControl | undefined,
): void {
  mountArea(mount, api.account, accountHandlers(config.signUp))
  mountArea(mount, api.accountSettings, accountSettingHandlers)
  mountArea(mount, api.accountUsers, accountUserHandlers(authorizations.revokeAllOfUser), {
    locate: (ctx, { accountUserId }: { accountUserId: number }) => accountUsers.get(ctx, accountUserId),
  })
  mountArea(mount, api.addresses, addressHandlers(addressWatch), {
    locate: (ctx, { addressId }: { addressId: number }) => addresses.get(ctx, addressId),
  })
  mountArea(mount, api.addressUnits, addressUnitHandlers, {
    locate: (ctx, { addressId, tokenId }: { addressId: number; tokenId?: string }) =>
      tokenId === undefined ? addresses.get(ctx, addressId) : addressUnits.byToken(ctx, tokenId),
  })
  mountArea(mount, api.advancedKeys, advancedKeyHandlers(config.advancedKey), {
    locate: (ctx, { apiKeyId }: { apiKeyId: number }) => apiKeys.get(ctx, apiKeyId),
  })
  mountArea(mount, api.apiKeys, apiKeyHandlers, {
    locate: (ctx, { apiKeyId, id }: { apiKeyId: number; id?: string }) =>
      id === undefined ? apiKeys.get(ctx, apiKeyId) : apiKeys.getToken(ctx, apiKeyId, id),
  })
  mountArea(mount, api.audit, auditHandlers)
  mountArea(mount, api.authorizations, authorizationHandlers, {
    locate: (ctx, { smartlockId, id }: { smartlockId: number; id?: string }) =>
      id === undefined ? smartlocks.get(ctx, smartlockId) : authorizations.get(ctx, smartlockId, id),
  })
  mountArea(mount, api.companies, companyHandlers)
  mountArea(mount, api.emailAddress, emailAddressHandlers)
  mountArea(mount, api.events, eventHandlers(streams))
  mountArea(mount, api.integrations, integrationHandlers)
  mountArea(mount, api.notifications, notificationHandlers(gateways), {
    locate: (ctx, { notificationId }: { notificationId: string }) => notifications.get(ctx, notificationId),
  })
  mountArea(mount, api.openers, openerHandlers)
  mountArea(mount, api.operations, operationHandlers)
  mountArea(mount, api.otp, otpHandlers)
  mountArea(mount, api.passwordReset, passwordResetHandlers)
  mountArea(mount, api.reservations, reservationHandlers, {
    locate: (ctx, { addressId, id }: { addressId: number; id?: string }) =>
      id === undefined ? addresses.get(ctx, addressId) : reservations.get(ctx, addressId, id),
  })
  mountArea(mount, api.services, serviceHandlers(config.service.enabled as ServiceId[]))
  mountArea(mount, api.sessions, sessionHandlers)
  mountArea(mount, api.smartlocks, smartlockHandlers(createSmartlockTexts(), RIGHTS_OF_LOCKS), {
    locate: (ctx, { smartlockId }: { smartlockId: number }) => smartlocks.get(ctx, smartlockId),
  })
  mountArea(mount, api.subAccounts, subAccountHandlers, {
    locate: (ctx, { accountId }: { accountId: number }) => subAccounts.get(ctx, accountId),
  })
  mountArea(mount, api.webhooks, webhookHandlers, {
    locate: (ctx, { apiKeyId, id }: { apiKeyId?: number; id?: number }) =>
      apiKeyId === undefined ? webhooks.get(ctx, id as number) : apiKeys.get(ctx, apiKeyId),
  })
  if (sandbox) {
    mountArea(mount, api.sandbox, sandboxHandlers(sandbox), {
      locate: (ctx, { smartlockId }: { smartlockId: number }) => smartlocks.get(ctx, smartlockId),
    })
  }
  const routes = Object.values(sandbox ? api : withoutSandbox).flatMap((area) => Object.values<Route>(area))
  answerUnknownPaths(mount.app, [
    ...routes,
    ...SYSTEM_PATHS.map((path) => ({ method: 'GET', path }) as Route),
    ...OAUTH_PATHS.map((known) => known as unknown as Route),
  ])
}

const SYSTEM_PATHS = ['/health', '/ready', '/metrics', '/openapi.json', '/docs', ...CONSOLE_PATHS]
/** Vite writes it; see packages/console. */
const CONSOLE_FOLDER = new URL('../../console/dist', import.meta.url).pathname

async function refreshGauges(ctx: Ctx<never>, { stay }: Config): Promise<void> {
  await reservations.measureReadiness(ctx, stay.readinessHours)
  const online = await ctx.db
    .selectFrom('smartlock')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('server_state', '=', 0)
    .executeTakeFirstOrThrow()
  ctx.metrics.connectedDevices.set(Number(online.n))
  const open = await ctx.db
    .selectFrom('operation')
    .select(['status', (e) => e.fn.countAll<number>().as('n')])
    // Written out, so that SQLite uses the index of open operations.
    .where(sql<boolean>`status in ('queued', 'sent')`)
    .groupBy('status')
    .execute()
  for (const status of ['queued', 'sent']) {
    ctx.metrics.openOperations.set({ status }, Number(open.find((row) => row.status === status)?.n ?? 0))
  }
}
