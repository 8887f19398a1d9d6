import pg from 'pg'
import type { PostgresHosts } from './postgres-hosts.ts'

/** A server that says nothing for so long while a connection is made is not there. */
const CONNECT_WITHIN_MS = 3000
/** The machine's own look after silent connections begins early; what it finds is in the hands of the system. */
const KEEP_ALIVE_AFTER_MS = 5000

type Connected = (error: Error | null) => void

/** A connection to whichever of the servers takes writes. */
export class PostgresClient extends pg.Client {
  /** Whether the server knows this connection by the number we were told; a pooler in between makes up its own. */
  isKnownByNumber = false
  readonly #hosts: PostgresHosts
  readonly #url: string

  constructor(hosts: PostgresHosts, config: pg.ClientConfig) {
    const url = hosts.url()
    super({
      ...config,
      connectionString: url,
      connectionTimeoutMillis: Math.min(
        config.connectionTimeoutMillis || CONNECT_WITHIN_MS,
        CONNECT_WITHIN_MS,
      ),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    })
    this.#hosts = hosts
    this.#url = url
    // A lost connection is an event, and one that nobody listens to ends the process.
    this.on('error', () => undefined)
  }

  /** The server's number for this connection. */
  get number(): number {
    return (this as unknown as { processID: number }).processID
  }

  override connect(): Promise<this>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<this> | undefined {
    const connecting = this.#reach()
    if (!callback) return connecting
    connecting.then(
      () => callback(null),
      (error: Error) => callback(error),
    )
    return undefined
  }

  /** It takes no writes any more: whoever connects next tries another. */
  isOutOfOffice(): void {
    this.#hosts.failed(this.#url)
  }

  /** Ends it at once: nobody listens at the other side. */
  drop(reason: Error): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(error: Error): void } } }
    connection.stream.destroy(reason)
  }

  async #reach(): Promise<this> {
    try {
      await super.connect()
      const { rows } = await this.query<{ standby: boolean; number: number }>(
        'select pg_is_in_recovery() as standby, pg_backend_pid() as number',
      )
      if (rows[0]?.standby) throw new StandbyError()
      this.isKnownByNumber = rows[0]?.number === this.number
      return this
    } catch (error) {
      this.#hosts.failed(this.#url)
      this.drop(error as Error)
      throw error
    }
  }
}

/** Says the same as a server that is read only. */
class StandbyError extends Error {
  readonly code = '25006'
  constructor() {
    super('the server is a standby and takes no writes')
  }
}
