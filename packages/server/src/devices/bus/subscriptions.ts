import type { MqttClient } from 'mqtt'

/** Filters in one packet: its size stays far below any broker's limit, and live messages get through in between. */
const CHUNK = 500
/** The broker refused: its rules may be repaired meanwhile. */
const RETRY_MS = 5000

export interface Subscriptions {
  /** Subscribes, anew where it had already, so that what is retained comes (again). Resolves when that is done, or the link is lost. */
  follow(deviceIds: readonly string[]): Promise<void>
  unfollow(deviceIds: readonly string[]): Promise<void>
  /** The link is up; whether the broker still knows what was subscribed to before. */
  open(isKnown: boolean): void
  close(): void
}

/**
 * The devices that are listened to, each by a subscription of its own: a process hears those it serves and no others.
 * What a change has not brought to the broker is made up for on the next link.
 */
export function createSubscriptions(
  client: MqttClient,
  filterOf: (deviceId: string) => string,
  onRefused: (error: Error) => void,
): Subscriptions {
  const followed = new Set<string>()
  const toAdd = new Set<string>()
  const toDrop = new Set<string>()
  let isOpen = false
  let working: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined

  async function work(): Promise<void> {
    clearTimeout(retry)
    try {
      while (isOpen && toAdd.size + toDrop.size > 0) await (toDrop.size > 0 ? drop() : add())
    } catch (error) {
      if (!isOpen || !client.connected) return
      onRefused(error as Error)
      retry = setTimeout(start, RETRY_MS).unref()
    }
  }

  /**
   * At quality of service 0 first: at 1 Mosquitto (measured) drops what is retained beyond the first thousand messages,
   * because they wait for their confirmation. Then again at 1, without what is retained, for what comes from now on.
   */
  const add = () =>
    takeFrom(toAdd, async (filters) => {
      await client.subscribeAsync(filters, { qos: 0, rap: false, rh: 0 })
      await client.subscribeAsync(filters, { qos: 1, rap: false, rh: 2 })
    })

  const drop = () => takeFrom(toDrop, (filters) => client.unsubscribeAsync(filters))

  /** What is asked for once more meanwhile is done once more. */
  async function takeFrom(
    waiting: Set<string>,
    send: (filters: string[]) => Promise<unknown>,
  ): Promise<void> {
    const chunk = [...waiting.keys().take(CHUNK)]
    for (const deviceId of chunk) waiting.delete(deviceId)
    try {
      await send(chunk.map(filterOf))
    } catch (error) {
      // Unless it was turned round meanwhile.
      const isWanted = waiting === toAdd
      for (const deviceId of chunk) if (followed.has(deviceId) === isWanted) waiting.add(deviceId)
      throw error
    }
  }

  function start(): Promise<void> {
    working ??= work().finally(() => {
      working = undefined
    })
    return working
  }

  return {
    follow(deviceIds) {
      for (const deviceId of deviceIds) {
        followed.add(deviceId)
        toDrop.delete(deviceId)
        toAdd.add(deviceId)
      }
      return start()
    },
    unfollow(deviceIds) {
      for (const deviceId of deviceIds) {
        if (!followed.delete(deviceId)) continue
        toAdd.delete(deviceId)
        toDrop.add(deviceId)
      }
      return start()
    },
    open(isKnown) {
      isOpen = true
      if (!isKnown) {
        toDrop.clear()
        for (const deviceId of followed) toAdd.add(deviceId)
      }
      void start()
    },
    close() {
      isOpen = false
      clearTimeout(retry)
    },
  }
}
