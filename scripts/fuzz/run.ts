import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, usePostgres } from '../../packages/server/test/postgres.ts'
import { type ServiceProcess, startProcess } from '../../packages/server/test/service-process.ts'
import { addressOf, createCallers, type FuzzCaller, OWNER } from './callers.ts'
import { BROKE_OFF, createFuzzClient, type FuzzClient, type Outcome } from './client.ts'
import { type Memory, measureMemory } from './memory.ts'
import { seededRandom } from './random.ts'
import { type FuzzRequest, makeRawBytes, makeRequest, type Target, targets } from './requests.ts'
import { createTally, describe, type Failure, learnFrom, MAX_LISTED } from './tally.ts'
import { operationOf } from './valid-requests.ts'
import { sendValid } from './valid-run.ts'

export type FuzzEngine = 'sqlite' | 'postgres'

export interface FuzzOptions {
  readonly engine: FuzzEngine
  readonly seed: number
  readonly count: number
  /** Requests that are valid according to the OpenAPI document, instead of malformed ones. */
  readonly valid?: boolean
  readonly onProgress?: (sent: number) => void
}

export interface FuzzReport {
  readonly engine: FuzzEngine
  readonly seed: number
  readonly valid: boolean
  readonly requests: number
  readonly routes: number
  readonly statuses: Record<string, number>
  /** Routes none of whose requests came past the door: all 401, 403, 404, 405 or 429. */
  readonly unreached: readonly string[]
  /** The answer that took longest, in milliseconds. */
  readonly slowest: { readonly ms: number; readonly route: string }
  readonly failures: readonly Failure[]
  readonly errorLines: readonly string[]
  readonly before: Memory
  readonly after: Memory
  readonly replacedCallers: number
  readonly seconds: number
}

/** Requests under way at once. */
const CONNECTIONS = 24
/** What grows in the first part is warming up: compiled code, caches, prepared statements. */
const WARM_UP = 0.2

/** Starts the real service and sends it so many malformed requests. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchwork-fuzz-'))
  const postgres = options.engine === 'postgres' ? await usePostgres() : undefined
  try {
    const name = `fuzz_${process.pid}_${options.seed}_${options.count}`
    const databaseUrl = postgres && (await createDatabase(postgres.url, name))
    const storage = { engine: options.engine, dataDir, ...(databaseUrl && { databaseUrl }) }
    const service = await startProcess(storage, SETTINGS, ['--sandbox'])
    try {
      return await send(service, options)
    } finally {
      await service.stop()
    }
  } finally {
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** No limit on rates: they would answer for the routes. The collector is there to compare memory. */
const SETTINGS = {
  NODE_OPTIONS: `--expose-gc --import=${new URL('collect-garbage.mjs', import.meta.url).href}`,
  // Callers come from many addresses, as behind a proxy; one alone would soon be locked out.
  LATCHWORK_TRUST_PROXY: '1',
  LATCHWORK_RATE_IP_PER_SECOND: '0',
  LATCHWORK_RATE_ACCOUNT_PER_SECOND: '0',
  LATCHWORK_SIGN_UP: 'on',
  LATCHWORK_LOG_LEVEL: 'error',
  LATCHWORK_ADMIN_TOKEN: OWNER.token,
  LATCHWORK_ADMIN_PASSWORD: OWNER.password,
}

async function send(service: ServiceProcess, options: FuzzOptions): Promise<FuzzReport> {
  const start = performance.now()
  const run = await createRun(service, options)
  const warmUp = Math.floor(options.count * WARM_UP)
  await run.upTo(warmUp, options.onProgress)
  const before = await measureMemory(service)
  await run.upTo(options.count, options.onProgress)
  const after = await measureMemory(service)
  run.close()
  return {
    engine: options.engine,
    seed: options.seed,
    valid: options.valid ?? false,
    requests: options.count,
    routes: targetsOf(options).length,
    statuses: Object.fromEntries([...run.statuses].sort()),
    unreached: targetsOf(options)
      .map(({ label }) => label)
      .filter((label) => !run.reached.has(label)),
    slowest: run.slowest(),
    failures: run.failures.map((failure) => ({
      ...failure,
      log: logOf(service.output(), `fuzz-${failure.number}`),
    })),
    errorLines: errorLines(service.output()),
    before,
    after,
    replacedCallers: run.replaced(),
    seconds: (performance.now() - start) / 1000,
  }
}

