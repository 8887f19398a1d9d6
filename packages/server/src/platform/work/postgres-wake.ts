import type { Log } from '../observe/log.ts'
import { PostgresClient } from '../store/postgres-client.ts'
import { type PostgresHosts, readPostgresHosts } from '../store/postgres-hosts.ts'
import { LocalWake, WAKE_CHANNELS, type Wake, type WakeChannel, WakeUps, type Woken } from './wake.ts'

const PG_CHANNEL = 'latchwork'
const RECONNECT_MS = 500
/** A connection that only listens does not notice that nobody talks any more: it asks, and wants to be answered. */
const BEAT_MS = 2000
/** PostgreSQL takes less than 8000 bytes. A number has 16 digits at most. */
const MAX_KEYS_PER_MESSAGE = 400
/** Whoever is told of so many looks at everything just as quickly. */
const MAX_KEYS = 4000

/** One wake-up as it travels: the process that sent it, the channel, and its keys or nothing for all. */
type Message = readonly [origin: string, channel: WakeChannel, keys: readonly number[] | null]

/**
 * Wake-ups between processes through LISTEN/NOTIFY. The own process is woken at once and directly; the others hear of
 * it from the database. While the connection is down nothing is lost: listeners poll.
 */
export class PostgresWake implements Wake {
  readonly #local = new LocalWake()
  readonly #hosts: PostgresHosts
  readonly #name: string
  readonly #log: Log
  /** Tells our own notifications from those of other processes. */
  readonly #origin = crypto.randomUUID()
  #client: PostgresClient | undefined
  #beat: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #stopped = false
  readonly #unsent = new WakeUps()
  #sending: Promise<void> | undefined

  /** `processName` is what the names of the connections of this process end with. */
  constructor(url: string, log: Log, processName = '') {
    this.#hosts = readPostgresHosts(url)
    this.#name = `latchwork-wake${processName}`
    this.#log = log
  }

  async start(): Promise<void> {
    const client = new PostgresClient(this.#hosts, { application_name: this.#name })
    client.on('notification', (message) => this.#heard(message.payload ?? ''))
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client))
    await client.connect()
    await client.query(`listen ${PG_CHANNEL}`)
    this.#client = client
    this.#watch(client)
  }

  #watch(client: PostgresClient): void {
    let isAnswered = true
    clearInterval(this.#beat)
    this.#beat = setInterval(() => {
      if (!isAnswered) return client.drop(new Error('Connection terminated: no answer came'))
      isAnswered = false
      client.query('select 1').then(
        () => {
          isAnswered = true
        },
        () => undefined,
      )
    }, BEAT_MS).unref()
  }

  notify(channel: WakeChannel, keys?: number | readonly number[]): void {
    this.#local.notify(channel, keys)
    this.#unsent.add(channel, keys)
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined
    })
  }

  /** One query at a time; what is notified meanwhile goes out together in the next. */
  async #send(): Promise<void> {
    // What the same transaction notifies comes in the same breath.
    await undefined
    while (!this.#unsent.isEmpty && this.#client) {
      const payloads = this.#unsent
        .take()
        .flatMap(([channel, about]) => messagesOf(this.#origin, channel, about))
      await this.#client
        .query('select pg_notify($1, message) from unnest($2::text[]) as message', [PG_CHANNEL, payloads])
        .catch((error: unknown) =>
          this.#log.warn({ err: error }, 'wake-up could not be sent; others will poll'),
        )
    }
    this.#unsent.take()
  }

  listen(channel: WakeChannel, callback: (about: Woken) => void): () => void {
    return this.#local.listen(channel, callback)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#retry)
    clearInterval(this.#beat)
    await this.#local.stop()
    await this.#sending
    await this.#client?.end().catch(() => undefined)
  }

  #heard(payload: string): void {
    const message = readMessage(payload)
    if (!message || message[0] === this.#origin) return
    const [, channel, keys] = message
    this.#local.notify(channel, keys ?? undefined)
  }

  #lost(client: PostgresClient, error?: Error): void {
    if (this.#stopped || (this.#client && this.#client !== client)) return
    this.#client = undefined
    clearInterval(this.#beat)
    client.end().catch(() => undefined)
    if (error) this.#log.warn({ err: error }, 'lost the wake-up connection; polling until it is back')
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => {
      this.start().then(
        // Something may have been missed meanwhile: wake everybody once.
        () => WAKE_CHANNELS.forEach((channel) => void this.#local.notify(channel)),
        (cause: unknown) => this.#lost(client, cause as Error),
      )
    }, RECONNECT_MS)
    this.#retry.unref()
  }
}

/** As many messages as it takes; too many keys are everything. */
function messagesOf(origin: string, channel: WakeChannel, about: Woken): string[] {
  const message = (keys: readonly number[] | null) =>
    JSON.stringify([origin, channel, keys] satisfies Message)
  if (about === 'all' || about.size > MAX_KEYS) return [message(null)]
  const keys = [...about]
  return Array.from({ length: Math.ceil(keys.length / MAX_KEYS_PER_MESSAGE) }, (_, i) =>
    message(keys.slice(i * MAX_KEYS_PER_MESSAGE, (i + 1) * MAX_KEYS_PER_MESSAGE)),
  )
}

/** A process of another version may send what we do not know: it is left alone, and the clock makes up for it. */
function readMessage(payload: string): Message | undefined {
  try {
    const [origin, channel, keys] = JSON.parse(payload) as Message
    const isKnown = WAKE_CHANNELS.includes(channel) && (keys === null || keys.every(Number.isSafeInteger))
    return isKnown ? [origin, channel, keys] : undefined
  } catch {
    return undefined
  }
}
