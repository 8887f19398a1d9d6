import { type Platform, systemContext } from '../../../../platform/context.ts'
import type { Db, Engine } from '../../../../platform/store/database.ts'
import { type Hold, type QueueStore, WorkQueue } from '../../../../platform/work/queue.ts'
import { createTurns, type Turns } from '../../../../platform/work/turns.ts'
import { createSubscribed } from '../../subscribed.ts'
import { pauseMs } from '../rules.ts'
import type { EndpointRow } from '../store.ts'
import { CONCURRENCY } from './batch.ts'
import * as store from './lease-store.ts'
import { runEndpoint } from './post-events.ts'
import type { Lease } from './progress.ts'

/** When a process dies, another one goes on after this. */
const LEASE_MS = 20_000
const RENEW_MS = 5000
/** Longer than an attempt can take: none begins that could outlast the lease. */
const ATTEMPT_MS = 12_000
/** Endpoints served at a time. Those that fail wait for time-outs most of the time and must not take all places. */
const PLACES = { healthy: 512, failing: 256 }
const CLAIM_BATCH = 100
/** Accounts served at a time by one central webhook: it is one receiver, and one that hangs must not take all places. */
const MAX_RUNS_PER_KEY = 8
/** How long posts under way get to end when the service stops. */
const STOP_MS = 3000

export interface DeliveryEngine {
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Reads the event log for every webhook and posts what is new. Each endpoint is served by one process at a time and on
 * its own, so that one that hangs delays nobody else.
 */
export function createDeliveryEngine(platform: Platform, db: Db): DeliveryEngine {
  const ctx = systemContext(platform, db, 0)
  /** One central webhook is one receiver, whichever accounts it is served for. */
  const turns = createTurns<number>(Number.POSITIVE_INFINITY, CONCURRENCY)
  const subscribed = createSubscribed(platform, (accountIds) => store.listSubscribed(db, accountIds))
  let accessVersion = 0
  let unlisten = () => {}
  const queue = new WorkQueue<EndpointRow, number, Lane>(platform, queueStore(db, platform.engine), {
    name: 'webhooks',
    what: 'delivering to a webhook',
    channel: 'event',
    places: PLACES,
    batch: CLAIM_BATCH,
    lease: { ms: LEASE_MS, renewMs: RENEW_MS },
    perKey: { limit: MAX_RUNS_PER_KEY, keyOf: (endpoint) => endpoint.central_key_id },
    idsOf: (endpoint) => [endpoint.endpoint_id],
    wakeKeyOf: (endpoint) => endpoint.event_account_id,
    beforeLook: subscribed.among,
    async run(endpoint, hold) {
      try {
        await runEndpoint(
          ctx,
          endpoint,
          leaseOf(endpoint, hold, turns, () => accessVersion),
        )
      } catch (error) {
        platform.metrics.webhookAttempts.inc({ result: 'error' })
        throw error
      }
    },
    backOff: {
      delayMs: pauseMs,
      putOff: (owner, ids, until) => store.renew(db, owner, ids, until),
    },
  })
  return {
    async start() {
      unlisten = platform.wake.listen('credential', () => {
        accessVersion += 1
      })
      subscribed.start()
      await queue.start()
    },
    async stop() {
      unlisten()
      subscribed.stop()
      await queue.stop(STOP_MS, () => platform.outbound.close())
      await platform.outbound.close()
    },
  }
}

type Lane = keyof typeof PLACES

const queueStore = (db: Db, engine: Engine): QueueStore<EndpointRow, number, Lane> => ({
  clear: () => store.clear(db),
  hasDue: (wanted) => store.hasDue(db, { ...wanted, isFailing: wanted.lane === 'failing' }),
  claim: (wanted) => store.claim(db, engine, { ...wanted, isFailing: wanted.lane === 'failing' }),
  renew: (owner, ids, until) => store.renew(db, owner, ids, until),
  giveBack: (owner, ids) => store.giveBack(db, owner, ids),
  nextDue: () => store.nextRetry(db),
  countDue: (now) => store.countDue(db, now),
})

/** The right to post, as the run of an endpoint sees it. */
const leaseOf = (
  { central_key_id: centralKeyId }: EndpointRow,
  hold: Hold<number>,
  turns: Turns<number>,
  accessVersion: () => number,
): Lease => ({
  owner: hold.owner,
  // A webhook of its own is served by this run alone, which keeps to as many posts by itself.
  inTurn: (post) => (centralKeyId === null ? post() : turns.take(centralKeyId, post)),
  mayPost: () => hold.lastsFor(ATTEMPT_MS),
  isStopping: hold.isStopping,
  accessVersion,
})
