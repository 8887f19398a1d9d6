import { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { connect, type IClientOptions, type MqttClient } from 'mqtt'
import type { Clock } from './clock.ts'
import { VARIES, varied } from './device-variation.ts'
import { loginOf } from './ldp-signing.ts'

const KEEPALIVE_S = 15
const CONNECT_TIMEOUT_MS = 10_000
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 60_000

const QOS1 = { qos: 1, retain: false } as const
const QOS1_RETAINED = { qos: 1, retain: true } as const
const silent = () => undefined

export interface Message {
  readonly topic: string
  readonly payload: string
}

export interface LinkOptions {
  readonly brokerUrl: string
  /** How a broker with TLS is recognized; asked at every connection, because it may change its certificate. */
  readonly brokerTrust?: (() => ConnectionOptions) | undefined
  readonly deviceId: string
  readonly username: string
  readonly secret: string
  /** What the device listens to. */
  readonly subscription: string
  readonly clock: Clock
}

/** Who uses the link. */
export interface LinkOwner {
  /** A connection is about to be made; returns the will it leaves with the broker. */
  connecting(): Message
  /** Connected and subscribed: nothing sent to the device from now on is missed. */
  connected(): void
  received(topic: string, payload: Buffer, isRetained: boolean): void
  disconnected(): void
  /** The broker does not take these credentials. */
  turnedAway(): void
  /** No connection came about, for another reason; it is tried again. */
  failed(cause: unknown): void
}

/**
 * A device's MQTT connection. Every connection is a client of its own: MQTT.js would send what was left over from the
 * last connection again on the next one, and a lock must decide for itself what is still true.
 */
export class LdpLink {
  readonly #options: LinkOptions
  readonly #owner: LinkOwner
  #client: MqttClient | undefined
  #isUp = false
  #opening: Promise<void> | undefined
  #failures = 0
  #isSilent = false
  #unconfirmed = 0
  #activity = 0
  #cancelRetry: (() => void) | undefined

  constructor(options: LinkOptions, owner: LinkOwner) {
    this.#options = options
    this.#owner = owner
  }

  get isUp(): boolean {
    return this.#isUp
  }

  /** Messages the broker has not confirmed yet; nobody will confirm those that went into a silent link. */
  get unconfirmed(): number {
    return this.#isSilent ? 0 : this.#unconfirmed
  }

  /** Counts the messages that passed, either way. */
  get activity(): number {
    return this.#activity
  }

  /** Connects, and from now on comes back whenever the connection is lost. Rejects when this first attempt fails. */
  async open(): Promise<void> {
    if (this.#isSilent) this.cut()
    if (this.#isUp) return
    this.#opening ??= this.#attempt()
    await this.#opening
  }

  /** Without a connection nothing is sent, now or later. */
  publish(topic: string, payload: string, isRetained: boolean): void {
    const client = this.#client
    if (!this.#isUp || !client) return
    this.#activity += 1
    this.#unconfirmed += 1
    client.publish(topic, payload, isRetained ? QOS1_RETAINED : QOS1, () => {
      if (this.#client === client) this.#unconfirmed -= 1
    })
  }

  /** From now on nothing passes in either direction, and nobody is told; until `cut`, `close` or `open`. */
  goSilent(): void {
    const stream = this.#client?.stream
    if (!this.#isUp || !(stream instanceof Socket)) return
    this.#isSilent = true
    stream.unpipe()
    stream.pause()
    // What is written from here on stays in memory, and goes away with the socket.
    stream.cork()
  }

  /** Leaves with a last message, and does not come back by itself. */
  async close(farewell: Message): Promise<void> {
    const client = this.#isUp && !this.#isSilent ? this.#client : undefined
    if (!client) return this.cut()
    this.#forget()
    await new Promise<void>((resolve) => {
      client.once('close', resolve)
      client.publish(farewell.topic, farewell.payload, QOS1_RETAINED, () => client.end())
    })
  }

  /** Breaks the connection without a word, and does not come back by itself. */
  cut(): void {
    const client = this.#client
    this.#forget()
    this.#isSilent = false
    client?.end(true)
  }

  #forget(): void {
    const wasUp = this.#isUp
    this.#cancelRetry?.()
    this.#cancelRetry = undefined
    this.#client = undefined
    this.#opening = undefined
    this.#isUp = false
    this.#unconfirmed = 0
    this.#failures = 0
    if (wasUp) this.#owner.disconnected()
  }

  #attempt(): Promise<void> {
    this.#cancelRetry?.()
    this.#cancelRetry = undefined
    const client = this.#begin()
    if (!client) return Promise.reject(this.#noConnection(undefined))
    return new Promise((resolve, reject) => {
      let cause: unknown
      client.on('error', (error) => {
        cause = error
        if (this.#client !== client) return
        if (isRefusal(error)) this.#owner.turnedAway()
        else if (!this.#isUp) this.#owner.failed(error)
      })
      client.on('close', () => {
        reject(this.#noConnection(cause))
        this.#lost(client)
      })
      client.on('connect', () => {
        client.subscribe(this.#options.subscription, { qos: 1 }, (error, granted) => {
          if (error || granted?.[0]?.qos === 128) return client.end(true)
          if (this.#client !== client) return
          this.#established()
          resolve()
        })
      })
      client.on('message', (topic, payload, packet) => {
        if (this.#client !== client) return
        this.#activity += 1
        this.#owner.received(topic, payload, packet.retain)
      })
    })
  }

  /** What the broker is recognized by may be unreadable for a moment, while somebody replaces it: that is no end. */
  #begin(): MqttClient | undefined {
    try {
      this.#client = this.#connect()
    } catch (error) {
      this.#client = undefined
      this.#owner.failed(error)
      // Unless somebody gave up meanwhile.
      queueMicrotask(() => this.#opening && this.#lost(undefined))
    }
    return this.#client
  }

  #noConnection(cause: unknown): Error {
    const error = new Error(`device ${this.#options.deviceId} has no connection to the broker`, { cause })
    return Object.assign(error, { code: 'NO_CONNECTION' })
  }

  #connect(): MqttClient {
    const { brokerUrl, brokerTrust, username, secret } = this.#options
    const will = this.#owner.connecting()
    const client = connect(brokerUrl, {
      ...(brokerTrust?.() as IClientOptions | undefined),
      protocolVersion: 4,
      clean: true,
      keepalive: KEEPALIVE_S,
      clientId: username,
      username,
      password: loginOf(secret),
      will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: true },
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
      // Otherwise MQTT.js makes a logger for every client, and there may be thousands of them.
      log: silent,
    })
    // A lock says a few short things in a row; they must not wait for one another's TCP acknowledgement (40 ms each).
    if (client.stream instanceof Socket) client.stream.setNoDelay(true)
    return client
  }

  #established(): void {
    this.#isUp = true
    this.#opening = undefined
    this.#failures = 0
    this.#owner.connected()
  }

  /** The other side broke the connection, or none came about: tries again later and later. */
  #lost(client: MqttClient | undefined): void {
    if (this.#client !== client) return
    const failures = this.#failures
    this.#forget()
    // Where nothing passes, no new connection comes about either.
    if (this.#isSilent) return
    this.#failures = failures + 1
    const { clock, deviceId } = this.#options
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS)
    this.#cancelRetry = clock.after(varied(delayMs, deviceId, VARIES.retry), () => {
      this.#opening = this.#attempt()
      // A failed attempt has already planned the next one.
      return this.#opening.catch(silent)
    })
  }
}

/** Answers of a broker (MQTT 3.1.1, 3.2.2.3) to a name or password it does not know, or to a client that may not come. */
const BAD_LOGIN: readonly unknown[] = [4, 5]
const isRefusal = (error: Error) => 'code' in error && BAD_LOGIN.includes(error.code)
