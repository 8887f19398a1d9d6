import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import mqtt, { type ErrorWithReasonCode, type MqttClient } from 'mqtt'
import type { FamilyTools, HubTrouble } from '../../family.ts'
import type { BrokerPlace } from './address.ts'
import { type Bus, type BusListener, MOST_BYTES } from './bus.ts'

const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 60_000
const CONNECT_WITHIN_MS = 5000
/** So that a link on which nothing passes any more is found out soon: no door moves until then. */
const KEEPALIVE_S = 5
/** CONNACK: the broker does not know version 5 (1 from one that knows no newer, 0x84), or us (4, 5, 0x86, 0x87). */
const TOO_OLD: ReadonlySet<number> = new Set([1, 0x84])

/**
 * A broker that was there before, usually Mosquitto. Orders are sent with a time after which it drops them, and without
 * asking for a confirmation, so that none waits for a lock that is offline. What a link that broke silently still holds
 * is thrown away with the link.
 */
export class AttachedBroker implements Bus {
  readonly isOwn = false
  readonly isPrivate: boolean
  readonly #place: BrokerPlace
  readonly #filters: readonly string[]
  readonly #listener: BusListener
  readonly #tools: FamilyTools
  #client: MqttClient | undefined
  #failures = 0
  #stopRetry: (() => void) | undefined
  #isClosed = false

  constructor(place: BrokerPlace, filters: readonly string[], tools: FamilyTools, listener: BusListener) {
    this.isPrivate = place.protocol === 'mqtts'
    this.#place = place
    this.#filters = filters
    this.#tools = tools
    this.#listener = listener
    this.#connect()
  }

  send(_tree: string, topic: string, payload: string, expiresInMs: number): boolean {
    const client = this.#client
    if (!client?.connected || client.reconnecting) return false
    const messageExpiryInterval = Math.max(1, Math.floor(expiresInMs / 1000))
    client.publish(topic, payload, { qos: 0, retain: false, properties: { messageExpiryInterval } })
    return true
  }

  dropUndelivered(): void {
    const stream = this.#client?.stream
    if (stream instanceof Socket && !stream.writableEnded) stream.resetAndDestroy()
    else stream?.destroy()
  }

  close(): void {
    this.#isClosed = true
    this.#stopRetry?.()
    this.#client?.end(true)
  }

  #connect(): void {
    let trouble: HubTrouble = 'noAnswer'
    let isUp = false
    const client = mqtt.connect({
      ...this.#place,
      protocolVersion: 5,
      clientId: `latchwork-gateway-${randomBytes(6).toString('hex')}`,
      clean: true,
      keepalive: KEEPALIVE_S,
      connectTimeout: CONNECT_WITHIN_MS,
      // Coming back is ours: what MQTT.js would send again must never leave.
      reconnectPeriod: 0,
      queueQoSZero: false,
      resubscribe: false,
      properties: { maximumPacketSize: MOST_BYTES + 1024 },
    })
    this.#client = client
    client.on('error', (error: Error | ErrorWithReasonCode) => {
      const code = 'code' in error ? error.code : undefined
      if (typeof code === 'number') trouble = TOO_OLD.has(code) ? 'tooOld' : 'refused'
      else if (!('code' in error)) trouble = 'wrongProtocol'
    })
    client.on('message', (topic, payload, { retain }) => {
      if (payload.length <= MOST_BYTES) this.#listener.heard(topic, payload.toString('utf8'), retain)
    })
    client.on('connect', () => {
      // An order must not wait for the acknowledgement of something before it (40 ms).
      if (client.stream instanceof Socket) client.stream.setNoDelay(true)
      client.subscribe([...this.#filters], { qos: 0 }, (error, granted) => {
        if (error || granted?.some(({ qos }) => qos > 2)) {
          trouble = 'refused'
          client.end(true)
          return
        }
        isUp = true
        this.#failures = 0
        this.#listener.up()
      })
    })
    client.on('close', () => {
      client.end(true)
      if (this.#client === client) this.#ended(isUp ? 'lost' : trouble)
    })
  }

  #ended(trouble: HubTrouble): void {
    this.#client = undefined
    if (this.#isClosed) return
    this.#listener.down(trouble)
    const delay = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(this.#failures++, 10))
    this.#stopRetry = this.#tools.clock.after(delay, () => this.#connect())
  }
}
