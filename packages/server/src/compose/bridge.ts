import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { createBridgeCallbacks } from '../features/bridge/callbacks/dispatcher.ts'
import { type BridgeDirectory, createBridgeDirectory } from '../features/bridge/face/directory.ts'
import { mountFace } from '../features/bridge/face/routes.ts'
import { createApp } from '../http/app.ts'
import type { Ctx, Platform } from '../platform/context.ts'
import { rateLimits } from './rate-limits.ts'

/** Programs of the bridge are few, and each asks one thing at a time. */
const MAX_REQUESTS = 256
const MAX_CONNECTIONS = 512
const MAX_CONNECTIONS_PER_ADDRESS = 64

/** The listener for programs that speak to the HTTP bridge of these locks, and what it tells them by itself. */
export interface BridgePart {
  readonly app: FastifyInstance
  readonly directory: BridgeDirectory
  /** Where it listens. In the sandbox another port may have been taken than the one that was asked for. */
  listener(): Pick<AddressInfo, 'address' | 'port'>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Undefined where it is switched off, as it is unless told. */
export async function createBridge(
  config: Config,
  platform: Platform,
  system: Ctx<never>,
  isStopping: () => boolean,
): Promise<BridgePart | undefined> {
  if (!config.bridge.enabled) return undefined
  const { default: nacl } = await import('tweetnacl')
  const directory = createBridgeDirectory(system, nacl.secretbox.open)
  const callbacks = createBridgeCallbacks(
    platform,
    system.db,
    async () => new Set((await directory.all()).map(({ accountId }) => accountId)),
  )
  const app = createApp({
    platform,
    connections: {
      total: MAX_CONNECTIONS,
      perAddress: MAX_CONNECTIONS_PER_ADDRESS,
      isGateway: () => false,
    },
    maxRequests: MAX_REQUESTS,
    isStopping,
  })
  mountFace(app, { system, directory, rates: rateLimits(config, platform), names: namesOf(config) })
  const { host: address, port } = config.bridge
  return {
    app,
    directory,
    listener: () => (app.server.address() as AddressInfo | null) ?? { address, port },
    async start() {
      directory.start()
      await callbacks.start()
      await app.ready()
    },
    async stop() {
      await callbacks.stop()
      directory.stop()
    },
  }
}

/** By which programs may call it, besides addresses and local names (D252). */
function namesOf({ bridge: { host, names }, publicUrl }: Config): ReadonlySet<string> {
  const known = [
    ...names,
    host,
    hostname(),
    ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
  ]
  return new Set(known.map((name) => name.toLowerCase()))
}
