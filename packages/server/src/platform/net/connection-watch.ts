import type { Platform } from '../context.ts'
import type { ConnectionRefusal } from './connection-limit.ts'

/** A flood must not fill the disk; the metric has the numbers. */
const LOG_EVERY_MS = 10_000

/** Counts and logs which connections a listener turned away. */
export function connectionWatch(
  { metrics, log, clock }: Platform,
  listener: 'http' | 'mqtt',
): (reason: ConnectionRefusal) => void {
  let lastAt = Number.NEGATIVE_INFINITY
  return (reason) => {
    metrics.refusedConnections.inc({ listener, reason })
    const now = clock.now()
    if (now - lastAt < LOG_EVERY_MS) return
    lastAt = now
    log.warn({ listener, reason }, 'connections refused: too many')
  }
}
