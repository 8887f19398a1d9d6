import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** The same figures of every queue of durable work, by its name. */
export interface QueueMetrics {
  /** Pieces of work this process took. */
  readonly taken: Counter<'queue'>
  /** Those that failed: they are tried again, or given up. */
  readonly failed: Counter<'queue'>
  readonly underWay: Gauge<'queue'>
  /** Seconds from claim to end. */
  readonly duration: Histogram<'queue'>
  /** Has what is due counted when somebody looks, until it is forgotten. */
  measure(queue: string, countDue: () => Promise<number>): void
  forget(queue: string): void
  /** Counts what is due. */
  refresh(): Promise<void>
}

/** From a statement to a calendar whose server takes its time. */
const SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300]

export function createQueueMetrics(registry: Registry): QueueMetrics {
  const counters = new Map<string, () => Promise<number>>()
  const named = (name: string, help: string) => ({
    name: `latchwork_queue_${name}`,
    help,
    labelNames: ['queue'] as const,
    registers: [registry],
  })
  const waiting = new Gauge(named('waiting', 'Pieces of work that are due and not taken, counted up to 1000'))
  return {
    taken: new Counter(named('taken_total', 'Pieces of work that were taken')),
    failed: new Counter(named('failed_total', 'Pieces of work that failed, to be tried again or given up')),
    underWay: new Gauge(named('under_way', 'Pieces of work under way')),
    duration: new Histogram({ ...named('duration_seconds', 'Time a piece of work took'), buckets: SECONDS }),
    measure: (queue, countDue) => void counters.set(queue, countDue),
    forget: (queue) => void counters.delete(queue),
    async refresh() {
      for (const [queue, countDue] of counters) waiting.set({ queue }, await countDue())
    },
  }
}
