import { nukiMqttFamily } from '../packages/gateway/src/families/nuki/index.ts'
import { KEY, ownBroker, startNukiLock } from '../packages/gateway/test/nuki/partner.ts'
import { RecordingSink, realTools } from '../packages/gateway/test/recording-sink.ts'
import { freePort } from './free-port.ts'
import { inTurn, percentile } from './load.ts'
import type { Pace } from './options.ts'
import type { Progress } from './progress.ts'
import { startRawRoundTrip } from './raw-round-trip.ts'
import { growthRow, type Row } from './row.ts'
import type { Store } from './stores.ts'

const MOVEMENT_MS = 20
const ORDER_MS = 9000
const [UNLOCK, LOCK] = [1, 2]

/**
 * An order to a lock that speaks the topics of its maker, at the broker of the gateway: from the gateway's order until the
 * lock has answered and stands there, against two raw round trips and what the lock itself took.
 */
export async function nukiRows(_store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  progress('orders to a Nuki lock by MQTT')
  const port = await freePort()
  const end = new AbortController()
  const sink = new RecordingSink()
  const family = nukiMqttFamily(ownBroker(port), realTools())
  family.open(sink, end.signal)
  await sink.until(() => sink.hub.includes('up'))
  const { core, face } = await startNukiLock(port, { movementMs: MOVEMENT_MS, keepaliveSeconds: 60 })
  const own: number[] = []
  let begunAt = 0
  core.shownBy({
    begins: () => {
      begunAt = performance.now()
    },
    shows: () => undefined,
    ends: () => own.push(performance.now() - begunAt),
  })
  await sink.until(() => sink.presences.get(KEY) === true)
  const raw = await startRawRoundTrip()
  let ordered = 0
  const order = async () => {
    const action = ordered++ % 2 === 0 ? UNLOCK : LOCK
    const startedAt = performance.now()
    const answer = await family.act(KEY, { action, deadline: Date.now() + ORDER_MS }, end.signal)
    if (answer.answer !== 'proven') throw new Error(`An order is ${answer.answer}.`)
    sink.forget()
    return performance.now() - startedAt
  }
  const repeat = async (measure: () => Promise<number>) => {
    const results: number[] = []
    for (let i = 0; i < pace.roundTripsPerRound; i++) results.push(await measure())
    return results
  }
  await repeat(order)
  await repeat(raw.measure)
  own.length = 0
  const { orders, raws } = await inTurn<'orders' | 'raws', number[]>(pace.rounds, {
    orders: () => repeat(order),
    raws: () => repeat(raw.measure),
  })
  await face.stop()
  end.abort()
  await raw.stop()
  return [rowOf(orders.flat(), raws.flat(), own)]
}

function rowOf(orders: number[], raws: number[], own: number[]): Row {
  const [rawMs, ownMs] = [percentile(raws, 0.5), percentile(own, 0.5)]
  return growthRow(
    {
      part: 'nuki',
      row: 'order → proven on a Nuki lock by MQTT, p50',
      concurrency: 1,
      unit: 'ms',
      ours: percentile(orders, 0.5),
      against: "2 × raw MQTT round trip + the lock's own time",
      baseline: 2 * rawMs + ownMs,
      detail: { samples: orders.length, rawMs, ownMs },
    },
    1,
  )
}
