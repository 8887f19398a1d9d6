import { setTimeout as delay } from 'node:timers/promises'
import type { Ctx } from '../../../../platform/context.ts'
import type * as store from '../store.ts'
import { type Attempt, attempt } from './attempt.ts'
import { type Batch, type Item, type Lease, storeAttempts } from './progress.ts'

/** Requests to one endpoint at a time, each of another lock (D91). */
export const CONCURRENCY = 8

/**
 * Attempts that end within this time are stored together: a commit costs more than a post. When the process dies, what it
 * gathered is posted once more.
 */
const GATHER_MS = 50

/** Events of one lock one after the other, different locks side by side (D91). */
function lanesOf(items: readonly Item[]): Item[][] {
  const lanes = Map.groupBy(items, ({ message }) => message.event?.smartlock_id ?? 'account')
  return [...lanes.values()]
}

/** Posts a batch and stores what came of it as it comes. Returns the endpoint as it is then; undefined when it is not ours any more. */
export async function deliverBatch(
  ctx: Ctx<never>,
  endpoint: store.EndpointRow,
  batch: Batch,
  lease: Lease,
  isStale: () => boolean,
): Promise<store.EndpointRow | undefined> {
  const results = createResults(ctx, endpoint, batch, lease)
  let hasFailed = false

  /** A healthy endpoint that begins to fail gives its place back soon. */
  const isOver = () =>
    results.endpoint()?.status !== 'ACTIVE' ||
    !lease.mayPost() ||
    isStale() ||
    (hasFailed && endpoint.failing_since === null)

  /** False when it was not posted, and when the service stops and nobody knows what came of it. */
  async function postOne(item: Item): Promise<boolean> {
    const result = await lease.inTurn(async () =>
      isOver() ? undefined : attempt(ctx, endpoint, batch.target, item.message),
    )
    if (!result || (lease.isStopping() && result.status === undefined)) return false
    hasFailed ||= !result.succeeded
    results.add(item, result)
    return true
  }

  const waiting = lanesOf(batch.items)
  async function postLanes(): Promise<void> {
    for (let lane = waiting.shift(); lane; lane = waiting.shift()) {
      for (const item of lane) if (!(await postOne(item))) return
    }
  }
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, postLanes))
  } finally {
    await results.end()
  }
  const current = results.endpoint()
  return current && batch.items.length === 0 ? storeAttempts(ctx, current, batch, [], lease) : current
}

interface Results {
  /** As it is after what was stored; undefined when it is not ours any more. */
  endpoint(): store.EndpointRow | undefined
  add(item: Item, attempt: Attempt): void
  /** Nothing more comes: what is not stored yet is stored without waiting for company. */
  end(): Promise<void>
}

/** Stores what comes of a batch. Attempts that end meanwhile are stored together after these. */
function createResults(ctx: Ctx<never>, endpoint: store.EndpointRow, batch: Batch, lease: Lease): Results {
  const settled: { item: Item; attempt: Attempt }[] = []
  const allPosted = Promise.withResolvers<void>()
  let current: store.EndpointRow | undefined = endpoint
  let storing: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined

  async function storeAll(): Promise<void> {
    while (settled.length > 0 && current) {
      const now = settled.splice(0)
      for (const { item } of now) item.isSettled = true
      const attempts = now.map((one) => one.attempt)
      current = await storeAttempts(ctx, current, batch, attempts, lease)
    }
  }

  return {
    endpoint: () => current,
    add(item, result) {
      settled.push({ item, attempt: result })
      storing ??= Promise.race([delay(GATHER_MS), allPosted.promise])
        .then(storeAll)
        // Told at the end: posts may be under way, and until they are nobody waits for this.
        .catch((error: unknown) => {
          failure ??= { error }
          current = undefined
        })
        .finally(() => {
          storing = undefined
        })
    },
    async end() {
      allPosted.resolve()
      while (storing !== undefined) await storing
      if (failure) throw failure.error
    },
  }
}
