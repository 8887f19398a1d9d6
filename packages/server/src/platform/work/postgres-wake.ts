import pg from 'pg'
import type { Log } from '../observe/log.ts'
import { LocalWake, type Wake, type WakeChannel } from './wake.ts'

const PG_CHANNEL = 'latchwork'
const RECONNECT_MS = 1000

/**
 * Wake-ups between processes through LISTEN/NOTIFY. The own process is woken at once and directly; the others hear of
 * it from the database. While the connection is down nothing is lost: listeners poll.
 */
export class PostgresWake implements Wake {
  readonly #local = new LocalWake()
  readonly #url: string
  readonly #log: Log
  /** Tells our own notifications from those of other processes. */
  readonly #origin = crypto.randomUUID()
  #client: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #stopped = false
  readonly #unsent = new Set<WakeChannel>()
  #sending: Promise<void> | undefined

  constructor(url: string, log: Log) {
    this.#url = url
    this.#log = log
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'latchwork-wake',
      keepAlive: true,
    })
    client.on('notification', (message) => this.#heard(message.payload ?? ''))
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client))
    await client.connect()
    await client.query(`listen ${PG_CHANNEL}`)
    this.#client = client
  }

  notify(channel: WakeChannel): void {
    this.#local.notify(channel)
    this.#unsent.add(channel)
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined
    })
  }

  /** One query at a time; what is notified meanwhile goes out together in the next. */
  async #send(): Promise<void> {
    while (this.#unsent.size > 0 && this.#client) {
      const payload = [this.#origin, ...this.#unsent].join(' ')
      this.#unsent.clear()
      await this.#client
        .query('select pg_notify($1, $2)', [PG_CHANNEL, payload])
        .catch((error: unknown) =>
          this.#log.warn({ err: error }, 'wake-up could not be sent; others will poll'),
        )
    }
    this.#unsent.clear()
  }

  listen(channel: WakeChannel, callback: () => void): () => void {
    return this.#local.listen(channel, callback)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#retry)
    await this.#local.stop()
    await this.#sending
    await this.#client?.end().catch(() => undefined)
  }

  #heard(payload: string): void {
    const [origin, ...channels] = payload.split(' ')
    if (origin === this.#origin) return
    for (const channel of channels) this.#local.notify(channel as WakeChannel)
  }

  #lost(client: pg.Client, error?: Error): void {
    if (this.#stopped || (this.#client && this.#client !== client)) return
    this.#client = undefined
    client.end().catch(() => undefined)
    if (error) this.#log.warn({ err: error }, 'lost the wake-up connection; polling until it is back')
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => {
      this.start().then(
        // Something may have been missed meanwhile: wake everybody once.
        () =>
          (
            ['access', 'command', 'desired', 'event', 'feed', 'job', 'mail', 'credential', 'stay'] as const
          ).forEach((c) => void this.#local.notify(c)),
        (cause: unknown) => this.#lost(client, cause as Error),
      )
    }, RECONNECT_MS)
    this.#retry.unref()
  }
}
