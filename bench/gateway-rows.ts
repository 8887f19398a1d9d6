import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { FakeLock } from '../packages/gateway/test/fake-family.ts'
import { openHouse } from '../packages/gateway/test/kills/house.ts'
import { startZwavePartner } from '../packages/gateway/test/zwave/partner.ts'
import { type LatchworkProcess, startLatchwork, TOKEN } from './latchwork-process.ts'
import { inTurn, percentile } from './load.ts'
import type { Pace } from './options.ts'
import { newDirectory, residentMb, startNode, stopChild } from './processes.ts'
import type { Progress } from './progress.ts'
import { growthRow, limitRow, type Row } from './row.ts'
import type { Store } from './stores.ts'

const CLI = fileURLToPath(new URL('../packages/server/src/cli.ts', import.meta.url))
const MANY_LOCKS = 100
/** A door that is opened now and then, and one that is ordered again as soon as it is proven. */
const PAUSES = [
  { said: 'at rest', ms: 250 },
  { said: 'back to back', ms: 0 },
]

/** Unlocks through API, broker and gateway against the same order given straight to the Z-Wave server; memory of many locks. */
export async function gatewayRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  progress('unlock of a Z-Wave lock through the gateway')
  const unlocks = await unlockRows(store, pace)
  progress(`a gateway with ${MANY_LOCKS} locks`)
  return [...unlocks, await memoryRow()]
}

/**
 * From the moment at which the lock was adopted: the gateway has all its places to read yet, and orders back to back must
 * not wait for that, each for one exchange.
 */
async function unlockRows(store: Store, pace: Pace): Promise<Row[]> {
  const partner = await startZwavePartner()
  const service = await startLatchwork(await store.newStorage(), { side: 'anywhere' })
  const gateway = await startGateway(service, partner.address)
  const smartlockId = await adopt(service, `zwave:${partner.homeId.toString(16)}:${partner.codes.nodeId}`)
  const straight = await straightTo(partner.address, partner.codes.nodeId)
  const stream = await openStream(service)
  const ours = () => unlockOnce(service, smartlockId, stream)
  const theirs = () => timed(straight.unlock)
  const times = Math.ceil(pace.roundTripsPerRound / 5)
  const repeat = async (measure: () => Promise<number>, pauseMs: number) => {
    const results: number[] = []
    for (let i = 0; i < times; i++) {
      results.push(await measure())
      await delay(pauseMs)
    }
    return results
  }
  await repeat(ours, 0)
  await repeat(theirs, 0)
  const rows: Row[] = []
  for (const { said, ms } of PAUSES) {
    const measured = await inTurn<'ours' | 'theirs', number[]>(pace.rounds, {
      ours: () => repeat(ours, ms),
      theirs: () => repeat(theirs, ms),
    })
    rows.push(unlockRow(said, measured.ours.flat(), measured.theirs.flat()))
  }
  straight.close()
  stream.close()
  await stopChild(gateway)
  await service.stop()
  await partner.close()
  return rows
}

const unlockRow = (said: string, ours: number[], theirs: number[]): Row =>
  growthRow(
    {
      part: 'gateway',
      row: `HTTP unlock → proven on a Z-Wave lock, ${said}, p50`,
      concurrency: 1,
      unit: 'ms',
      ours: percentile(ours, 0.5),
      against: 'the same order straight to the Z-Wave server',
      baseline: percentile(theirs, 0.5),
      detail: { samples: ours.length },
    },
    1.5,
  )

async function startGateway(service: LatchworkProcess, address: string) {
  const { data } = await service.api.gateways.create({ body: { name: 'Bench' } })
  const folder = newDirectory()
  const file = join(folder, 'gateway.json')
  writeFileSync(
    file,
    JSON.stringify({ server: service.url, dataDir: 'data', hubs: [{ family: 'zwave-js', address }] }),
  )
  return startNode([CLI, 'gateway', '--config', file, '--claim', data.claimCode], {
    side: 'anywhere',
    env: { PATH: process.env.PATH },
  })
}

