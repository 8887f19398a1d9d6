import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { AnswerTimes } from './answer-times.ts'
import { createQueueMetrics, type QueueMetrics } from './queue-metrics.ts'

/** Everything the service counts; the names at `/metrics` are a promise to dashboards. */
export interface Metrics {
  /** What `/metrics` prints. */
  readonly registry: Registry
  /** Seconds per answered request; `status` is a class (`2xx`), `route` the path with its parameters unfilled. */
  readonly httpRequests: AnswerTimes
  /** Messages of devices that were not believed. */
  readonly droppedMessages: Counter<'reason'>
  /** Transactions that PostgreSQL undid and that were tried again, by its code; 40P01 is a deadlock. */
  readonly transactionRetries: Counter<'code'>
  /**
   * Things that should not happen to a door: `rogueAction` nobody ordered, `lateAction` that was given up, `lostEvent`
   * that could not be stored here, or kept by the lock until it could.
   */
  readonly securityWarnings: Counter<'kind'>
  /** 1 while the broker can be reached. */
  readonly brokerLink: Gauge
  /** Connections, publications and subscriptions the broker refused. */
  readonly brokerRefusals: Counter<'kind'>
  /** Shares of locks this process serves, of all there are; only where several processes divide them. */
  readonly lockShares: Gauge
  /** Shares that came (`taken`), that went in order (`given`), and that others took (`lost`). */
  readonly lockShareMoves: Counter<'way'>
  /** How often this process was silent for so long that it had to stop serving locks. */
  readonly lockLeaseLapses: Counter
  /** Connections turned away because there were too many, in all (`total`) or from one `address`. */
  readonly refusedConnections: Counter<'listener' | 'reason'>
  /** Operations that came to an end, by how. */
  readonly operations: Counter<'type' | 'status'>
  /** Operations still under way (queued, sent). */
  readonly openOperations: Gauge<'status'>
  /** Runs of jobs: `done` or `failed`. */
  readonly jobs: Counter<'kind' | 'result'>
  /** Queues of durable work: jobs, mail, notifications, webhooks, calendars. */
  readonly queues: QueueMetrics
  readonly connectedDevices: Gauge
  /** 1 while a gateway reports; the locks it found; what waits for its turn there. By the gateway's id. */
  readonly gatewayUp: Gauge<'gateway'>
  readonly gatewayLocks: Gauge<'gateway'>
  readonly gatewayQueue: Gauge<'gateway'>
  /** Attempts to deliver to webhooks: `delivered`, `failed`, or `error` where none could be made. */
  readonly webhookAttempts: Counter<'result'>
  /** Attempts to notify people: `delivered` or `failed`. */
  readonly notificationAttempts: Counter<'result'>
  /** Attempts to send mail, by the state the mail was left in. */
  readonly mails: Counter<'state'>
  readonly eventStreams: Gauge
  /** Bytes free on the disk of the SQLite file. */
  readonly diskFree: Gauge
  /** When this process last made a backup, in seconds of Unix time; 0 before. */
  readonly lastBackup: Gauge
  /** When the certificate of a listener ends, in seconds of Unix time. */
  readonly certificateEnd: Gauge<'listener'>
  /** Calendars that were paused, because they failed or lost too much at once. */
  readonly pausedLinks: Counter<'service'>
  /** Codes of guests who arrive soon, by how far they are. */
  readonly arrivalCodes: Gauge<'state'>
  /** The share of those codes that is on its locks; 1 when nobody arrives. */
  readonly arrivalReadiness: Gauge
  /** Codes that were not on their lock an hour before arrival. */
  readonly arrivalWarnings: Counter
}

/** From an answer out of memory to the 30 s after which a request is cut off. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]

/**
 * Each server has a registry of its own, because tests run several in one process. `processMetrics` adds memory, event
 * loop and garbage collection; those watchers cannot be stopped again, so only the real process asks for them.
 */
