import { connect, type IClientOptions, type IConnackPacket, type MqttClient } from 'mqtt'
import { StartupError } from '../../platform/startup-error.ts'
import { watchSilence } from './link-silence.ts'
import './packet-numbers.ts'
import { resetSocket } from './reset-socket.ts'

export interface LinkEvents {
  up(connack: IConnackPacket): void
  down(): void
  /** Something went wrong; the link goes on trying. */
  failed(error: Error): void
}

export interface BrokerLink {
  readonly client: MqttClient
  /** Resolves when the link is up for the first time; rejects when it cannot be, or not in time where there is a time. */
  firstUp(withinMs: number | undefined, onWaiting: (sentence: string) => void): Promise<void>
  /** Ends the link, and what the broker keeps for it. */
  end(): Promise<void>
}

/** Short: doors stand still until the link is back, and few processes knock at one broker. */
const RECONNECT_MS = { first: 300, longest: 2000 }
/** When a start that waits says so. */
const SAY_MS = { first: 1000, again: 30_000 }
/** CONNACK: server unavailable, server busy. Every other refusal will be the same the next time. */
const PASSING_REFUSALS: readonly unknown[] = [0x88, 0x89]

/** A connection, renewed with growing pauses whenever it breaks. `where` is for messages. */
export function openLink(settings: IClientOptions, where: string, events: LinkEvents): BrokerLink {
  const client = connect({
    ...settings,
    // Subscribing again is done by whoever subscribed, where a refusal is noticed.
    resubscribe: false,
    reconnectOnConnackError: true,
    reconnectPeriod: RECONNECT_MS.first,
  })
  let isUp = false
  const first = createFirstUp(where)

  function failed(error: Error, isFinal: boolean): void {
    events.failed(error)
    first.failed(error, isFinal)
  }

  function connected(connack: IConnackPacket): void {
    if (connack.properties?.wildcardSubscriptionAvailable === false) {
      failed(new Error('it has no wildcard subscriptions'), true)
      client.stream.destroy()
      return
    }
    isUp = true
    client.options.reconnectPeriod = RECONNECT_MS.first
    events.up(connack)
    first.reached()
  }

  watchSilence(client, () => {
    events.failed(new Error('it has gone silent'))
    resetSocket(client.stream)
  })
  client.on('connect', connected)
  client.on('reconnect', () => lengthenPause(client))
  client.on('error', (error) => failed(error, isLastingRefusal(error)))
  client.on('close', () => {
    if (isUp) events.down()
    isUp = false
  })

  return {
    client,
    firstUp: first.within,
    async end() {
      if (client.connected) {
        await client.endAsync(false, { properties: { sessionExpiryInterval: 0 } })
      } else await client.endAsync(true)
    },
  }
}

/** Read by MQTT.js for the pause after this attempt. Chance keeps processes from coming all at once. */
function lengthenPause({ options }: MqttClient): void {
  const doubled = (options.reconnectPeriod ?? RECONNECT_MS.first) * (1.5 + Math.random())
  options.reconnectPeriod = Math.min(doubled, RECONNECT_MS.longest)
}

/** The wait of a start for a link that is up. */
function createFirstUp(where: string) {
  const first = Promise.withResolvers<void>()
  let lastError: Error | undefined
  // Nobody may be waiting for it any more.
  first.promise.catch(() => {})
  return {
    reached: () => first.resolve(),
    failed(error: Error, isFinal: boolean): void {
      lastError = error
      if (isFinal) first.reject(error)
    },
    async within(withinMs: number | undefined, onWaiting: (sentence: string) => void): Promise<void> {
      const why = () => lastError ?? new Error('no answer')
      const say = () => onWaiting(`Waiting for the MQTT broker at ${where} (${describe(why())}).`)
      const timers =
        withinMs === undefined
          ? [setTimeout(say, SAY_MS.first), setInterval(say, SAY_MS.again)]
          : [setTimeout(() => first.reject(why()), withinMs)]
      try {
        await first.promise
      } catch (error) {
        const reason = describe(error as Error)
        throw new StartupError(`The MQTT broker at ${where} cannot be used: ${reason}.`, { cause: error })
      } finally {
        for (const timer of timers) clearTimeout(timer)
      }
    },
  }
}

/** Certificates do not get better by waiting. */
const DISTRUST = /CERT|ISSUER|SIGNATURE|^ERR_TLS/

/** Errors of the network have words for codes, refusals by the broker have numbers. */
function isLastingRefusal(error: Error): boolean {
  const { code } = error as { code?: unknown }
  if (typeof code === 'number') return !PASSING_REFUSALS.includes(code)
  return typeof code === 'string' && DISTRUST.test(code)
}

/** A name with several addresses fails with an error that has a code and no text. */
const describe = (error: Error): string => error.message || String((error as NodeJS.ErrnoException).code)
