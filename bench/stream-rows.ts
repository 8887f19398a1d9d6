import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { registerLocks } from './fleet.ts'
import { type LatchworkProcess, startLatchwork } from './latchwork-process.ts'
import { percentile } from './load.ts'
import type { Pace } from './options.ts'
import type { Progress } from './progress.ts'
import { type Row, ratioRow } from './row.ts'
import type { Store } from './stores.ts'

const STREAMS_PER_TOKEN = 5
const EVENTS_PER_SECOND = 100
const MARK = Buffer.from('"name":"E')

/** A stream that notes when which event arrived. */
interface Streamed {
  readonly socket: Socket
  readonly arrivals: { index: number; at: number }[]
}

/** A hundred events a second to a thousand streams, against the same events to one. */
export async function streamRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  const service = await startLatchwork(await store.newStorage())
  const [lock] = await registerLocks(service, 0, 1)
  const smartlockId = lock?.smartlockId as number
  const tokens = await newTokens(service, Math.ceil(pace.streams / STREAMS_PER_TOKEN))
  const [first] = tokens
  const one = [await openStream(service.url, first as string)]
  progress(`${store.engine}: events to one stream`)
  await timeEvents(service, smartlockId, one, pace.warmUpSeconds)
  const alone = {
    p99: await timeEvents(service, smartlockId, one, pace.windowSeconds),
    mb: service.residentMb(),
  }
  for (const { socket } of one) socket.destroy()
  progress(`${store.engine}: events to ${pace.streams} streams`)
  const many: Streamed[] = []
  for (let i = 0; i < pace.streams; i++)
    many.push(await openStream(service.url, tokens[Math.floor(i / STREAMS_PER_TOKEN)] as string))
  await timeEvents(service, smartlockId, many, pace.warmUpSeconds)
  const all = {
    p99: await timeEvents(service, smartlockId, many, pace.windowSeconds),
    mb: service.residentMb(),
  }
  for (const { socket } of many) socket.destroy()
  await service.stop()
  const labels = { part: 'streams', engine: store.engine, against: '1 stream' } as const
  const count = `${pace.streams} event streams, ${EVENTS_PER_SECOND} events/s`
  return [
    ratioRow({
      ...labels,
      row: `${count}: change → client, p99`,
      unit: 'ms',
      ours: all.p99,
      baseline: alone.p99,
    }),
    ratioRow({ ...labels, row: `${count}: memory`, unit: 'MB', ours: all.mb, baseline: alone.mb }),
  ]
}

async function newTokens({ api }: LatchworkProcess, count: number): Promise<string[]> {
  const { data: key } = await api.apiKeys.create()
  const tokens: string[] = []
  for (let i = 0; i < count; i++) {
    const { data } = await api.apiKeys.createToken({ params: { apiKeyId: key.apiKeyId } })
    tokens.push(data.accessToken as string)
  }
  return tokens
}

/** A socket and nothing else: a thousand clients with a parser each would measure the clients. */
async function openStream(url: string, token: string): Promise<Streamed> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  const streamed: Streamed = { socket, arrivals: [] }
  const opened = Promise.withResolvers<void>()
  socket.on('error', opened.reject)
  socket.on('data', (chunk: Buffer) => {
    opened.resolve()
    const at = performance.now()
    for (let from = chunk.indexOf(MARK); from !== -1; from = chunk.indexOf(MARK, from + 1)) {
      const begin = from + MARK.length
      streamed.arrivals.push({
        index: Number(chunk.toString('latin1', begin, chunk.indexOf('"', begin))),
        at,
      })
    }
  })
  socket.write(`GET /event/stream HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  await opened.promise
  return streamed
}

let events = 0

/** The time from sending a change to having its event, which 99 of 100 clients and events do not exceed. */
async function timeEvents(
  { api }: LatchworkProcess,
  smartlockId: number,
  streams: readonly Streamed[],
  seconds: number,
): Promise<number> {
  const sentAt = new Map<number, number>()
  const calls: Promise<unknown>[] = []
  for (const { arrivals } of streams) arrivals.length = 0
  const startedAt = performance.now()
  for (let i = 0; i < seconds * EVENTS_PER_SECOND; i++) {
    await delay(Math.max(startedAt + (1000 * i) / EVENTS_PER_SECOND - performance.now(), 0))
    const index = events++
    sentAt.set(index, performance.now())
    calls.push(api.smartlocks.update({ params: { smartlockId }, body: { name: `E${index}` } }))
  }
  await Promise.all(calls)
  await untilAllArrived(streams, sentAt.size)
  const taken = streams.flatMap(({ arrivals }) =>
    arrivals.map(({ index, at }) => at - (sentAt.get(index) as number)),
  )
  return percentile(taken, 0.99)
}

async function untilAllArrived(streams: readonly Streamed[], count: number): Promise<void> {
  const giveUpAt = performance.now() + 30_000
  while (streams.some(({ arrivals }) => arrivals.length < count)) {
    if (performance.now() > giveUpAt) throw new Error('Some events did not reach every stream.')
    await delay(20)
  }
}
