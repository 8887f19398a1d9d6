import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LocalSocket, listenForCommands } from './cli/socket/listen.ts'
import { banner } from './compose/banner.ts'
import { type Service, startService } from './compose/compose.ts'
import { open, withFreePort } from './compose/listen.ts'
import type { LocalGateway } from './compose/local-gateway.ts'
import type { Sandbox } from './compose/sandbox.ts'
import { refusePlainListeners } from './config/transport.ts'
import { type Config, loadConfig, publicUrlOf } from './config.ts'
import { StartupError } from './platform/startup-error.ts'
import { explainedTrouble } from './platform/store/store-trouble.ts'
import { setV8Flags } from './v8-flags.ts'

const STOP_WITHIN_MS = 10_000
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** What the process ends with; docs/operations.md says what each means. */
const EXIT = { stopped: 0, failed: 1, refused: 78 } as const

/**
 * A start can be cut off anywhere, as by a kill. Said in so many words because the first process of a container does not
 * hear signals that nobody listens to, and a start may wait for its database for hours.
 */
const endTheStart = () => process.exit(EXIT.stopped)

/** The process: settings, start, what the operator sees, and an orderly end. */
export const serve = (wanted: { sandbox: boolean }): Promise<void> => run(wanted).catch(end)

async function run(wanted: { sandbox: boolean }): Promise<void> {
  for (const signal of SIGNALS) process.on(signal, endTheStart)
  const config = loadConfig(
    process.env,
    wanted.sandbox && !process.env.LATCHWORK_SANDBOX ? { sandbox: true } : {},
  )
  await refusePlainListeners(config)
  // Simulated locks are loaded only where they are wanted.
  const sandbox = config.sandbox ? (await import('./compose/sandbox.ts')).createSandbox() : undefined
  const service = await startOnFreePorts(config, sandbox)
  let gateway: LocalGateway | undefined
  let commands: LocalSocket | undefined
  const stop = async () => {
    // The gateway at the same time: each has a bound of its own, and the process has one for all of them.
    const gone = gateway?.stop()
    await commands?.stop()
    await sandbox?.stop()
    await service.stop()
    await gone
  }
  const { owner, port, bridgePort } = await open(service, config, sandbox).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  if (owner && config.gateway.hubs.length > 0) {
    const { startLocalGateway } = await import('./compose/local-gateway.ts')
    gateway = await startLocalGateway({ service, config, accountId: owner.accountId, port })
  }
  commands = await listenForCommands(service, config)
  setV8Flags()
  stopOnSignal(service, stop, config.http.stopDelaySeconds * 1000)
  process.stdout.write(
    banner({
      url: publicUrlOf(config, port),
      brokerUrl: service.bus.url,
      bridgeUrl: bridgePort === undefined ? undefined : `http://${config.bridge.host}:${bridgePort}`,
      certificate: service.certificate?.(),
      store: service.platform.engine === 'sqlite' ? `SQLite in ${config.dataDir}` : 'PostgreSQL',
      sandbox: sandbox?.locks() ?? [],
      owner,
    }),
  )
}

/** In the sandbox a broker port in use is no reason to stop: the next free one is taken, and said. */
function startOnFreePorts(config: Config, sandbox: Sandbox | undefined): Promise<Service> {
  return withFreePort(config, 'LATCHWORK_MQTT_PORT', config.mqtt.port, (port) =>
    startService({
      config: { ...config, mqtt: { ...config.mqtt, port } },
      sandbox,
      processMetrics: true,
      onWaiting: (sentence) => process.stderr.write(`latchwork: ${sentence}\n`),
    }),
  )
}

function stopOnSignal(service: Service, stop: () => Promise<void>, delayMs: number): void {
  const { log } = service.platform
  let isStopping = false
  const onSignal = async (signal: string) => {
    // A second signal means: now.
    if (isStopping) process.exit(EXIT.failed)
    isStopping = true
    log.info({ signal }, 'stopping')
    if (delayMs > 0) {
      service.leave()
      await sleep(delayMs)
    }
    setTimeout(() => {
      log.error({ waitingFor: service.stoppingAt() }, 'did not stop in time')
      process.exit(EXIT.failed)
    }, STOP_WITHIN_MS).unref()
    await stop()
    process.exit(EXIT.stopped)
  }
  const onEnd = (signal: string) =>
    void onSignal(signal).catch((error: unknown) => {
      log.error({ err: error, waitingFor: service.stoppingAt() }, 'stopping failed')
      process.exit(EXIT.failed)
    })
  for (const signal of SIGNALS) process.off(signal, endTheStart).on(signal, onEnd)
}

function end(thrown: unknown): never {
  const error = explainedTrouble(thrown)
  // What an operator can mend is said in a sentence; anything else is a bug and shows its stack.
  const isExplained = error instanceof StartupError
  const text = isExplained ? error.message : ((error as Error).stack ?? String(error))
  process.stderr.write(`latchwork: ${text}\n`)
  process.exit(isExplained && !error.mayPass ? EXIT.refused : EXIT.failed)
}
