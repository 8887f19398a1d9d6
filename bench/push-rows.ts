import { setTimeout as delay } from 'node:timers/promises'
import { openPushBrowser, type PushBrowser } from '../packages/server/test/push-browser.ts'
import { registerLocks } from './fleet.ts'
import type { LatchworkProcess } from './latchwork-process.ts'
import { percentile } from './load.ts'
import type { Pace } from './options.ts'
import { limitRow, type Row } from './row.ts'
import type { Store } from './stores.ts'
import { connectTimedLock, type TimedLock } from './timed-lock.ts'

const UNLOCK = 1
const PUSHES_PER_ROUND = 20
const LONGEST_MS = 2000
/** A push that takes longer than this is lost. */
const LOST_MS = 30_000

/** How long after a lock reported that it was opened the phone of whoever wants to know has it, sealed for it. */
export async function pushRow(
  { engine }: Store,
  service: LatchworkProcess,
  pace: Pace,
  freeIndex: number,
): Promise<Row> {
  const closers: (() => unknown)[] = []
  const browser = await subscribe(service, { after: (close) => closers.push(close) })
  const [registered] = await registerLocks(service, freeIndex, 1)
  if (!registered) throw new Error('No lock was registered.')
  const { smartlockId } = registered
  const lock = await connectTimedLock(service.brokerUrl, registered)
  await untilOnline(service, smartlockId)
  // The first one loads what seals them.
  await pushOnce(service, lock, smartlockId, browser)
  const trips: Trip[] = []
  for (let i = 0; i < pace.rounds * PUSHES_PER_ROUND; i++)
    trips.push(await pushOnce(service, lock, smartlockId, browser))
  await lock.stop()
  await Promise.all(closers.map((close) => close()))
  if (browser.problems.length > 0) throw new Error(browser.problems[0])
  // One for each report: a second one would pass for the first of the next.
  if (browser.alerts.length !== trips.length + 1) throw new Error('Not one push for each report.')
  const pushed = trips.map((trip) => trip.pushed)
  return limitRow(
    {
      part: 'webhooks',
      row: 'report of a lock → push is sent, p99',
      engine,
      concurrency: 1,
      unit: 'ms',
      ours: percentile(pushed, 0.99),
      against: 'the report is stored',
      baseline: percentile(
        trips.map((trip) => trip.stored),
        0.99,
      ),
      detail: { samples: trips.length, p50: percentile(pushed, 0.5) },
    },
    LONGEST_MS,
  )
}

async function subscribe(
  { api }: LatchworkProcess,
  t: Parameters<typeof openPushBrowser>[0],
): Promise<PushBrowser> {
  const { publicKey } = (await api.alerts.pushKey()).data
  const browser = await openPushBrowser(t, async () => publicKey)
  await api.alerts.choose({
    body: { rules: [{ kinds: ['opened'] }], offlineMinutes: 15, timeZone: 'UTC' },
  })
  await api.alerts.addChannel({ body: { kind: 'push', name: 'Phone', ...browser.subscription } })
  return browser
}

/** Milliseconds since the lock sent its report. */
interface Trip {
  readonly stored: number
  readonly pushed: number
}

/** The lock reports as soon as it has the command. */
async function pushOnce(
  { api }: LatchworkProcess,
  lock: TimedLock,
  smartlockId: number,
  { alerts }: PushBrowser,
): Promise<Trip> {
  const before = alerts.length
  const { commanded, stored } = lock.next()
  await api.smartlocks.action({ params: { smartlockId }, body: { action: UNLOCK } })
  const reportedAt = await commanded
  while (alerts.length === before) {
    if (performance.now() - reportedAt > LOST_MS) throw new Error('A push was lost.')
    await delay(1)
  }
  const pushed = performance.now() - reportedAt
  return { pushed, stored: (await stored) - reportedAt }
}

async function untilOnline({ api }: LatchworkProcess, smartlockId: number): Promise<void> {
  while ((await api.smartlocks.get({ params: { smartlockId } })).data.serverState !== 0) await delay(20)
}
