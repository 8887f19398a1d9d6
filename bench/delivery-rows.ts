import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient } from '@latchwork/sdk'
import {
  type Received,
  type Receiver,
  startReceiver,
  TEST_CA_FILE,
} from '../packages/server/test/webhook-receiver.ts'
import { registerLocks } from './fleet.ts'
import { type Api, type LatchworkProcess, type Storage, startLatchwork } from './latchwork-process.ts'
import { inTurn, median, percentile } from './load.ts'
import type { Pace } from './options.ts'
import { type Poster, startKeeper, startPoster } from './poster.ts'
import { cpuSeconds, newDirectory } from './processes.ts'
import type { Progress } from './progress.ts'
import { pushRow } from './push-rows.ts'
import { type Row, ratioRow } from './row.ts'
import type { Store } from './stores.ts'

const AIM_OF_UNDICI = 0.85
/** More locks than posts to one webhook at a time: the order per lock is then no limit. */
const LOCKS = 32
/** What the service posts to one webhook at a time. */
const POSTS_AT_A_TIME = 8
const ENDPOINTS = 100
const ENDPOINTS_PER_KEY = 20
const AGAINST = 'bare undici'
const KEEPER = 'a bare loop that signs and keeps the same'

interface Site {
  readonly storage: Storage
  readonly service: LatchworkProcess
  readonly receiver: Receiver
  readonly locks: readonly number[]
  readonly stop: () => Promise<void>
}

/** Deliveries to a TLS receiver against a bare undici loop that posts the same bytes to it. */
export async function deliveryRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  const site = await openSite(store)
  const { service, receiver } = site
  await subscribe(service.api, receiver.url)
  await rename(site, 0, 'First')
  const message = await arrival(receiver, (one) => one.payload.name === 'First')
  const poster = await posterOf([receiver.url], message)
  progress(`${store.engine}: deliveries a second`)
  const rows = await throughputRows(store, site, { poster, keeper: await keeperOf(site, message) }, pace)
  progress(`${store.engine}: from the event to the receiver`)
  rows.push(...(await latencyRows(store, site, poster, pace)))
  await poster.stop()
  progress(`${store.engine}: from the report of a lock to a phone`)
  rows.push(await pushRow(store, service, pace, LOCKS))
  progress(`${store.engine}: one event to ${ENDPOINTS} webhooks`)
  rows.push(await fanOutRow(store, site, message, pace))
  await site.stop()
  return rows
}

async function openSite(store: Store): Promise<Site> {
  const closers: (() => unknown)[] = []
  const receiver = await startReceiver({ after: (close) => closers.push(close) })
  const storage = await store.newStorage()
  const service = await startLatchwork(storage, {
    env: { LATCHWORK_OUTBOUND_NETWORKS: '127.0.0.0/8', LATCHWORK_OUTBOUND_CA_FILE: TEST_CA_FILE },
  })
  const locks = (await registerLocks(service, 0, LOCKS)).map(({ smartlockId }) => smartlockId)
  return {
    storage,
    service,
    receiver,
    locks,
    stop: async () => {
      await service.stop()
      await Promise.all(closers.map((close) => close()))
    },
  }
}

const subscribe = (api: Api, webhookUrl: string) =>
  api.webhooks.register({ body: { webhookUrl, webhookFeatures: ['DEVICE_MASTERDATA'] } })

const rename = ({ service, locks }: Site, lock: number, name: string) =>
  service.api.smartlocks.update({ params: { smartlockId: locks[lock % LOCKS] as number }, body: { name } })

type Copied = Pick<Received, 'headers' | 'body'>

function orderOf(urls: string[], { headers, body }: Copied) {
  const { host: _host, connection: _connection, 'content-length': _length, ...sent } = headers
  return { urls, headers: sent as Record<string, string>, body, caFile: TEST_CA_FILE }
}

const posterOf = (urls: string[], message: Copied): Promise<Poster> => startPoster(orderOf(urls, message))

