import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { DeviceBus } from '../devices/bus.ts'
import { createEventStreams } from '../features/events/log/stream.ts'
import { vapidKeys } from '../features/events/notifications/alerts/service.ts'
import { createPushGateways } from '../features/events/notifications/push/gateway.ts'
import { createAdoptionWaits } from '../features/gateways/adoption-waits.ts'
import { createTokenLookup } from '../features/keys/api-keys/token-lookup.ts'
import { loadShipped } from '../features/openers/catalogue/service.ts'
import { createCalendarReader } from '../features/places/calendars/ics/service.ts'
import type { SandboxControl } from '../features/sandbox/service.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { type Ctx, type Platform, systemContext } from '../platform/context.ts'
import { type CertificateFacts, openTlsFiles, type TlsFiles } from '../platform/net/tls-files.ts'
import type { Log } from '../platform/observe/log.ts'
import { readPostgresHosts } from '../platform/store/postgres-hosts.ts'
import { waitForStore } from '../platform/store/wait-for-store.ts'
import { type BridgePart, createBridge } from './bridge.ts'
import { createDevicePlane } from './devices.ts'
import { createKeyWorker } from './keys.ts'
import { openPlatform } from './open-platform.ts'
import { createStoreWatch } from './store-watch.ts'
import { startTracing, type Tracing } from './tracing.ts'
import { createWeb } from './web.ts'
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
  /** Told what the start waits for, a database that is not there yet; without it the start fails instead. */
  onWaiting?: (sentence: string) => void
  /** How long a replaced secret key is held after everything has the new one; for tests. */
  keySettleMs?: number
}

export interface Service {
  readonly app: FastifyInstance
  /** Where bridge programs are answered, if that is switched on. */
  readonly bridge: FastifyInstance | undefined
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
  /** Everything is served as before, and everybody is told to go elsewhere. */
  leave(): void
  stop(): Promise<void>
  /** What a stop is waiting for. */
  stoppingAt(): string | undefined
}

/**
 * Starts the service. A database may go away half-way, or have no connection left for the next part: with somebody to
 * tell, the start is undone and begins anew when the database is there.
 */
export function startService(options: ServiceOptions): Promise<Service> {
  const { url } = options.config.database
  const where = url === undefined ? '' : readPostgresHosts(url).described
  return waitForStore(() => startOnce(options), where, options.onWaiting)
}

/** The composition root: builds each part once, wires them, and returns the one way to stop them all. */
async function startOnce({
  config,
  sandbox,
  clock = sandbox?.clock ?? systemClock,
  log,
  processMetrics = false,
  keySettleMs,
  onWaiting,
}: ServiceOptions): Promise<Service> {
  const opened = await openPlatform({
    config,
    clock,
    processMetrics,
    onWaiting,
    ...(log && { log }),
  })
  const started = new AsyncDisposableStack()
  started.defer(() => opened.database.close())
  started.defer(() => opened.platform.wake.stop())
  const tracing = await startTracing(config, opened.platform.log)
  started.defer(async () => tracing?.stop())
  const platform = { ...opened.platform, traces: tracing?.traces }
  try {
    return await assemble(config, platform, { ...opened, tracing }, sandbox, started, keySettleMs)
  } catch (error) {
    // Whoever starts it again, as on another port, must find nothing of this attempt: no timer, listener or lease.
    await started.disposeAsync().catch((failure: unknown) => {
      platform.log.error({ err: failure }, 'a failed start could not be undone')
    })
    throw error
  }
}

type Parts = Awaited<ReturnType<typeof makeParts>>
type Opened = Pick<Awaited<ReturnType<typeof openPlatform>>, 'database' | 'desk'> & {
  tracing: Tracing | undefined
}
type Phase = 'starting' | 'running' | 'leaving' | 'stopping'

async function assemble(
  config: Config,
  platform: Platform,
  opened: Opened,
  sandbox: SandboxControl | undefined,
  started: AsyncDisposableStack,
  keySettleMs: number | undefined,
): Promise<Service> {
  const { database, tracing } = opened
  await database.join()
  const parts = await makeParts(config, platform, opened, started, keySettleMs)
  const { devices, workers, tls, system } = parts
  let phase: Phase = 'starting'
  const bridge = await createBridge(config, platform, system, () => phase === 'stopping')
  let stoppingAt: string | undefined
  const app = await createWeb(config, platform, {
    ...parts,
    bridge,
    sandbox,
    phase: () => phase,
    isStoreThere: database.isReachable ?? (async () => true),
  })
  await startParts(parts, started)
  started.defer(async () => bridge && stopBridge(bridge, platform))
  await bridge?.start()
  started.defer(() => app.close())
  await app.ready()
  phase = 'running'

  return {
    app,
    bridge: bridge?.app,
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
    leave() {
      phase = 'leaving'
      app.connections.sayGoodbye()
      bridge?.app.connections.sayGoodbye()
    },
    async stop() {
      if (phase === 'stopping') return
      phase = 'stopping'
      for (const [what, stop] of stopsOf(parts, { app, bridge }, platform, { database, tracing })) {
        stoppingAt = what
        await stop()
      }
    },
    stoppingAt: () => stoppingAt,
  }
}

