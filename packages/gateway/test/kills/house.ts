import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type ServiceProcess, startProcess } from '../../../server/test/service-process.ts'
import type { Api } from '../../../server/test/world.ts'
import type { Order } from '../../src/family.ts'
import { type FakeLock, fakeHub } from '../fake-family.ts'
import type { HubQuestion, HubWord } from './ipc-family.ts'

const CHILD = fileURLToPath(new URL('./gateway-child.ts', import.meta.url))
const WAIT_MS = 120_000
/** So much of what a gateway said last is shown when something is waited for in vain. */
const LAST_WORDS = 4000

export interface Move {
  readonly lock: string
  readonly action: number
  /** Every order has another one. */
  readonly deadline: number
  readonly at: number
}

/** The service and a gateway as processes of their own, and a hub of locks that outlives them all. */
export interface House extends AsyncDisposable {
  readonly api: Api
  /** Orders to move that reached the hub. */
  readonly moves: readonly Move[]
  gatewayPid(): number
  adoptAll(): Promise<Map<string, number>>
  untilOnline(smartlockIds: Iterable<number>): Promise<void>
  killGateway(): Promise<void>
  killServer(): Promise<void>
}

export async function openHouse(locks: ReadonlyMap<string, FakeLock>): Promise<House> {
  await using opening = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'gateway-kills-'))
  opening.defer(() => rm(folder, { recursive: true, force: true }))
  const storage = { engine: 'sqlite', dataDir: join(folder, 'service') } as const
  let server = await startProcess(storage)
  const settings = { LATCHWORK_HTTP_PORT: portOf(server.url), LATCHWORK_MQTT_PORT: portOf(server.brokerUrl) }
  const { url, api } = server
  const moves: Move[] = []
  const { data } = await api.gateways.create({ body: { name: 'Cellar' } })
  const family = hubOf(locks, moves)
  const startGateway = () => gatewayProcess([url, join(folder, 'gateway'), data.claimCode], family, locks)
  let gateway = startGateway()
  opening.defer(async () => {
    await Promise.all([kill(gateway.child), server.kill()])
  })
  const closing = opening.move()
  return {
    api,
    moves,
    gatewayPid: () => gateway.child.pid as number,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
    adoptAll: () => adoptAll(api, data.gatewayId, [...locks.keys()]),
    untilOnline: (smartlockIds) =>
      untilOnline(api, smartlockIds).catch((error: Error) => {
        throw new Error(`${error.message}; the gateway ${gateway.lastWords()}`)
      }),
    async killGateway() {
      await kill(gateway.child)
      gateway = startGateway()
    },
    async killServer() {
      await server.kill()
      server = await restarted(() => startProcess(storage, settings))
    },
  }
}

const portOf = (url: string) => new URL(url).port

/** The port of the one that was killed may take a moment to be free. */
async function restarted(start: () => Promise<ServiceProcess>): Promise<ServiceProcess> {
  for (let tries = 0; ; tries++) {
    try {
      return await start()
    } catch (error) {
      if (tries > 20) throw error
      await sleep(250)
    }
  }
}

/** The radio takes its time, so that kills meet exchanges under way. */
function hubOf(locks: ReadonlyMap<string, FakeLock>, moves: Move[]) {
  const hub = fakeHub(Object.fromEntries(locks))
  hub.exchangeMs = 40
  const family = hub.make({ family: 'ipc', address: 'here' }, {} as never)
  const never = new AbortController().signal
  return (question: HubQuestion): Promise<unknown> => {
    const [lock, ...args] = question.args as [string, ...unknown[]]
    if (question.call === 'act') moves.push({ lock, ...(args[0] as Order), at: Date.now() })
    const call = family[question.call] as (lock: string, ...args: unknown[]) => Promise<unknown>
    return call(lock, ...args, never)
  }
}

function gatewayProcess(
  args: string[],
  answer: (question: HubQuestion) => Promise<unknown>,
  locks: ReadonlyMap<string, FakeLock>,
) {
  const child = fork(CHILD, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  let said = ''
  child.stdout?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-LAST_WORDS)
  })
  const say = (word: HubWord) => {
    // What it asked for is done all the same, as by a lock whose answer nobody hears.
    if (child.connected) child.send(word, () => undefined)
  }
  child.on('error', () => undefined)
  child.on('message', (message: HubQuestion | 'open') => {
    if (message !== 'open')
      return void answer(message).then((given) => say({ id: message.id, answer: given }))
    say({
      locks: [...locks].map(([key, { capability }]) => [
        key,
        { name: key, vendor: 'Fake', model: 'F1', isReady: true, capability },
      ]),
    })
  })
  return {
    child,
    lastWords: () => `${child.exitCode === null ? 'runs' : `ended with ${child.exitCode}`}: ${said}`,
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

async function adoptAll(api: Api, gatewayId: string, keys: readonly string[]): Promise<Map<string, number>> {
  const doors = new Map<string, number>()
  for (const key of keys) {
    await until(`${key} to be found`, async () => {
      const { data } = await api.gateways.get({ params: { gatewayId } })
      return data.locks.some((lock) => lock.key === key && lock.ready)
    })
    const { data } = await api.gateways.adopt({ params: { gatewayId, key }, body: { name: key } })
    doors.set(key, data.smartlockId)
  }
  await untilOnline(api, doors.values())
  return doors
}

async function untilOnline(api: Api, smartlockIds: Iterable<number>): Promise<void> {
  for (const smartlockId of smartlockIds)
    await until(`lock ${smartlockId} to be online`, async () => {
      const lock = await api.smartlocks.get({ params: { smartlockId } }).catch(() => undefined)
      return lock?.data.serverState === 0
    })
}

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WAIT_MS
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`)
    await sleep(50)
  }
}