/** Resolves with the first message from now on that fits. */
function arrival(receiver: Receiver, fits: (message: Received) => boolean): Promise<Received> {
  return new Promise((resolve) => onMessages(receiver, (message) => fits(message) && resolve(message)))
}

function onMessages(receiver: Receiver, look: (message: Received) => unknown): void {
  receiver.messages.length = 0
  receiver.answer = (message, response: ServerResponse) => {
    response.end()
    look(message)
  }
}

/** On a copy of the service's store; only SQLite is a file that can be copied. */
async function keeperOf(
  { storage, receiver }: Site,
  { headers, body }: Received,
): Promise<Poster | undefined> {
  if (storage.databaseUrl) return undefined
  const file = join(newDirectory(), 'copy.db')
  const original = new DatabaseSync(join(storage.dataDir, 'latchwork.db'), { readOnly: true })
  original.prepare('vacuum into ?').run(file)
  original.close()
  const order = { ...orderOf([receiver.url], { headers, body }), file }
  return startKeeper({ ...order, secret: randomBytes(30).toString('base64') })
}

interface Posters {
  readonly poster: Poster
  readonly keeper: Poster | undefined
}

interface Rate {
  readonly perSecond: number
  /** Cpu time of the process that posts, for each of them. */
  readonly micros: number
}

/** What waited for a webhook that was away goes out at once when it is back: nothing but delivering is measured. */
async function throughputRows(store: Store, site: Site, posters: Posters, pace: Pace): Promise<Row[]> {
  const { deliveries: posts } = pace
  const { poster, keeper } = posters
  const rateOf = (loop: Poster) => {
    onMessages(site.receiver, () => undefined)
    return measured(loop.pid, posts, () => loop.run({ posts, concurrency: POSTS_AT_A_TIME }))
  }
  const rates = await inTurn(pace.rounds, {
    ours: () => deliverBacklog(site, posts),
    keeper: async () => (keeper ? rateOf(keeper) : undefined),
    baseline: () => rateOf(poster),
  })
  await keeper?.stop()
  const [ours, kept, bare] = [rates.ours, rates.keeper, rates.baseline].map(known) as [Rate[], Rate[], Rate[]]
  const rows = [rateRow(store, 'webhook deliveries', ours, { against: AGAINST, of: bare }, AIM_OF_UNDICI)]
  if (kept.length === 0) return rows
  // What the machine leaves of bare undici once the work of a delivery is done at all.
  return [
    ...rows,
    rateRow(store, 'webhook deliveries, of what is possible', ours, { against: KEEPER, of: kept }),
    rateRow(store, KEEPER, kept, { against: AGAINST, of: bare }),
  ]
}

const known = (rates: readonly (Rate | undefined)[]): Rate[] => rates.filter((rate) => rate !== undefined)

async function measured(pid: number, count: number, work: () => Promise<unknown>): Promise<Rate> {
  const cpuBefore = cpuSeconds(pid)
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  return { perSecond: count / seconds, micros: ((cpuSeconds(pid) - cpuBefore) * 1e6) / count }
}

function rateRow(
  { engine }: Store,
  row: string,
  ours: readonly Rate[],
  { against, of }: { against: string; of: readonly Rate[] },
  aim?: number,
): Row {
  const labels = { part: 'webhooks', engine, concurrency: POSTS_AT_A_TIME, unit: 'req/s' } as const
  const [rate, baseline] = [ours, of].map((rates) => median(rates.map(({ perSecond }) => perSecond)))
  const [micros, bare] = [ours, of].map((rates) => median(rates.map((one) => one.micros)).toFixed(0))
  const note = `cpu for each: ${micros} µs against ${bare} µs`
  return ratioRow({ ...labels, row, against, ours: rate as number, baseline: baseline as number, note }, aim)
}

