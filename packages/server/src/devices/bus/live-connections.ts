import type { Socket } from 'node:net'
import type { Client } from 'aedes'
import type { DevicePrincipal, TopicRights } from '../bus.ts'
import { topicMatches } from './topic-filter.ts'

/** A device's connection to the embedded broker, from its login on. */
export interface LiveConnection {
  readonly principal: DevicePrincipal
  readonly rights: TopicRights
  readonly client: Client
  readonly socket: Socket
  /** What it subscribed to, with the quality of service granted. */
  readonly filters: Map<string, 0 | 1>
  /** One entry per message it has not confirmed, oldest first; calling it ends the wait. */
  readonly unconfirmed: (() => void)[]
  /** The identifier of the last packet that it was to confirm. */
  lastNumber: number
}

/** Who is connected. aedes keeps such a table too, but loses entries when clients replace each other quickly. */
export class LiveConnections {
  readonly #byUsername = new Map<string, LiveConnection>()
  /** Several only while a device changes its credentials; the newest last. */
  readonly #byDevice = new Map<string, LiveConnection[]>()

  /** Each user name has one connection: returns the one that has to give way. */
  add(connection: LiveConnection): LiveConnection | undefined {
    const { username, deviceId } = connection.principal
    const previous = this.#byUsername.get(username)
    if (previous) this.remove(previous)
    this.#byUsername.set(username, connection)
    this.#byDevice.set(deviceId, [...(this.#byDevice.get(deviceId) ?? []), connection])
    return previous
  }

  remove(connection: LiveConnection): void {
    const { username, deviceId } = connection.principal
    if (this.#byUsername.get(username) === connection) this.#byUsername.delete(username)
    const others = this.#byDevice.get(deviceId)?.filter((other) => other !== connection) ?? []
    if (others.length > 0) this.#byDevice.set(deviceId, others)
    else this.#byDevice.delete(deviceId)
  }

  withUsername(username: string): LiveConnection | undefined {
    return this.#byUsername.get(username)
  }

  /** The device's newest connection that subscribed to the topic, and how it wants its messages. */
  listening(deviceId: string, topic: string): { connection: LiveConnection; qos: 0 | 1 } | undefined {
    for (const connection of this.#byDevice.get(deviceId)?.toReversed() ?? []) {
      if (connection.client.closed) continue
      const granted = [...connection.filters].filter(([filter]) => topicMatches(filter, topic))
      if (granted.length > 0) return { connection, qos: granted.some(([, qos]) => qos === 1) ? 1 : 0 }
    }
    return undefined
  }

  all(): LiveConnection[] {
    return [...this.#byUsername.values()]
  }
}

/** Ends a connection. Its will, if it did not say goodbye, has been handed over when this resolves. */
export const closeConnection = (connection: LiveConnection): Promise<void> =>
  new Promise((resolve) => connection.client.close(() => resolve()))
