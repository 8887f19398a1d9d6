import { fileURLToPath } from 'node:url'
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { promisesHttps, speaksTls } from '../config/transport.ts'
import type { Config } from '../config.ts'
import type { DeviceBus } from '../devices/bus.ts'
import { createEventStreams } from '../features/events/log/stream.ts'
import { createPushGateways } from '../features/events/notifications/push/gateway.ts'
import { assertStepUp, assertStillThere } from '../features/identity/step-up/service.ts'
import { createTokenLookup } from '../features/keys/api-keys/token-lookup.ts'
import { mountOauth } from '../features/keys/oauth/routes.ts'
import { loadShipped } from '../features/openers/catalogue/service.ts'
import { createCalendarReader } from '../features/places/calendars/ics/service.ts'
import type { SandboxControl } from '../features/sandbox/service.ts'
import { createApp } from '../http/app.ts'
import { mountConsole } from '../http/console-page.ts'
import type { Mount } from '../http/mount.ts'
import { mountSystemRoutes } from '../http/system-routes.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { type Ctx, type Platform, systemContext } from '../platform/context.ts'
import { createRateLimiter } from '../platform/net/rate-limit.ts'
import { type CertificateFacts, openTlsFiles, type TlsFiles } from '../platform/net/tls-files.ts'
import { readTrustedProxies } from '../platform/net/trusted-proxies.ts'
import type { Log } from '../platform/observe/log.ts'
import type { Database } from '../platform/store/database.ts'
import { areasOf, mountApi } from './api.ts'
import { createDevicePlane } from './devices.ts'
import { refreshGauges } from './gauges.ts'
import { createKeyWorker } from './keys.ts'
import { openPlatform } from './open-platform.ts'
import { createWorkers } from './workers.ts'

export interface ServiceOptions {
  config: Config
  /** The sandbox's own where there is one. */
  clock?: Clock
  /** Switches `/sim` on; without it there is no such path. */
  sandbox?: SandboxControl | undefined
  log?: Log
  /** Memory and event-loop figures at /metrics; for the real process only. */
  processMetrics?: boolean
  /** How long a replaced secret key is held after everything has the new one; for tests. */
  keySettleMs?: number
}

export interface Service {
  readonly app: FastifyInstance
  readonly bus: DeviceBus
  readonly platform: Platform
  /** What it shows to whoever connects with TLS, where it ends TLS itself. */
  readonly certificate: (() => CertificateFacts) | undefined
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
  keySettleMs,
}: ServiceOptions): Promise<Service> {
  const { platform, database } = await openPlatform({ config, clock, processMetrics, ...(log && { log }) })
  const started = new AsyncDisposableStack()
  started.defer(() => database.close())
  started.defer(() => platform.wake.stop())
  try {
    return await assemble(config, platform, database, sandbox, started, keySettleMs)
  } catch (error) {
    // Whoever starts it again, as on another port, must find nothing of this attempt: no timer, listener or lease.
    await started.disposeAsync().catch((failure: unknown) => {
      platform.log.error({ err: failure }, 'a failed start could not be undone')
    })
    throw error
  }
}