async function deliverBacklog(site: Site, count: number): Promise<Rate> {
  const { service, receiver } = site
  receiver.answer = (_message, response) => response.writeHead(410).end()
  await rename(site, 0, `Gone ${performance.now()}`.slice(0, 32))
  await untilStatus(service.api, 'DEACTIVATED')
  let next = 0
  const renameSome = async () => {
    while (next < count) await rename(site, next, `Backlog ${next++} ${Math.random()}`.slice(0, 32))
  }
  await Promise.all(Array.from({ length: LOCKS }, renameSome))
  const seen = new Set<string>()
  const all = Promise.withResolvers<void>()
  onMessages(receiver, ({ id }) => seen.add(id).size === count && all.resolve())
  return measured(service.pid, count, async () => {
    await subscribe(service.api, receiver.url)
    await all.promise
  })
}

async function untilStatus(api: Api, status: string): Promise<void> {
  while ((await api.webhooks.list()).data[0]?.status !== status)
    await new Promise((next) => setTimeout(next, 5))
}

/** One event at a time, from sending the change to the receiver having its event. */
async function latencyRows(store: Store, site: Site, poster: Poster, pace: Pace): Promise<Row[]> {
  const posts = pace.roundTripsPerRound
  const times = await inTurn(pace.rounds, {
    ours: async () => {
      const taken: number[] = []
      for (let i = 0; i < posts; i++) taken.push(await timeOne(site, i))
      return taken
    },
    baseline: async () => (await poster.run({ posts, concurrency: 1 })).postMs,
  })
  const labels = {
    part: 'webhooks',
    engine: store.engine,
    concurrency: 1,
    unit: 'ms',
    against: AGAINST,
  } as const
  return ([50, 99] as const).map((share) =>
    ratioRow({
      ...labels,
      row: `change → webhook has its event, p${share}`,
      ours: percentile(times.ours.flat(), share / 100),
      baseline: percentile(times.baseline.flat(), share / 100),
    }),
  )
}

async function timeOne(site: Site, index: number): Promise<number> {
  const name = `One ${index} ${Math.random()}`.slice(0, 32)
  const arrived = arrival(site.receiver, (message) => message.payload.name === name)
  const startedAt = performance.now()
  await Promise.all([rename(site, index, name), arrived])
  return performance.now() - startedAt
}

/** One change of one lock, until the last of a hundred webhooks has its event. */
async function fanOutRow(store: Store, site: Site, message: Received, pace: Pace): Promise<Row> {
  const urls = Array.from({ length: ENDPOINTS }, (_, i) => `${site.receiver.url}/${i}`)
  for (const webhook of (await site.service.api.webhooks.list()).data)
    await site.service.api.webhooks.remove({ params: { id: webhook.id } })
  for (let i = 0; i < ENDPOINTS; i += ENDPOINTS_PER_KEY) {
    const api = await newKey(site.service)
    for (const url of urls.slice(i, i + ENDPOINTS_PER_KEY)) await subscribe(api, url)
  }
  const poster = await posterOf(urls, message)
  const run = { posts: ENDPOINTS, concurrency: ENDPOINTS }
  const ours = async () => {
    const name = `All ${Math.random()}`
    let count = 0
    const all = arrival(site.receiver, ({ payload }) => payload.name === name && ++count === ENDPOINTS)
    const startedAt = performance.now()
    await Promise.all([rename(site, 0, name), all])
    return performance.now() - startedAt
  }
  const baseline = async () => (await poster.run(run)).ms
  // Both open their connections before they are measured.
  await ours()
  await baseline()
  const times = await inTurn(pace.rounds * 3, { ours, baseline })
  await poster.stop()
  return ratioRow({
    part: 'webhooks',
    row: `change → ${ENDPOINTS} webhooks have its event`,
    engine: store.engine,
    unit: 'ms',
    ours: median(times.ours),
    against: AGAINST,
    baseline: median(times.baseline),
  })
}

async function newKey({ api, url }: LatchworkProcess): Promise<Api> {
  const { data: key } = await api.apiKeys.create()
  const { data: token } = await api.apiKeys.createToken({ params: { apiKeyId: key.apiKeyId } })
  return createClient({ baseUrl: url, token: token.accessToken as string })
}
