import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { speaksTls } from '../config/transport.ts'
import type { Config } from '../config.ts'
import * as gateways from '../features/gateways/service.ts'
import { fail } from '../platform/app-error.ts'
import type { Log } from '../platform/observe/log.ts'
import type { Service } from './compose.ts'

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url))
const NAME = 'This machine'
const FIRST_RESTART_MS = 1000
const LONGEST_RESTART_MS = 60_000
const STOP_WITHIN_MS = 5000
const LONGEST_LINE = 2000
/** What a gateway ends with when the service does not know it any more. */
const CLAIM_LOST = 3
/** All of this process's environment that a gateway has any business with. */
const ENVIRONMENT = ['PATH', 'HOME', 'TZ', 'LANG', 'NODE_EXTRA_CA_CERTS']

export interface LocalGateway {
  stop(): Promise<void>
}

interface Options {
  readonly service: Service
  readonly config: Config
  readonly accountId: number
  /** Where the API listens. */
  readonly port: number
}

/**
 * The gateway for hubs beside the service: a process of its own that is started again whenever it ends, claimed for the
 * owner without anybody typing a code, and gone when this process is, however that ends.
 */
export async function startLocalGateway(options: Options): Promise<LocalGateway> {
  const folder = join(options.config.dataDir, 'gateway')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const configFile = join(folder, 'gateway.json')
  await writeFile(configFile, JSON.stringify(gatewayFile(options), undefined, 2), { mode: 0o600 })
  const stopping = new AbortController()
  const running = keepRunning(options, folder, configFile, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

function gatewayFile({ service, config, port }: Options) {
  const { tls, mqtt } = config
  const isTls = speaksTls(config, 'http')
  return {
    server: `${isTls ? 'https' : 'http'}://${hostOf(config.http.host)}:${port}`,
    broker: service.bus.url,
    dataDir: 'data',
    hubs: config.gateway.hubs.map((hub) => {
      const [family = '', ...address] = hub.split('=')
      return { family, address: address.join('=') }
    }),
    ...((isTls || speaksTls(config, 'mqtt')) && { certFile: tls.certFile }),
    ...(mqtt.caFile && { caFile: mqtt.caFile }),
    // Both are on this machine, or where the operator put the broker.
    allowPlain: true,
  }
}

/** An address that means "every interface" is no address to connect to. */
const hostOf = (host: string) => {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

async function keepRunning(options: Options, folder: string, configFile: string, signal: AbortSignal) {
  const { log, clock } = options.service.platform
  let restarts = 0
  let isClaimLost = false
  while (!signal.aborted) {
    const startedAt = clock.now()
    const code: number = await claimCode(options, folder, isClaimLost)
      .then((claim) => run(configFile, claim, log, signal))
      .catch((error: unknown) => {
        log.error({ err: error }, 'the gateway could not be started')
        return 1
      })
    if (signal.aborted) return
    isClaimLost = code === CLAIM_LOST
    if (clock.now() - startedAt > LONGEST_RESTART_MS) restarts = 0
    const delayMs = Math.min(FIRST_RESTART_MS * 2 ** restarts, LONGEST_RESTART_MS)
    restarts += 1
    log.warn({ code, restartInMs: delayMs }, 'the gateway ended; it is started again')
    // Ends early with a rejection when it is to stop.
    await sleep(delayMs, undefined, { signal }).catch(() => undefined)
  }
}

/** A code for a gateway that has no claim, or whose claim the service does not know any more. */
async function claimCode(
  options: Options,
  folder: string,
  isClaimLost: boolean,
): Promise<string | undefined> {
  const ctx = { ...options.service.contextFor(options.accountId), fail }
  const gatewayId = await claimedAs(folder)
  const known = gatewayId === undefined ? undefined : await gateways.known(ctx, gatewayId)
  if (known && !isClaimLost) return undefined
  const { claimCode } = known
    ? await gateways.renewClaim(ctx, known)
    : await gateways.createOrRenew(ctx, NAME)
  return claimCode
}

/** As whom the gateway was claimed, by its own file. */
async function claimedAs(folder: string): Promise<string | undefined> {
  try {
    const { gatewayId } = JSON.parse(await readFile(join(folder, 'data/identity.json'), 'utf8'))
    return typeof gatewayId === 'string' ? gatewayId : undefined
  } catch {
    return undefined
  }
}

/** One life of the child; resolves with its exit code. The pipe to it ends with this process, and so does the child. */
async function run(
  configFile: string,
  claim: string | undefined,
  log: Log,
  signal: AbortSignal,
): Promise<number> {
  const env = Object.fromEntries(ENVIRONMENT.flatMap((name) => [[name, process.env[name]] as const]))
  const child = spawn(process.execPath, [CLI, 'gateway', '--config', configFile, '--child'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...env, ...(claim && { LATCHWORK_CLAIM_CODE: claim }) },
  })
  passOn(child.stdout, log)
  passOn(child.stderr, log)
  const stop = () => void end(child)
  signal.addEventListener('abort', stop)
  try {
    const [code] = await once(child, 'exit')
    return typeof code === 'number' ? code : 1
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function end(child: ChildProcess): Promise<void> {
  const kill = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  child.once('exit', () => clearTimeout(kill))
  child.stdin?.on('error', () => undefined)
  child.stdin?.end()
}

/** Its log, in ours. */
function passOn(output: Readable, log: Log): void {
  createInterface({ input: output }).on('line', (line) => {
    const { level, msg, time: _, ...details } = parsed(line.slice(0, LONGEST_LINE))
    const say = level === 'error' || level === 'info' ? level : 'warn'
    log[say]({ gateway: details }, msg)
  })
}

function parsed(line: string): { level?: unknown; msg: string; time?: unknown } {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null && 'msg' in value && typeof value.msg === 'string')
      return { ...value, msg: value.msg }
  } catch {
    // Not one of its own lines: what Node itself says before it dies.
  }
  return { msg: line }
}
