import { fail } from '../app-error.ts'
import { Lines } from './lines.ts'

/** Lets a bounded number of works run at a time, in all and of each key. */
export interface Turns<K> {
  /** Runs `work` when it is the key's turn. */
  take<T>(key: K, work: () => Promise<T>): Promise<T>
  /** Nothing that waits begins any more; resolves when what runs has ended. */
  stop(): Promise<void>
}

interface Waiting {
  begin(): void
  giveUp(): void
}

/**
 * Whoever brings a hundred works waits for their own: after each of them every other key that waits comes first. Works
 * beyond `mostWaiting` of one key are refused.
 */
export function createTurns<K = number>(
  atOnce: number,
  perKey = 1,
  mostWaiting = Number.POSITIVE_INFINITY,
): Turns<K> {
  const lines = new Lines<K, Waiting>()
  const running = new Set<Promise<unknown>>()
  const ofKey = new Map<K, number>()
  let stopped = false

  const isFree = (key: K) => (ofKey.get(key) ?? 0) < perKey

  function next(): void {
    while (running.size < atOnce) {
      const first = lines.next(isFree)
      if (!first) return
      first.begin()
    }
  }

  function count(key: K, by: 1 | -1): void {
    ofKey.set(key, (ofKey.get(key) ?? 0) + by)
    if (ofKey.get(key) === 0) ofKey.delete(key)
  }

  function begin<T>(key: K, work: () => Promise<T>): Promise<T> {
    count(key, 1)
    const result = Promise.try(work)
    const ended = result
      .catch(() => undefined)
      .finally(() => {
        running.delete(ended)
        count(key, -1)
        lines.toTheEnd(key)
        next()
      })
    running.add(ended)
    return result
  }

  return {
    take: (key, work) =>
      new Promise((resolve, reject) => {
        const waiting: Waiting = {
          begin: () => void begin(key, work).then(resolve, reject),
          giveUp: () => reject(new Error('the service is stopping')),
        }
        if (stopped) return waiting.giveUp()
        if (lines.sizeOf(key) >= mostWaiting) fail('rate_limited', { retryAfterSeconds: 1 })
        lines.add(key, waiting)
        next()
      }),
    async stop() {
      stopped = true
      for (const waiting of lines.take(lines.size)) waiting.giveUp()
      await Promise.all(running)
    },
  }
}
