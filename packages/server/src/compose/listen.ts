import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Service } from './compose.ts'
import { prepareOwner } from './first-start.ts'
import type { Sandbox } from './sandbox.ts'

const PORTS_TO_TRY = 20

/**
 * Runs `start` with the port; when it is in use, one clear sentence. In the sandbox the next free port is taken
 * instead, and said: somebody who tries things out should not have to hunt for a port.
 */
export async function withFreePort<T>(
  config: Config,
  setting: string,
  port: number,
  start: (port: number) => Promise<T>,
): Promise<T> {
  for (let candidate = port; ; candidate++) {
    try {
      const started = await start(candidate)
      if (candidate !== port)
        process.stdout.write(`Port ${port} is in use; using ${candidate} (${setting}).\n`)
      return started
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      if (!config.sandbox || port === 0 || candidate - port >= PORTS_TO_TRY) {
        throw new StartupError(
          `Port ${candidate} is in use. Stop what uses it, or choose another with ${setting}.`,
          { mayPass: true },
        )
      }
    }
  }
}

/** The first account, the simulated locks, and the port: from here on somebody can call. */
export async function open(service: Service, config: Config, sandbox: Sandbox | undefined) {
  const owner = await prepareOwner(service, config)
  if (owner) await sandbox?.start(service, owner.accountId)
  return {
    owner,
    port: await listen(service.app, config),
    bridgePort: await listenForBridge(service.bridge, config),
  }
}

/** Opens the port for bridge programs, where they are answered, and returns the one that was taken. */
async function listenForBridge(
  app: FastifyInstance | undefined,
  config: Config,
): Promise<number | undefined> {
  if (!app) return undefined
  return withFreePort(config, 'LATCHWORK_BRIDGE_PORT', config.bridge.port, async (port) => {
    await app.listen({ host: config.bridge.host, port })
    return (app.server.address() as AddressInfo).port
  })
}

/** Opens the HTTP port and returns the one that was taken. */
function listen(app: FastifyInstance, config: Config): Promise<number> {
  return withFreePort(config, 'LATCHWORK_HTTP_PORT', config.http.port, async (port) => {
    await app.listen({ host: config.http.host, port })
    return (app.server.address() as AddressInfo).port
  })
}
