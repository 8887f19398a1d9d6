import { type Platform, systemContext } from '../../platform/context.ts'
import type { Db } from '../../platform/database.ts'
import { type Lease, runEndpoint } from './endpoint-run.ts'
import * as store from './store.ts'

/** The safety net when a wake-up was lost, and the grain of the retry schedule. */
const POLL_MS = 1000
/** When a process dies, another one goes on after this. */
const LEASE_MS = 20_000
const RENEW_MS = 5000
/** Longer than an attempt can take: no attempt begins that could outlast the lease. */
const LEASE_MARGIN_MS = 12_000
/** Endpoints served at a time. Those that fail wait for time-outs most of the time and must not take all places. */
const MAX_RUNS = 512
const MAX_FAILING_RUNS = 256
const CLAIM_BATCH = 100
/** How long posts under way get to end when the service stops. */
const STOP_MS = 3000

export interface DeliveryEngine {
  start(): Promise<void>
  stop(): Promise<void>
}

interface Run {
  isFailing: boolean
  leasedUntil: number
  done: Promise<void>
}

/**
 * Reads the event log for every webhook and posts what is new. Each endpoint is served by one process at a time and on
 * its own, so that one that hangs delays nobody else.
 */
export function createDeliveryEngine(platform: Platform, db: Db): DeliveryEngine {
  const ctx = systemContext(platform, db, 0)
  const owner = platform.ids.random()
  const runs = new Map<number, Run>()
  let looking: Promise<void> | undefined
  let again = false
  let stopped = false
  let cancelPoll = () => {}
  let cancelRenewal = () => {}
  let unlisten = () => {}

  async function claim(isFailing: boolean): Promise<boolean> {
    const taken = [...runs.values()].filter((run) => run.isFailing === isFailing).length
    const places = (isFailing ? MAX_FAILING_RUNS : MAX_RUNS) - taken
    const limit = Math.min(places, CLAIM_BATCH)
    const now = platform.clock.now()
    // A run of our own is left to end even when its lease ran out under it: two would post the same at once.
    const wanted = { owner, now, leasedUntil: now + LEASE_MS, isFailing, limit, except: [...runs.keys()] }
    if (limit <= 0 || !(await store.hasDue(db, wanted))) return false
    const claimed = await store.claim(db, platform.engine, wanted)
    for (const endpoint of claimed) serve(endpoint, wanted.leasedUntil)
    return claimed.length === limit
  }

  function serve(endpoint: store.EndpointRow, leasedUntil: number): void {
    const id = endpoint.endpoint_id
    const run: Run = { isFailing: endpoint.failing_since !== null, leasedUntil, done: Promise.resolve() }
    const lease: Lease = {
      owner,
      mayPost: () => !stopped && run.leasedUntil - platform.clock.now() > LEASE_MARGIN_MS,
      isStopping: () => stopped,
    }
    runs.set(id, run)
    run.done = runEndpoint(ctx, endpoint, lease)
      .catch((error: unknown) =>
        platform.log.error({ err: error, webhookId: id }, 'delivering to a webhook failed'),
      )
      .finally(() => {
        runs.delete(id)
        // What came after the last look at the log found the endpoint taken.
        look()
      })
  }

  /** One look at a time; a wake-up during a look makes another one follow. */
  function look(): void {
    again = true
    if (stopped || looking !== undefined) return
    cancelPoll()
    looking = (async () => {
      while (again && !stopped) {
        again = false
        const hasMore = await claim(false)
        if ((await claim(true)) || hasMore) again = true
      }
    })()
      .catch((error: unknown) => platform.log.error({ err: error }, 'looking for deliveries failed'))
      .finally(() => {
        looking = undefined
        if (!stopped) cancelPoll = platform.clock.after(POLL_MS, look, () => store.nextRetry(db))
      })
  }

  async function renew(): Promise<void> {
    const leasedUntil = platform.clock.now() + LEASE_MS
    const ids = [...runs.keys()]
    if (ids.length === 0) return
    for (const { endpoint_id } of await store.renewLeases(db, owner, ids, leasedUntil)) {
      const run = runs.get(endpoint_id)
      if (run) run.leasedUntil = leasedUntil
    }
  }

  const whileRunning = async () => (runs.size > 0 ? platform.clock.now() : undefined)

  function renewLater(): void {
    cancelRenewal = platform.clock.after(
      RENEW_MS,
      () => {
        renew()
          .catch((error: unknown) => platform.log.warn({ err: error }, 'webhook leases could not be renewed'))
          .finally(() => {
            if (!stopped) renewLater()
          })
      },
      whileRunning,
    )
  }

  return {
    async start() {
      if (platform.engine === 'sqlite') await store.clearLeases(db)
      unlisten = platform.wake.listen('event', look)
      renewLater()
      look()
    },
    async stop() {
      stopped = true
      unlisten()
      cancelPoll()
      cancelRenewal()
      await looking
      const all = Promise.all([...runs.values()].map((run) => run.done))
      const timer = setTimeout(() => void platform.outbound.close(), STOP_MS)
      await all
      clearTimeout(timer)
      await platform.outbound.close()
    },
  }
}