/** Nothing here runs yet but what follows the files of the certificate. */
async function makeParts(
  config: Config,
  platform: Platform,
  { database, desk }: Opened,
  started: AsyncDisposableStack,
  keySettleMs: number | undefined,
) {
  const { db } = database
  const system = systemContext(platform, db, 0)
  const gateways = createPushGateways({ ...config, caFile: config.outbound.caFile }, systemClock)
  const calendars = createCalendarReader()
  const tls = openTls(config, platform)
  started.defer(() => tls?.stop())
  return {
    system,
    gateways,
    calendars,
    tls,
    tokens: createTokenLookup(system),
    streams: createEventStreams(system),
    adoptionWaits: createAdoptionWaits(system),
    devices: await createDevicePlane(config, platform, database, desk, tls),
    workers: createWorkers(config, platform, db, gateways, calendars),
    keys: createKeyWorker(config, platform, db, keySettleMs),
    storeWatch: createStoreWatch(config, platform, database),
  }
}

async function startParts(parts: Parts, started: AsyncDisposableStack): Promise<void> {
  const { system, devices, tokens, streams, adoptionWaits, calendars, workers, keys, storeWatch } = parts
  started.defer(() => storeWatch.stop())
  storeWatch.start()
  await loadShipped(system)
  await vapidKeys(system)
  // Each is noted before it starts: one that fails half-way has to be stopped as well.
  started.defer(() => devices.stop())
  started.defer(() => devices.stopCommands())
  await devices.start()
  started.defer(() => tokens.stop())
  tokens.start()
  started.defer(() => streams.stop())
  streams.start()
  started.defer(() => adoptionWaits.stop())
  adoptionWaits.start()
  started.defer(() => calendars.stop())
  started.defer(() => workers.stop())
  await workers.start()
  started.defer(() => keys.stop())
  await keys.start()
}

type Stop = readonly [what: string, () => Promise<unknown>]

/** First nobody can ask any more, then what was asked for is finished, and the store closes last. */
function stopsOf(
  { streams, adoptionWaits, tls, devices, workers, keys, calendars, tokens, storeWatch }: Parts,
  { app, bridge }: { app: FastifyInstance; bridge: BridgePart | undefined },
  platform: Platform,
  { database, tracing }: Pick<Opened, 'database' | 'tracing'>,
): Stop[] {
  app.connections.sayGoodbye()
  bridge?.app.connections.sayGoodbye()
  streams.stop()
  adoptionWaits.stop()
  tls?.stop()
  return [
    // Others serve the locks from here on; calls that are still under way are handed to them.
    ['locks are left to others', devices.leaveLocks],
    // Both wait for strangers: the time is theirs together.
    [
      'calls and work under way',
      () => Promise.all([closeHttp(app, platform), bridge && stopBridge(bridge, platform), workers.stop()]),
    ],
    ['commands to locks', devices.stopCommands],
    ['the secret key', () => keys.stop()],
    ['calendars', () => calendars.stop()],
    ['connections of locks', devices.stop],
    ['tokens', async () => tokens.stop()],
    ['the disk', () => storeWatch.stop()],
    ['wake-ups', () => platform.wake.stop()],
    ['the database', () => database.close()],
    // The last, because a stop is told of as well, and nobody waits for it any more.
    ['traces', async () => tracing?.stop()],
  ]
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

async function stopBridge(bridge: BridgePart, platform: Platform): Promise<void> {
  await closeHttp(bridge.app, platform)
  await bridge.stop()
}

/** A slow call gets so long to arrive and to be answered; the rest of the ten seconds is for what comes after. */
const DRAIN_MS = 6000

async function closeHttp(app: FastifyInstance, { log }: Platform): Promise<void> {
  const calls = await app.connections.end(DRAIN_MS)
  if (Object.keys(calls).length > 0) log.warn({ calls }, 'calls were cut off: they took too long')
  await app.close()
}
