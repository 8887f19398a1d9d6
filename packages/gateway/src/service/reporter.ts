import type { GatewayHub, GatewayReport, FoundLock as ReportedLock } from '@latchwork/contract'
import type { Clock } from '@latchwork/ldp-device'
import type { HubTrouble } from '../family.ts'
import type { Hub, HubLock } from '../hubs/hub.ts'
import { cautiousCapability } from '../locks/timer-watch.ts'
import type { Log } from '../log.ts'
import { Backoff } from './backoff.ts'
import type { ServiceClient } from './service-client.ts'

/** As many as the service lists. */
const MOST_LOCKS = 500
const MOST_OFTEN_MS = 1000

const HUB_STATE: Record<HubTrouble | 'up' | 'connecting', GatewayHub['state']> = {
  connecting: 'connecting',
  up: 'ready',
  noAnswer: 'unreachable',
  lost: 'unreachable',
  wrongProtocol: 'wrongProtocol',
  tooOld: 'tooOld',
  notReady: 'notReady',
  misbehaved: 'failed',
  refused: 'refused',
  cannotListen: 'failed',
  badAddress: 'failed',
}

const HUB_ERROR: Partial<Record<HubTrouble | 'up' | 'connecting', string>> = {
  noAnswer: 'Nothing answers at this address.',
  lost: 'The connection was lost.',
  misbehaved: 'It said too much, or what makes no sense; the connection was ended.',
  cannotListen:
    'The gateway cannot listen there: another program has the port, or it is no address of its machine.',
  badAddress: 'The address in the config file is none.',
}

export interface ReporterOptions {
  readonly client: ServiceClient
  readonly hubs: readonly Hub[]
  readonly clock: Clock
  readonly version: string
  readonly log: Log
  readonly signal: AbortSignal
  failed(error: unknown): void
}

/** Tells the service how the gateway is: at the start, when something changed, and before the service wonders. */
export class Reporter {
  readonly #options: ReporterOptions
  readonly #startedAt: number
  #toldLocks: string | undefined
  #wake: (() => void) | undefined
  #hasNews = true

  constructor(options: ReporterOptions) {
    this.#options = options
    this.#startedAt = options.clock.now()
  }

  /** Something changed. */
  changed(): void {
    this.#hasNews = true
    this.#wake?.()
  }

  async run(): Promise<void> {
    const { signal, client, log } = this.#options
    const backoff = new Backoff()
    let reportMs = 30_000
    while (!signal.aborted) {
      this.#hasNews = false
      try {
        const { report, locksText } = this.#report()
        const answer = await client.report(report)
        this.#toldLocks = locksText
        reportMs = Math.min(Math.max(answer.reportSeconds, 5), 300) * 1000
        backoff.succeeded()
        await this.#pause(MOST_OFTEN_MS)
        if (!this.#hasNews) await this.#pause(reportMs)
      } catch (error) {
        if (signal.aborted) return
        this.#options.failed(error)
        log('warn', 'a report did not reach the service', { cause: (error as Error).message })
        await backoff.failed(error, signal)
      }
    }
  }

  #report(): { report: GatewayReport; locksText: string } {
    const { hubs, version, clock } = this.#options
    const locks = foundLocks(hubs)
    const locksText = JSON.stringify(locks)
    const oldest = hubs.flatMap(({ turns }) => turns.oldest ?? [])
    const report: GatewayReport = {
      version,
      startedDate: new Date(this.#startedAt).toISOString(),
      hubs: hubs.map(hubReport),
      ...(locksText !== this.#toldLocks && { locks }),
      queue: {
        waiting: hubs.reduce((sum, { turns }) => sum + turns.waiting, 0),
        ...(oldest.length > 0 && {
          oldestSeconds: Math.max(0, Math.round((clock.now() - Math.min(...oldest)) / 1000)),
        }),
      },
    }
    return { report, locksText }
  }

  async #pause(ms: number): Promise<void> {
    if (this.#options.signal.aborted) return
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#wake = undefined
        this.#options.signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      // The first second after a report passes whatever happens: not more often than that.
      if (ms > MOST_OFTEN_MS) this.#wake = done
      this.#options.signal.addEventListener('abort', done)
    })
  }
}

function hubReport({ id, config, status, since, contested }: Hub): GatewayHub {
  const error = HUB_ERROR[status] ?? contestedError(contested)
  return {
    id,
    family: config.family,
    address: withoutSecrets(config.address),
    state: HUB_STATE[status],
    ...(error && { error }),
    sinceDate: new Date(since).toISOString(),
  }
}

function contestedError(contested: ReadonlySet<string>): string | undefined {
  const [lock] = contested
  if (lock === undefined) return undefined
  return `Another hub says that it stands beside the lock ${lock}; it is not believed. The log of the gateway names it.`
}

function withoutSecrets(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  url.username = ''
  url.password = ''
  url.search = ''
  return url.href.slice(0, 255)
}

/** Two hubs may show the same lock; the first one that has it serves it. */
function foundLocks(hubs: readonly Hub[]): ReportedLock[] {
  const found = new Map<string, ReportedLock>()
  for (const hub of hubs)
    for (const [key, lock] of hub.locks)
      if (!found.has(key) && found.size < MOST_LOCKS) found.set(key, lockReport(key, lock, hub))
  return [...found.values()]
}

function lockReport(key: string, { about, isOnline }: HubLock, hub: Hub): ReportedLock {
  const { name, vendor, model, kind, trouble, checks, isReady } = about
  const present = hub.isUp && isOnline
  return {
    key,
    hub: hub.id,
    family: hub.config.family,
    ...(vendor && { vendor }),
    ...(model && { model }),
    ...(kind && { kind }),
    ...(name && { name }),
    ready: isReady,
    present,
    ...(checks && { checks: [...checks] }),
    notes: [...(trouble ? [trouble] : []), ...(present ? [] : (['away'] as const))],
    capability: cautiousCapability(about),
  }
}