async function assemble(
  config: Config,
  platform: Platform,
  database: Database,
  sandbox: SandboxControl | undefined,
  started: AsyncDisposableStack,
  keySettleMs: number | undefined,
): Promise<Service> {
  const { db } = database
  const system = systemContext(platform, db, 0)
  const tokens = createTokenLookup(system)
  const gateways = createPushGateways({ ...config, caFile: config.outbound.caFile }, systemClock)
  const streams = createEventStreams(system)
  const tls = openTls(config, platform)
  started.defer(() => tls?.stop())
  const devices = await createDevicePlane(config, platform, database, tls)
  const calendars = createCalendarReader()
  const workers = createWorkers(config, platform, db, gateways, calendars)
  const keys = createKeyWorker(config, platform, db, keySettleMs)
  let phase: 'starting' | 'running' | 'stopping' = 'starting'

  const proxies = readTrustedProxies(config.trustProxy)
  const app = createApp({
    platform,
    proxies,
    connections: {
      total: config.http.maxConnections,
      perAddress: config.http.maxConnectionsPerAddress,
      // Everybody comes through the proxies; that they are not too many is for the proxies to see to.
      isGateway: (address) => proxies?.trusts(address, 0) === true,
    },
    maxRequests: config.http.maxRequests,
    isStopping: () => phase === 'stopping',
    promisesHttps: promisesHttps(config),
    tls: speaksTls(config, 'http') ? tls : undefined,
  })
  if (config.corsOrigins.length > 0) await app.register(cors, corsOptions(config))
  mountSystemRoutes(app, {
    platform,
    isReady: () => phase === 'running',
    isLinked: devices.isLinked,
    metricsOpen: config.metrics.open,
    refreshGauges: () => refreshGauges(system, config),
    areas: areasOf(sandbox),
  })
  mountConsole(app, {
    folder: CONSOLE_FOLDER,
    facts: consoleFacts(config, sandbox !== undefined),
  })
  const mount: Mount = {
    app,
    platform,
    db,
    inFlight: new Set(),
    assertStepUp,
    assertStillThere,
    turns: new Map(),
    gate: {
      lookUp: tokens.lookUp,
      tokenRate: createRateLimiter({
        perSecond: config.rate.tokenPerSecond,
        burst: config.rate.tokenBurst,
        clock: platform.clock,
        maxKeys: 10_000,
      }),
      accountRate: createRateLimiter({
        perSecond: config.rate.accountPerSecond,
        burst: config.rate.accountBurst,
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
  mountApi(mount, config, { streams, gateways, calendars, sandbox })

  await loadShipped(system)
  // Each is noted before it starts: one that fails half-way has to be stopped as well.
  started.defer(() => devices.stop())
  started.defer(() => devices.stopCommands())
  await devices.start()
  started.defer(() => tokens.stop())
  tokens.start()
  started.defer(() => streams.stop())
  streams.start()
  started.defer(() => calendars.stop())
  started.defer(() => workers.stop())
  await workers.start()
  started.defer(() => keys.stop())
  await keys.start()
  started.defer(() => app.close())
  await app.ready()
  phase = 'running'

  return {
    app,
    bus: devices.bus,
    platform,
    certificate: tls?.certificate,
    contextFor: (accountId) => ({ ...system, accountId }),
    settle: devices.settle,
    async quiet() {
      await devices.idle()
      await workers.idle()
      await devices.idle()
    },
    async stop() {
      if (phase === 'stopping') return
      phase = 'stopping'
      streams.stop()
      tls?.stop()
      await closeHttp(app)
      await devices.stopCommands()
      await workers.stop()
      await keys.stop()
      await calendars.stop()
      await devices.stop()
      await tokens.stop()
      await platform.wake.stop()
      await database.close()
    },
  }
}

/** One pair for both listeners, read once and followed together. */
function openTls(config: Config, { log, metrics }: Platform): TlsFiles | undefined {
  const { certFile, keyFile, listeners } = config.tls
  if (certFile === undefined || keyFile === undefined) return undefined
  return openTlsFiles({
    certFile,
    keyFile,
    clientCaFile: config.mqtt.clientCaFile,
    log,
    onLoaded({ validTo }) {
      for (const listener of listeners) metrics.certificateEnd.set({ listener }, validTo.getTime() / 1000)
    },
  })
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

/** What the console has to know to speak of times as the service takes them; see its kit/facts.ts. */
const consoleFacts = ({ defaultTimeZone, stay }: Config, hasSandbox: boolean): string[] => [
  `zone:${defaultTimeZone}`,
  `check-in:${stay.checkInTime}`,
  `check-out:${stay.checkOutTime}`,
  ...(hasSandbox ? ['sandbox'] : []),
]

/** Vite writes it; see packages/console. */
const CONSOLE_FOLDER = fileURLToPath(new URL('../../../console/dist', import.meta.url))
