import process from 'node:process'
import { parseArgs } from 'node:util'
import packageFile from '../package.json' with { type: 'json' }
import { type GatewayConfig, readConfig } from './config/config.ts'
import { FAMILIES } from './families.ts'
import { type RunningGateway, startGateway } from './gateway.ts'
import { jsonLog } from './log.ts'
import { ClaimError, OperatorError } from './operator-error.ts'
import { systemClock } from './system-clock.ts'

const STOP_WITHIN_MS = 8000
/** Exit codes that say: starting again will not help, the config file has to be mended; a claim code is needed. */
const MEND_FIRST = 2
const CLAIM_FIRST = 3

const USAGE = `Usage: latchwork gateway [--config <file>] [--claim <code>]

  --config   the config file (gateway.json unless told)
  --claim    the claim code the console shows; also LATCHWORK_CLAIM_CODE. Needed once

The config file:
  { "server": "https://locks.example.com", "dataDir": "gateway-data",
    "hubs": [{ "family": "${Object.keys(FAMILIES)[0] ?? 'family'}", "address": "ws://127.0.0.1:3000" }] }
`

interface Invocation {
  readonly config: GatewayConfig
  readonly claimCode: string | undefined
  readonly isChild: boolean
}

/** The process of a gateway: `latchwork gateway`, or a child of the service. */
export async function main(args: string[]): Promise<void> {
  const log = jsonLog((line) => process.stdout.write(line))
  const fail = (error: unknown) => {
    if (error instanceof OperatorError) {
      log('error', error.message)
      process.exit(error instanceof ClaimError ? CLAIM_FIRST : MEND_FIRST)
    }
    log('error', 'the gateway failed', { cause: (error as Error).stack ?? String(error) })
    process.exit(1)
  }
  // The book is whole at every moment; what is in memory may not be.
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  try {
    const invocation = read(args)
    if (!invocation) return
    const { config, claimCode, isChild } = invocation
    const ending = new AbortController()
    const starting = startGateway({
      config,
      families: FAMILIES,
      clock: systemClock,
      log,
      version: packageFile.version,
      claimCode,
      signal: ending.signal,
    })
    stopWhenTold(starting, ending, isChild)
    const gateway = await starting
    log('info', 'the gateway is running', { server: config.server, hubs: config.hubs.length })
    await gateway.failed
  } catch (error) {
    fail(error)
  }
}

function read(args: string[]): Invocation | undefined {
  const options = {
    config: { type: 'string', default: 'gateway.json' },
    claim: { type: 'string' },
    child: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values']
  try {
    values = parseArgs({ args, options }).values
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n\n${USAGE}`)
  }
  if (values.help) {
    process.stdout.write(USAGE)
    return undefined
  }
  const claimCode = values.claim ?? process.env.LATCHWORK_CLAIM_CODE
  return {
    config: readConfig(values.config, Object.keys(FAMILIES)),
    claimCode: claimCode || undefined,
    isChild: values.child,
  }
}

/** At a signal, and as a child when the parent is gone, however it went. */
function stopWhenTold(starting: Promise<RunningGateway>, ending: AbortController, isChild: boolean): void {
  let isStopping = false
  const stop = async () => {
    // A second signal means: now.
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    ending.abort()
    await starting.then(
      (gateway) => gateway.stop(),
      () => undefined,
    )
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
  if (!isChild) return
  process.stdin.on('end', () => void stop())
  process.stdin.on('error', () => void stop())
  process.stdin.resume()
}
