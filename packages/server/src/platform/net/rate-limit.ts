/** What became of one request, in the numbers of the `RateLimit-*` and `Retry-After` headers. */
export interface RateDecision {
  readonly allowed: boolean
  /** Requests at once after a pause; 0 when the limit is switched off. */
  readonly limit: number
  /** Requests that would pass now. */
  readonly remaining: number
  /** Until `remaining` is `limit` again. */
  readonly resetSeconds: number
  /** Until the next request passes; 0 when this one did. */
  readonly retryAfterSeconds: number
}

/** A limit per key: a token, an address. */
export interface RateLimiter {
  take(key: string | number): RateDecision
  /** Keys remembered now. */
  readonly size: number
}

export interface RateLimitOptions {
  /** Lasting rate; 0 switches the limit off. */
  perSecond: number
  /** Requests at once after a pause. */
  burst: number
  clock: { now(): number }
  /** Memory is bounded by this many keys. */
  maxKeys?: number
}

interface Bucket {
  tokens: number
  countedAt: number
}

const UNLIMITED: RateDecision = Object.freeze({
  allowed: true,
  limit: 0,
  remaining: 0,
  resetSeconds: 0,
  retryAfterSeconds: 0,
})
/** A tenth of a token added ten times is a little less than a whole one. */
const ROUNDING = 1e-9
/** Buckets looked at, at most, to make room for a new key. */
const EVICTION_TRIES = 8

/** A token bucket per key, in this process's memory. */
export function createRateLimiter(options: RateLimitOptions): RateLimiter {
  const { perSecond, burst, clock, maxKeys = 100_000 } = options
  const buckets = new Map<string | number, Bucket>()

  function refill(bucket: Bucket, now: number): void {
    // A clock that went back gives nothing, and counts on from where it stands.
    const elapsedMs = Math.max(now - bucket.countedAt, 0)
    bucket.tokens = Math.min(bucket.tokens + (elapsedMs * perSecond) / 1000, burst)
    bucket.countedAt = now
  }

  /** Drops a full bucket, which forgets nothing; the least recently moved one when the first few are all in use. */
  function makeRoom(now: number): void {
    for (let tries = 0; tries < EVICTION_TRIES; tries += 1) {
      const [key, bucket] = buckets.entries().next().value ?? []
      if (key === undefined || bucket === undefined) return
      refill(bucket, now)
      buckets.delete(key)
      if (bucket.tokens >= burst || tries === EVICTION_TRIES - 1) return
      buckets.set(key, bucket)
    }
  }

  function bucketOf(key: string | number, now: number): Bucket {
    const known = buckets.get(key)
    if (known) {
      refill(known, now)
      return known
    }
    if (buckets.size >= maxKeys) makeRoom(now)
    const bucket = { tokens: burst, countedAt: now }
    buckets.set(key, bucket)
    return bucket
  }

  return {
    take(key) {
      if (perSecond === 0) return UNLIMITED
      const bucket = bucketOf(key, clock.now())
      const allowed = bucket.tokens + ROUNDING >= 1
      if (allowed) bucket.tokens = Math.max(bucket.tokens - 1, 0)
      return {
        allowed,
        limit: burst,
        remaining: Math.floor(bucket.tokens + ROUNDING),
        resetSeconds: Math.ceil((burst - bucket.tokens) / perSecond - ROUNDING),
        retryAfterSeconds: allowed ? 0 : Math.max(Math.ceil((1 - bucket.tokens) / perSecond - ROUNDING), 1),
      }
    },
    get size() {
      return buckets.size
    },
  }
}
