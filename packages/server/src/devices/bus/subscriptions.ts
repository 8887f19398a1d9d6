import type { MqttClient } from 'mqtt'

/** Filters in one packet: its size stays far below any broker's limit, and live messages get through in between. */
const CHUNK = 500
/** The broker refused: its rules may be repaired meanwhile. */
const RETRY_MS = 5000

export interface SubscriptionOptions {
  readonly client: MqttClient
  readonly filterOf: (deviceId: string) => string
  readonly onRefused: (error: Error) => void
}

/**
 * The devices that are listened to, each by a subscription of its own: a process hears those it serves and no others.
 * What a change has not brought to the broker is made up for on the next link.
 */
export class Subscriptions {
  readonly #options: SubscriptionOptions
  readonly #followed = new Set<string>()
  readonly #toAdd = new Set<string>()
  readonly #toDrop = new Set<string>()
  #isOpen = false
  #working: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined

  constructor(options: SubscriptionOptions) {
    this.#options = options
  }

  /**
   * Subscribes, anew where it had already, so that what is retained comes (again). Resolves when that is done, or the
   * link is lost.
   */
  follow(deviceIds: readonly string[]): Promise<void> {
    for (const deviceId of deviceIds) {
      this.#followed.add(deviceId)
      this.#toDrop.delete(deviceId)
      this.#toAdd.add(deviceId)
    }
    return this.#start()
  }

  unfollow(deviceIds: readonly string[]): Promise<void> {
    for (const deviceId of deviceIds) {
      if (!this.#followed.delete(deviceId)) continue
      this.#toAdd.delete(deviceId)
      this.#toDrop.add(deviceId)
    }
    return this.#start()
  }

  /** The link is up; whether the broker still knows what was subscribed to before. */
  open(isKnown: boolean): void {
    this.#isOpen = true
    if (!isKnown) {
      this.#toDrop.clear()
      for (const deviceId of this.#followed) this.#toAdd.add(deviceId)
    }
    void this.#start()
  }

  close(): void {
    this.#isOpen = false
    clearTimeout(this.#retry)
  }

  #start(): Promise<void> {
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined
    })
    return this.#working
  }

  async #work(): Promise<void> {
    clearTimeout(this.#retry)
    try {
      while (this.#isOpen && this.#toAdd.size + this.#toDrop.size > 0)
        await (this.#toDrop.size > 0 ? this.#drop() : this.#add())
    } catch (error) {
      if (!this.#isOpen || !this.#options.client.connected) return
      this.#options.onRefused(error as Error)
      this.#retry = setTimeout(() => void this.#start(), RETRY_MS).unref()
    }
  }

  /**
   * At quality of service 0 first: at 1 Mosquitto (measured) drops what is retained beyond the first thousand messages,
   * because they wait for their confirmation. Then again at 1, without what is retained, for what comes from now on.
   */
  #add(): Promise<void> {
    return this.#takeFrom(this.#toAdd, async (client, filters) => {
      await client.subscribeAsync(filters, { qos: 0, rap: false, rh: 0 })
      await client.subscribeAsync(filters, { qos: 1, rap: false, rh: 2 })
    })
  }

  #drop(): Promise<void> {
    return this.#takeFrom(this.#toDrop, (client, filters) => client.unsubscribeAsync(filters))
  }

  /** What is asked for once more meanwhile is done once more. */
  async #takeFrom(
    waiting: Set<string>,
    send: (client: MqttClient, filters: string[]) => Promise<unknown>,
  ): Promise<void> {
    const { client, filterOf } = this.#options
    const chunk = [...waiting.keys().take(CHUNK)]
    for (const deviceId of chunk) waiting.delete(deviceId)
    try {
      await send(client, chunk.map(filterOf))
    } catch (error) {
      // Unless it was turned round meanwhile.
      const isWanted = waiting === this.#toAdd
      for (const deviceId of chunk) if (this.#followed.has(deviceId) === isWanted) waiting.add(deviceId)
      throw error
    }
  }
}