async function adopt({ api }: LatchworkProcess, key: string): Promise<number> {
  const [gateway] = (await api.gateways.list()).data
  const gatewayId = gateway?.gatewayId ?? ''
  await until(async () => {
    const { data } = await api.gateways.get({ params: { gatewayId } })
    return data.locks.some((lock) => lock.key === key && lock.ready)
  })
  const { data } = await api.gateways.adopt({ params: { gatewayId, key }, body: { name: 'Bench' } })
  const params = { smartlockId: data.smartlockId }
  await until(async () => (await api.smartlocks.get({ params })).data.serverState === 0)
  await api.smartlocks.update({ params, body: { remoteUnlock: true } })
  return data.smartlockId
}

/**
 * Done when the event stream tells of the log entry, which is stored together with the proof of the operation: nobody has
 * to poll, and the time is never too short.
 */
async function unlockOnce({ api }: LatchworkProcess, smartlockId: number, stream: Stream): Promise<number> {
  const logged = stream.next()
  let operationId = ''
  const ms = await timed(async () => {
    operationId = (await api.smartlocks.unlock({ params: { smartlockId } })).operationId ?? ''
    await logged
  })
  const { data } = await api.operations.get({ params: { operationId } })
  if (data.status !== 'confirmed')
    throw new Error(`An unlock is ${data.status} after its log entry was stored.`)
  return ms
}

interface Stream {
  /** Resolves with the next entry of a log. */
  next(): Promise<void>
  close(): void
}

async function openStream({ url }: LatchworkProcess): Promise<Stream> {
  const opened = Promise.withResolvers<void>()
  let tell = () => undefined as unknown
  const call = request(
    `${url}/event/stream`,
    { headers: { authorization: `Bearer ${TOKEN}` } },
    (response) => {
      opened.resolve()
      response.setEncoding('utf8')
      response.on('data', (text: string) => text.includes('event: DEVICE_LOGS') && tell())
    },
  )
  call.on('error', opened.reject)
  call.end()
  await opened.promise
  return {
    next: () =>
      new Promise((resolve) => {
        tell = () => resolve()
      }),
    close: () => call.destroy(),
  }
}

/** A client of the Z-Wave server that does what everybody's does. */
async function straightTo(address: string, nodeId: number) {
  const socket = new WebSocket(address)
  const waiting = new Map<string, () => void>()
  let last = 0
  const send = (command: string, rest: object) =>
    new Promise<void>((resolve) => {
      last += 1
      waiting.set(String(last), resolve)
      socket.send(JSON.stringify({ messageId: String(last), command, ...rest }))
    })
  socket.addEventListener('message', ({ data }) => {
    const { messageId } = JSON.parse(String(data)) as { messageId?: string }
    if (messageId !== undefined) waiting.get(messageId)?.()
  })
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  await send('initialize', { schemaVersion: 40 })
  const valueId = { commandClass: 98, endpoint: 0, property: 'targetMode' }
  return {
    unlock: () => send('node.set_value', { nodeId, valueId, value: 0 }),
    close: () => socket.close(),
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function memoryRow(): Promise<Row> {
  const locks = new Map(Array.from({ length: MANY_LOCKS }, (_, i) => [`ipc:${i + 1}`, new FakeLock()]))
  await using house = await openHouse(locks)
  await house.adoptAll()
  await delay(2000)
  const few = await openHouse(new Map([['ipc:1', new FakeLock()]]))
  await few.adoptAll()
  await delay(2000)
  const baseline = residentMb(few.gatewayPid())
  await few[Symbol.asyncDispose]()
  return limitRow(
    {
      part: 'gateway',
      row: `memory of a gateway with ${MANY_LOCKS} connected locks`,
      unit: 'MB',
      ours: residentMb(house.gatewayPid()),
      against: 'with one lock',
      baseline,
    },
    250,
  )
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 10_000; attempt++) {
    if (await holds()) return
    await delay(2)
  }
  throw new Error('Waited in vain.')
}
