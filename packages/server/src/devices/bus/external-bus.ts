import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { rootCertificates } from 'node:tls'
import { LDP_MAX_BYTES } from '@latchwork/contract/device'
import type { IClientOptions } from 'mqtt'
import type { Log } from '../../platform/observe/log.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { type BusHandlers, type FollowingBus, MIN_CONFIRM_WAIT_MS } from '../bus.ts'
import { hostAndPort, parseBrokerAddress } from './broker-address.ts'
import { type BrokerLink, openLink } from './broker-link.ts'
import { createLivePublisher, type LivePublisher } from './live-publisher.ts'
import { Subscriptions } from './subscriptions.ts'

export interface ExternalBusOptions {
  /** `mqtt://user:password@host:port`, or `mqtts://` for TLS. */
  readonly url: string
  /** Authorities that may vouch for the broker besides the public ones. */
  readonly caFile?: string | undefined
  /** Client ids of this service start with it, for the broker's access rules and lists. */
  readonly clientIdPrefix: string
  /** The topics that a device publishes on, such as `ldp/1/0000000A/up/#`. */
  readonly uplinkFilter: (deviceId: string) => string
  readonly log?: Pick<Log, 'warn'> | undefined
  /** How long `start` tries to reach the broker; for as long as it takes unless told, and the log says so. */
  readonly connectTimeoutMs?: number | undefined
  /** See MIN_CONFIRM_WAIT_MS; shorter only in tests. */
  readonly minConfirmWaitMs?: number | undefined
}

/**
 * For this long the broker keeps the messages for a process that lost its link, so that a short interruption loses
 * nothing. Whoever serves the locks by then hears what is retained, and asks for the rest.
 */
const SESSION_EXPIRY_S = 30
const STOP_WITHIN_MS = 2000

/** The bus over any MQTT 5 broker. The broker, not the service, checks the devices' passwords and topics. */
export function createExternalBus(options: ExternalBusOptions): FollowingBus {
  const address = parseBrokerAddress(options.url)
  const where = hostAndPort(address)
  const trust = options.caFile === undefined ? undefined : trustIn(options.caFile)
  const login = { ...address, ...trust, ...sessionOf(options) }
  let running: Connected | undefined

  async function stop(): Promise<void> {
    const stopping = running
    running = undefined
    if (!stopping) return
    stopping.subscriptions.close()
    stopping.publisher.close()
    await Promise.race([stopping.link.end(), delay(STOP_WITHIN_MS, undefined, { ref: false })])
    stopping.link.client.stream.destroy()
  }

  return {
    url: `${address.protocol}://${where}`,
    trust: trust && (() => trust),

    async start(handlers) {
      running = connectTo({ options, login, where, handlers })
      try {
        await running.link.firstUp(options.connectTimeoutMs, (sentence) => options.log?.warn(sentence))
      } catch (error) {
        await stop()
        throw error
      }
    },

    async publishLive(_deviceId, topic, payload, { expiresInMs }) {
      return running ? running.publisher.publish(topic, payload, expiresInMs) : 'busLost'
    },

    follow: async (deviceIds) => running?.subscriptions.follow(deviceIds),
    unfollow: async (deviceIds) => running?.subscriptions.unfollow(deviceIds),

    // MQTT has no way to ask for it; the operator's broker has to forget the user.
    async disconnect() {},

    stop,
  }
}

interface Connected {
  readonly link: BrokerLink
  readonly subscriptions: Subscriptions
  readonly publisher: LivePublisher
}

interface ConnectionOptions {
  readonly options: ExternalBusOptions
  readonly login: IClientOptions
  readonly where: string
  readonly handlers: BusHandlers
}

function connectTo({ options, login, where, handlers }: ConnectionOptions): Connected {
  const properties = { ...login.properties, sessionExpiryInterval: SESSION_EXPIRY_S }
  const failed = (err: Error) => options.log?.warn({ err, broker: where }, 'MQTT broker link failed')
  const link = openLink({ ...login, clean: false, properties }, where, {
    up({ sessionPresent, properties: granted }) {
      publisher.open(granted?.receiveMaximum)
      subscriptions.open(sessionPresent)
      handlers.link(true)
    },
    down() {
      publisher.close()
      subscriptions.close()
      handlers.link(false)
    },
    failed,
  })
  const { uplinkFilter: filterOf } = options
  const subscriptions = new Subscriptions({ client: link.client, filterOf, onRefused: failed })
  const publisher = createLivePublisher(link.client, options.minConfirmWaitMs ?? MIN_CONFIRM_WAIT_MS)
  link.client.on('message', (topic, payload, { retain }) =>
    handlers.message({ topic, payload, retained: retain }),
  )
  return { link, subscriptions, publisher }
}

const sessionOf = ({ clientIdPrefix }: ExternalBusOptions) =>
  ({
    protocolVersion: 5,
    // New for every process: equal client ids push each other out.
    clientId: `${clientIdPrefix}${randomBytes(8).toString('hex')}`,
    // So that the broker soon knows when this process is gone; what it is told itself, `link-silence` watches.
    keepalive: 2,
    connectTimeout: 5000,
    queueQoSZero: false,
    properties: { maximumPacketSize: LDP_MAX_BYTES + 1024 },
  }) satisfies IClientOptions

function trustIn(caFile: string): { ca: string[] } {
  try {
    return { ca: [...rootCertificates, readFileSync(caFile, 'utf8')] }
  } catch (error) {
    throw new StartupError(`LATCHWORK_MQTT_CA_FILE cannot be read: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
