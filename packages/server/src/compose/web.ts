import { fileURLToPath } from 'node:url'
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { promisesHttps, speaksTls } from '../config/transport.ts'
import type { Config } from '../config.ts'
import { mountDiscovery } from '../features/bridge/face/discovery.ts'
import { lookUp as lookUpGateway } from '../features/gateways/service.ts'
import { lookUp as lookUpGuest } from '../features/guests/links/service.ts'
import { page as guestPage } from '../features/guests/page/service.ts'
import { assertStepUp, assertStillThere } from '../features/identity/step-up/service.ts'
import type { TokenLookupCache } from '../features/keys/api-keys/token-lookup.ts'
import { noteNetwork } from '../features/keys/api-keys/token-uses.ts'
import { mountOauth } from '../features/keys/oauth/routes.ts'
import { createApp } from '../http/app.ts'
import { enterGuest } from '../http/authenticate.ts'
import { mountConsole } from '../http/console-page.ts'
import { mountGuestPage } from '../http/guest-page.ts'
import type { Mount } from '../http/mount.ts'
import { contextOf } from '../http/request-context.ts'
import { mountSystemRoutes } from '../http/system-routes.ts'
import type { Ctx, Platform } from '../platform/context.ts'
import type { TlsFiles } from '../platform/net/tls-files.ts'
import { readTrustedProxies } from '../platform/net/trusted-proxies.ts'
import { LOCK_SHARES } from '../schema/lock-shares.ts'
import { areasOf, type Helpers, mountApi } from './api.ts'
import type { DevicePlane } from './devices.ts'
import { refreshGauges } from './gauges.ts'
import { rateLimits } from './rate-limits.ts'

export interface WebParts extends Omit<Helpers, 'brokerUrl'> {
  system: Ctx<never>
  tokens: Pick<TokenLookupCache, 'lookUp' | 'known'>
  devices: Pick<DevicePlane, 'isLinked' | 'ownership' | 'bus'>
  tls: TlsFiles | undefined
  phase(): 'starting' | 'running' | 'leaving' | 'stopping'
  /** Whether the database answers. */
  isStoreThere(): Promise<boolean>
}

/** Everything that is answered over HTTP: the API, the console, OAuth and what machines ask for. */
export async function createWeb(
  config: Config,
  platform: Platform,
  parts: WebParts,
): Promise<FastifyInstance> {
  const { system, devices, sandbox } = parts
  const app = newApp(config, platform, parts)
  if (config.corsOrigins.length > 0) await app.register(cors, corsOptions(config))
  mountSystemRoutes(app, {
    platform,
    whyNotReady: () => whyNotReady(platform, parts),
    isLinked: devices.isLinked,
    lockShares: () => {
      const shares = devices.ownership.shares()
      return shares && { shares: shares.length, of: LOCK_SHARES }
    },
    metricsOpen: config.metrics.open,
    refreshGauges: () => refreshGauges(system, config),
    areas: areasOf(sandbox),
  })
  const showConsole = mountConsole(app, {
    folder: CONSOLE_FOLDER,
    facts: consoleFacts(config, sandbox !== undefined),
  })
  const mount: Mount = {
    app,
    platform,
    db: system.db,
    inFlight: new Set(),
    assertStepUp,
    assertStillThere,
    turns: new Map(),
    gate: {
      lookUp: parts.tokens.lookUp,
      known: parts.tokens.known,
      lookUpGateway: (token) => lookUpGateway(system, token),
      noteNetwork: (principal, request) => noteNetwork(contextOf(mount, request), principal),
      lookUpGuest: (token) => lookUpGuest(system, token),
      ...rateLimits(config, platform),
    },
  }
  mountGuestPage(app, {
    folder: GUEST_PAGE_FOLDER,
    read: async (request, token) => {
      await enterGuest(mount.gate, request, () => token)
      return guestPage(contextOf(mount, request))
    },
  })
  await mountOauth(mount, { publicUrl: config.publicUrl?.replace(/\/+$/, ''), showConsole })
  if (parts.bridge) {
    const { directory, listener } = parts.bridge
    mountDiscovery(app, { system, directory, rates: mount.gate }, listener)
  }
  mountApi(mount, config, { ...parts, brokerUrl: (host) => brokerUrlFor(config, devices.bus.url, host) })
  return app
}

async function whyNotReady({ storeHealth }: Platform, { phase, isStoreThere }: WebParts) {
  if (phase() === 'starting') return 'starting'
  if (phase() !== 'running') return 'shutting_down'
  return storeHealth.trouble ?? ((await isStoreThere()) ? undefined : 'database_unavailable')
}

function newApp(config: Config, platform: Platform, { tls, phase }: WebParts): FastifyInstance {
  const proxies = readTrustedProxies(config.trustProxy)
  return createApp({
    platform,
    proxies,
    connections: {
      total: config.http.maxConnections,
      perAddress: config.http.maxConnectionsPerAddress,
      // Everybody comes through the proxies; that they are not too many is for the proxies to see to.
      isGateway: (address) => proxies?.trusts(address, 0) === true,
    },
    maxRequests: config.http.maxRequests,
    isStopping: () => phase() === 'stopping',
    promisesHttps: promisesHttps(config),
    sentByPlugins: config.corsOrigins.length > 0 ? CORS_HEADERS : [],
    tls: speaksTls(config, 'http') ? tls : undefined,
  })
}

/** What pages of other origins may read of an answer. */
const EXPOSED_HEADERS = [
  'Operation-Id',
  'X-Request-Id',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
]
/** What the plug-in adds to every answer, whoever asks. */
const CORS_HEADERS = ['vary', 'Origin', 'access-control-expose-headers', EXPOSED_HEADERS.join(', ')]

const corsOptions = (config: Config) => ({
  origin: [...config.corsOrigins],
  // The plug-in's own list has neither; the API lives on them.
  methods: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'],
  exposedHeaders: EXPOSED_HEADERS,
})

/** Where gateways reach the broker: as the operator says, or at the host where they reach the API. */
function brokerUrlFor({ mqtt, publicUrl }: Config, busUrl: string, host: string): string {
  const known = mqtt.publicUrl ?? mqtt.url
  const { protocol, hostname, port } = new URL(known ?? busUrl)
  const reached = URL.parse(publicUrl ?? `http://${host}`)?.hostname
  return `${protocol}//${known === undefined ? (reached ?? hostname) : hostname}${port && `:${port}`}`
}

/** What the console has to know to speak of times as the service takes them; see its kit/facts.ts. */
const consoleFacts = ({ defaultTimeZone, stay, bridge, signUp }: Config, hasSandbox: boolean): string[] => [
  `zone:${defaultTimeZone}`,
  `check-in:${stay.checkInTime}`,
  `check-out:${stay.checkOutTime}`,
  ...(hasSandbox ? ['sandbox'] : []),
  ...(bridge.enabled ? ['bridge'] : []),
  ...(signUp ? ['sign-up'] : []),
]

/** Vite writes it; see packages/console. */
const CONSOLE_FOLDER = fileURLToPath(new URL('../../../console/dist', import.meta.url))
const GUEST_PAGE_FOLDER = fileURLToPath(new URL('../../../console/dist/guest', import.meta.url))