export function createMetrics(options: { processMetrics?: boolean } = {}): Metrics {
  const registry = new Registry()
  if (options.processMetrics) collectDefaultMetrics({ register: registry })

  const named = namingIn(registry)
  return {
    registry,
    httpRequests: new AnswerTimes(
      'latchwork_http_request_duration_seconds',
      'Time to answer a request',
      REQUEST_SECONDS,
      registry,
    ),
    ...webMetrics(named),
    ...deviceMetrics(named),
    ...workMetrics(named),
    ...stayMetrics(named),
    queues: createQueueMetrics(registry),
  }
}

const namingIn =
  (registry: Registry) =>
  <const L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) => ({
    name: `latchwork_${name}`,
    help,
    labelNames,
    registers: [registry],
  })
type Naming = ReturnType<typeof namingIn>

const webMetrics = (named: Naming) => ({
  refusedConnections: new Counter(
    named('connections_refused_total', 'Connections turned away because there were too many', [
      'listener',
      'reason',
    ]),
  ),
  transactionRetries: new Counter(
    named('transaction_retries_total', 'Transactions that PostgreSQL undid and that were tried again', [
      'code',
    ]),
  ),
  eventStreams: new Gauge(named('event_streams', 'Open event streams')),
  diskFree: new Gauge(named('disk_free_bytes', 'Bytes free on the disk of the SQLite file')),
  lastBackup: new Gauge(named('backup_timestamp_seconds', 'When this process last made a backup')),
  certificateEnd: new Gauge(
    named('tls_certificate_end_timestamp_seconds', 'When the TLS certificate ends', ['listener']),
  ),
})

const deviceMetrics = (named: Naming) => ({
  droppedMessages: new Counter(
    named('device_messages_dropped_total', 'Messages of devices that were not believed', ['reason']),
  ),
  securityWarnings: new Counter(
    named(
      'security_warnings_total',
      'Remote movements that were not ordered or came too late, and lost log entries',
      ['kind'],
    ),
  ),
  brokerLink: new Gauge(named('broker_link_up', 'Whether the broker can be reached')),
  brokerRefusals: new Counter(
    named('broker_refusals_total', 'Connections, publications and subscriptions refused', ['kind']),
  ),
  connectedDevices: new Gauge(named('devices_connected', 'Devices that are online')),
  gatewayUp: new Gauge(named('gateway_up', 'Whether a gateway reports', ['gateway'])),
  gatewayLocks: new Gauge(named('gateway_locks', 'Locks that a gateway found', ['gateway'])),
  gatewayQueue: new Gauge(named('gateway_queue', 'What waits for its turn at a gateway', ['gateway'])),
  lockShares: new Gauge(named('lock_shares', 'Shares of locks that this process serves')),
  lockShareMoves: new Counter(
    named('lock_share_moves_total', 'Shares of locks that this process took, gave away and lost', ['way']),
  ),
  lockLeaseLapses: new Counter(
    named('lock_lease_lapses_total', 'Times this process was silent for too long to serve locks'),
  ),
})

/** What is done after the answer. */
const workMetrics = (named: Naming) => ({
  operations: new Counter(named('operations_total', 'Operations that came to an end', ['type', 'status'])),
  openOperations: new Gauge(named('operations_open', 'Operations under way', ['status'])),
  jobs: new Counter(named('jobs_total', 'Runs of jobs', ['kind', 'result'])),
  webhookAttempts: new Counter(
    named('webhook_attempts_total', 'Attempts to deliver to webhooks', ['result']),
  ),
  notificationAttempts: new Counter(
    named('notification_attempts_total', 'Attempts to deliver notifications', ['result']),
  ),
  mails: new Counter(named('mails_total', 'Attempts to send mail', ['state'])),
})

const stayMetrics = (named: Naming) => ({
  pausedLinks: new Counter(
    named('service_links_paused_total', 'Linked calendars that were paused', ['service']),
  ),
  arrivalCodes: new Gauge(
    named('arrival_codes', 'Codes of guests who arrive soon, by how far they are', ['state']),
  ),
  arrivalReadiness: new Gauge(
    named('arrival_readiness_ratio', 'Share of the codes of guests who arrive soon that locks confirmed'),
  ),
  arrivalWarnings: new Counter(
    named('arrival_warnings_total', 'Codes that were not on their lock an hour before arrival'),
  ),
})