const validTargets = targets.filter((target) => operationOf(target) !== undefined)
const targetsOf = ({ valid }: Pick<FuzzOptions, 'valid'>) => (valid ? validTargets : targets)

async function createRun(service: ServiceProcess, { seed, valid = false }: FuzzOptions) {
  const callers = await createCallers(service.url)
  const client = createFuzzClient(service.url, CONNECTIONS)
  const tally = createTally()
  let slowest = { ms: 0, route: '' }
  let next = 0

  async function one(number: number): Promise<void> {
    const random = seededRandom(Math.imul(seed + 1, 0x9e3779b1) ^ number)
    const all = targetsOf({ valid })
    const inTurn = all[number % all.length] as Target
    // Otherwise most of what valid requests make would be gone before anything is done with it.
    const target = valid && inTurn.route.method === 'DELETE' && random.chance(0.7) ? random.pick(all) : inTurn
    const { access } = target.route
    const operator = typeof access === 'object' && access.operator === true
    const caller = callers.choose(random, { endsCallers: target.endsCallers, operator })
    if (valid) return sendValid({ callers, tally, timed }, number, random, target, caller)
    if (random.chance(0.06)) {
      const { bytes, complete } = makeRawBytes(random, target, caller.token)
      const shown = JSON.stringify(bytes.toString('latin1').slice(0, 500))
      return tally.judge(number, target, await client.sendRaw(bytes, complete), shown)
    }
    const request = makeRequest(random, target, caller.known, caller.token)
    request.headers['x-request-id'] ??= `fuzz-${number}`
    request.headers['x-forwarded-for'] ??= addressOf(random.below(1_000_000))
    const outcome = await timed(target.label, caller, request)
    tally.judge(number, target, outcome, describe(request))
    if (outcome.status === 401 && outcome.text.includes('token_invalid')) await callers.replace(caller)
    if (outcome.status === 200) learnFrom(caller, outcome)
  }

  async function timed(route: string, caller: FuzzCaller, request: FuzzRequest): Promise<Outcome> {
    const sentAt = performance.now()
    const outcome = await answerTo(client, caller, request)
    const ms = performance.now() - sentAt
    if (ms > slowest.ms) slowest = { ms, route }
    return outcome
  }

  return {
    ...tally,
    slowest: () => slowest,
    replaced: () => callers.replaced,
    close: () => client.close(),
    async upTo(count: number, onProgress?: (sent: number) => void): Promise<void> {
      const worker = async () => {
        while (next < count) {
          next += 1
          if (next % 5000 === 0) onProgress?.(next)
          await one(next)
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, worker))
    },
  }
}

/** The answer; or, where the end of the caller's token broke it off (D196), what that token is told now. */
async function answerTo(client: FuzzClient, caller: FuzzCaller, request: FuzzRequest): Promise<Outcome> {
  const outcome = await client.send(request)
  // Only the tokens of tenants end in a run.
  if (outcome.text !== BROKE_OFF || caller.tenant === undefined) return outcome
  const { authorization = '' } = request.headers
  const again = {
    method: 'GET',
    url: '/account',
    headers: { authorization },
    body: undefined,
    stream: false,
  }
  const asked = await client.send(again)
  return asked.status === 401 ? asked : outcome
}

/** What the service wrote about a request: the stack is what is wanted. */
const logOf = (output: string, requestId: string): string =>
  output
    .split('\n')
    .find((line) => line.includes(`"${requestId}"`))
    ?.slice(0, 2000) ?? ''

/** Errors in the log, also of what goes on behind the requests; each kind once. */
function errorLines(output: string): string[] {
  const lines = output.split('\n').filter((line) => /"level":"?(50|60|error|fatal)/.test(line))
  const byMessage = new Map(
    lines.map((line) => [/"msg":"[^"]*"|"message":"[^"]*"/.exec(line)?.[0] ?? line, line]),
  )
  return [...byMessage.values()].slice(0, MAX_LISTED).map((line) => line.slice(0, 1500))
}
