import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { registerLocks } from './fleet.ts'
import { type LatchworkProcess, startLatchwork, TOKEN } from './latchwork-process.ts'
import { inTurn, percentile } from './load.ts'
import type { Pace } from './options.ts'
import type { Progress } from './progress.ts'
import { startRawRoundTrip } from './raw-round-trip.ts'
import { growthRow, limitRow, type Row } from './row.ts'
import type { Store } from './stores.ts'
import { connectTimedLock, type TimedLock } from './timed-lock.ts'

/** Milliseconds since the request was sent. */
interface Trip {
  readonly accepted: number
  readonly commanded: number
  readonly confirmed: number
}

/** One unlock at a time, from the request to the lock's proof, against a raw round trip through the same broker. */
export async function roundTripRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  progress(`${store.engine}: unlock end to end, one at a time`)
  const service = await startLatchwork(await store.newStorage())
  const raw = await startRawRoundTrip()
  const [registered] = await registerLocks(service, 0, 1)
  if (!registered) throw new Error('No lock was registered.')
  const lock = await connectTimedLock(service.brokerUrl, registered)
  await untilReported(service, registered.smartlockId)
  const agent = new Agent({ keepAlive: true })
  const ours = () => unlockOnce(service, lock, registered.smartlockId, agent)
  const repeat = async <T>(measure: () => Promise<T>, times: number): Promise<T[]> => {
    const results: T[] = []
    for (let i = 0; i < times; i++) results.push(await measure())
    return results
  }
  await repeat(ours, pace.roundTripsPerRound)
  await repeat(raw.measure, pace.roundTripsPerRound)
  const { trips, raws } = await inTurn<'trips' | 'raws', Trip[] | number[]>(pace.rounds, {
    trips: () => repeat(ours, pace.roundTripsPerRound),
    raws: () => repeat(raw.measure, pace.roundTripsPerRound),
  })
  agent.destroy()
  await Promise.all([lock.stop(), raw.stop()])
  await service.stop()
  return rowsOf(store, trips.flat() as Trip[], raws.flat() as number[])
}

const QUANTILES = { p50: 0.5, p99: 0.99 }
/** Against the raw round trip on SQLite; on PostgreSQL a commit goes over a socket and back, several times. */
const MOST_TIMES_RAW = 12
const MOST_MS_ON_POSTGRES = 15

function rowsOf({ engine }: Store, trips: readonly Trip[], raws: readonly number[]): Row[] {
  const rowOf = (row: string, times: readonly number[], share: number) => ({
    part: 'round-trip',
    row,
    engine,
    concurrency: 1,
    unit: 'ms' as const,
    ours: percentile(times, share),
    against: 'raw MQTT round trip',
    baseline: percentile(raws, share),
    detail: { samples: times.length },
  })
  const confirmed = trips.map((trip) => trip.confirmed)
  const middle = rowOf('HTTP unlock → confirmed, p50', confirmed, QUANTILES.p50)
  const steps = {
    'HTTP unlock → answer': trips.map((trip) => trip.accepted),
    'HTTP unlock → lock has the command': trips.map((trip) => trip.commanded),
  }
  return [
    ...Object.entries(steps).flatMap(([row, times]) =>
      Object.entries(QUANTILES).map(([name, share]) => limitRow(rowOf(`${row}, ${name}`, times, share))),
    ),
    engine === 'SQLite' ? growthRow(middle, MOST_TIMES_RAW) : limitRow(middle, MOST_MS_ON_POSTGRES),
    limitRow(rowOf('HTTP unlock → confirmed, p99', confirmed, QUANTILES.p99)),
  ]
}

/**
 * The service tells the lock that its log entry is stored. That is the moment the operation is confirmed, because both
 * are one transaction, plus the way to the lock: nobody has to poll, and the time is never too short.
 */
async function unlockOnce(
  service: LatchworkProcess,
  lock: TimedLock,
  smartlockId: number,
  agent: Agent,
): Promise<Trip> {
  const { commanded, stored } = lock.next()
  const startedAt = performance.now()
  const answer = await post(`${service.url}/smartlock/${smartlockId}/action/unlock`, agent)
  const [commandedAt, storedAt] = await Promise.all([commanded, stored])
  const operationId = answer.operationId ?? ''
  const { data } = await service.api.operations.get({ params: { operationId } })
  if (data.status !== 'confirmed')
    throw new Error(`An operation is ${data.status} after its log entry was stored.`)
  await untilFree(service, smartlockId)
  return {
    accepted: answer.at - startedAt,
    commanded: commandedAt - startedAt,
    confirmed: storedAt - startedAt,
  }
}

function post(url: string, agent: Agent): Promise<{ at: number; operationId: string | undefined }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${TOKEN}` }
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      const at = performance.now()
      response.resume()
      if (response.statusCode === 204) {
        response.once('end', () => resolve({ at, operationId: response.headers['operation-id'] as string }))
      } else reject(new Error(`An unlock was answered with ${response.statusCode}.`))
    })
    call.once('error', reject)
    call.end()
  })
}

const untilFree = (service: LatchworkProcess, smartlockId: number) =>
  until(service, smartlockId, (lock) => lock.operationId === undefined)

const untilReported = (service: LatchworkProcess, smartlockId: number) =>
  until(service, smartlockId, (lock) => lock.serverState === 0 && lock.state !== undefined)

type Lock = Awaited<ReturnType<LatchworkProcess['api']['smartlocks']['get']>>['data']

async function until(
  service: LatchworkProcess,
  smartlockId: number,
  holds: (lock: Lock) => boolean,
): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const { data } = await service.api.smartlocks.get({ params: { smartlockId } })
    if (holds(data)) return
    await delay(2)
  }
  throw new Error('The lock did not become ready.')
}
