import { type Platform, systemContext } from '../../../../platform/context.ts'
import type { Db } from '../../../../platform/store/database.ts'
import { pauseMs } from '../rules.ts'
import * as store from '../store.ts'
import { CONCURRENCY, type Lease, runEndpoint } from './endpoint-run.ts'
import { Turns } from './turns.ts'

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
/** Accounts served at a time by one central webhook: it is one receiver, and one that hangs must not take all places. */
const MAX_RUNS_PER_KEY = 8
/** How long posts under way get to end when the service stops. */
const STOP_MS = 3000

export interface DeliveryEngine {
  start(): Promise<void>
  stop(): Promise<void>
}

interface Run {
  isFailing: boolean
  /** The advanced key of a central webhook. */
  centralKeyId: number | null
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
  /** How many times in a row an endpoint could not be served. */
  const failures = new Map<number, number>()
  /** Posts to one central webhook at a time; kept while an account of it is served. */
  const turns = new Map<number, Turns>()
  let looking: Promise<void> | undefined
  let again = false
  let stopped = false
  let cancelPoll = () => {}
  let cancelRenewal = () => {}
  let accessVersion = 0
  let unlisten = () => {}

  async function claim(isFailing: boolean): Promise<boolean> {
    const taken = [...runs.values()].filter((run) => run.isFailing === isFailing).length
    const places = (isFailing ? MAX_FAILING_RUNS : MAX_RUNS) - taken
    const limit = Math.min(places, CLAIM_BATCH)
    const now = platform.clock.now()
    // A run of our own is left to end even when its lease ran out under it: two would post the same at once.
    const wanted = { owner, now, leasedUntil: now + LEASE_MS, isFailing, limit, except: [...runs.keys()] }
    const exceptKeys = [...turns.keys()].filter((key) => runsOf(key) >= MAX_RUNS_PER_KEY)
    if (limit <= 0 || !(await store.hasDue(db, { ...wanted, exceptKeys }))) return false
    const claimed = await store.claim(db, platform.engine, { ...wanted, exceptKeys })
    const tooMany: number[] = []
    for (const endpoint of claimed) {
      const key = endpoint.central_key_id
      if (key === null || runsOf(key) < MAX_RUNS_PER_KEY) serve(endpoint, wanted.leasedUntil)
      else tooMany.push(endpoint.endpoint_id)
    }
    if (tooMany.length > 0) await store.releaseAll(db, owner, tooMany)
    return claimed.length === limit
  }

  const runsOf = (key: number) => [...runs.values()].filter((run) => run.centralKeyId === key).length

  /** One central webhook is one receiver, whichever accounts it is served for. */
  function turnsOf(key: number | null): Turns {
    const own = (key !== null && turns.get(key)) || new Turns(CONCURRENCY)
    if (key !== null) turns.set(key, own)
    return own
  }

  function serve(endpoint: store.EndpointRow, leasedUntil: number): void {
    const id = endpoint.endpoint_id
    const centralKeyId = endpoint.central_key_id
    const isFailing = endpoint.failing_since !== null
    const run: Run = { isFailing, centralKeyId, leasedUntil, done: Promise.resolve() }
    const own = turnsOf(centralKeyId)
    const lease: Lease = {
      owner,
      inTurn: (post) => own.take(post),
      mayPost: () => !stopped && run.leasedUntil - platform.clock.now() > LEASE_MARGIN_MS,
      isStopping: () => stopped,
      accessVersion: () => accessVersion,
    }
    runs.set(id, run)
    run.done = runEndpoint(ctx, endpoint, lease)
      .then(() => {
        failures.delete(id)
      })
      .catch((error: unknown) => pause(id, error))
      .finally(() => {
        runs.delete(id)
        if (centralKeyId !== null && runsOf(centralKeyId) === 0) turns.delete(centralKeyId)
        // What came after the last look at the log found the endpoint taken.
        look()
      })
  }

  /** Something is wrong on our side, such as a secret that cannot be opened: trying at once again would not help. */
  async function pause(webhookId: number, error: unknown): Promise<void> {
    const times = (failures.get(webhookId) ?? 0) + 1
    failures.set(webhookId, times)
    platform.metrics.webhookAttempts.inc({ result: 'error' })
    platform.log.error({ err: error, webhookId, times }, 'delivering to a webhook failed')
    await store
      .rest(db, owner, webhookId, platform.clock.now() + pauseMs(times))
      .catch((reason: unknown) => platform.log.warn({ err: reason, webhookId }, 'the lease has to run out'))
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
      const stopListening = [
        platform.wake.listen('event', look),
        platform.wake.listen('credential', () => {
          accessVersion += 1
        }),
      ]
      unlisten = () => {
        for (const stop of stopListening) stop()
      }
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
