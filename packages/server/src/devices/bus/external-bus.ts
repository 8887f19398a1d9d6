import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { rootCertificates } from 'node:tls'
import { LDP_MAX_BYTES } from '@latchwork/contract/device'
import type { IClientOptions } from 'mqtt'
import type { Log } from '../../platform/observe/log.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { type BusHandlers, type DeviceBus, MIN_CONFIRM_WAIT_MS } from '../bus.ts'
import { hostAndPort, parseBrokerAddress } from './broker-address.ts'
import { type BrokerLink, openLink } from './broker-link.ts'
import { createLivePublisher, type LivePublisher } from './live-publisher.ts'
import { readRetained } from './retained-reader.ts'

export interface ExternalBusOptions {
  /** `mqtt://user:password@host:port`, or `mqtts://` for TLS. */
  readonly url: string
  /** Authorities that may vouch for the broker besides the public ones. */
  readonly caFile?: string | undefined
  /** Client ids of this service start with it, for the broker's access rules and lists. */
  readonly clientIdPrefix: string
  /** Processes of the same group share the devices' messages among them. */
  readonly shareGroup: string
  /** The topics devices publish on, such as `ldp/1/+/up/#`. */
  readonly uplinkFilter: string
  readonly log?: Pick<Log, 'warn'> | undefined
  /** How long `start` tries to reach the broker. */
  readonly connectTimeoutMs?: number | undefined
  /** See MIN_CONFIRM_WAIT_MS; shorter only in tests. */
  readonly minConfirmWaitMs?: number | undefined
}

/**
 * For this long the broker keeps the messages for a process that lost its link, so that a short interruption loses
 * nothing. Not longer: Mosquitto (measured) goes on giving a process that died its share of the messages, and they end
 * with its session. What is lost then is found among the retained messages, or sent again by the devices.
 */
const SESSION_EXPIRY_S = 30
const STOP_WITHIN_MS = 2000

/**
 * The bus over any MQTT 5 broker. Devices' messages come through a shared subscription: each reaches one process of the
 * group. The broker, not the service, checks the devices' passwords and topics.
 */
export function createExternalBus(options: ExternalBusOptions): DeviceBus {
  const address = parseBrokerAddress(options.url)
  const where = hostAndPort(address)
  const trust = options.caFile === undefined ? undefined : trustIn(options.caFile)
  const login = { ...address, ...trust, ...sessionOf(options) }
  let running: Connected | undefined
  const retained = retainedReading(options, { ...login, clientId: `${login.clientId}-retained` }, where)

  async function stop(): Promise<void> {
    const stopping = running
    running = undefined
    if (!stopping) return
    retained.stop()
    stopping.publisher.close()
    await Promise.race([stopping.link.end(), delay(STOP_WITHIN_MS, undefined, { ref: false })])
    stopping.link.client.stream.destroy()
  }

  return {
    url: `${address.protocol}://${where}`,
    trust: trust && (() => trust),

    async start(handlers) {
      running = connectTo({ options, login, where, handlers, onNewSession: () => retained.read(handlers) })
      try {
        await running.link.firstUp(options.connectTimeoutMs ?? 10_000)
      } catch (error) {
        await stop()
        throw error
      }
    },

    async publishLive(_deviceId, topic, payload, { expiresInMs }) {
      return running ? running.publisher.publish(topic, payload, expiresInMs) : 'busLost'
    },

    // MQTT has no way to ask for it; the operator's broker has to forget the user.
    async disconnect() {},

    stop,
  }
}

interface Connected {
  readonly link: BrokerLink
  readonly publisher: LivePublisher
}

interface ConnectionOptions {
  readonly options: ExternalBusOptions
  readonly login: IClientOptions
  readonly where: string
  readonly handlers: BusHandlers
  /** The broker kept nothing for this process: what came meanwhile is only among the retained messages. */
  readonly onNewSession: () => void
}

function connectTo({ options, login, where, handlers, onNewSession }: ConnectionOptions): Connected {
  const properties = { ...login.properties, sessionExpiryInterval: SESSION_EXPIRY_S }
  const filter = `$share/${options.shareGroup}/${options.uplinkFilter}`
  const link = openLink(
    { ...login, clean: false, properties },
    { filter, where },
    {
      up({ sessionPresent, properties: granted }) {
        publisher.open(granted?.receiveMaximum)
        handlers.link(true)
        if (!sessionPresent) onNewSession()
      },
      down() {
        publisher.close()
        handlers.link(false)
      },
      failed: (err) => options.log?.warn({ err, broker: where }, 'MQTT broker link failed'),
    },
  )
  const publisher = createLivePublisher(link.client, options.minConfirmWaitMs ?? MIN_CONFIRM_WAIT_MS)
  link.client.on('message', (topic, payload, { retain }) =>
    handlers.message({ topic, payload, retained: retain }),
  )
  return { link, publisher }
}

const sessionOf = ({ clientIdPrefix }: ExternalBusOptions) =>
  ({
    protocolVersion: 5,
    // New for every process: equal client ids push each other out.
    clientId: `${clientIdPrefix}${randomBytes(8).toString('hex')}`,
    keepalive: 15,
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

/** Reads the retained messages at a start, and once more when whoever served before us has surely lost its session. */
function retainedReading(options: ExternalBusOptions, connection: IClientOptions, where: string) {
  let stopReading: (() => void) | undefined
  let again: NodeJS.Timeout | undefined
  function read(handlers: BusHandlers): void {
    stopReading?.()
    stopReading = readRetained({
      connection,
      filter: options.uplinkFilter,
      onMessage: (message) => handlers.message(message),
      onError: (err) => options.log?.warn({ err, broker: where }, 'retained messages not read'),
    })
  }
  return {
    read(handlers: BusHandlers): void {
      read(handlers)
      clearTimeout(again)
      again = setTimeout(() => read(handlers), (SESSION_EXPIRY_S + 5) * 1000)
      again.unref()
    },
    stop(): void {
      clearTimeout(again)
      stopReading?.()
    },
  }
}
