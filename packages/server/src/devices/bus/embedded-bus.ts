import { once } from 'node:events'
import { type AddressInfo, isIPv6, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { LDP_MAX_BYTES } from '@latchwork/contract/device'
import type { Aedes } from 'aedes'
import { systemClock } from '../../platform/clock.ts'
import {
  type ConnectionLimit,
  type ConnectionRefusal,
  limitConnections,
} from '../../platform/net/connection-limit.ts'
import { createRateLimiter, type RateLimiter } from '../../platform/net/rate-limit.ts'
import type { Log } from '../../platform/observe/log.ts'
import { type BrokerTrust, type BusHandlers, type DeviceBus, MIN_CONFIRM_WAIT_MS } from '../bus.ts'
import { createDeviceServer, type DeviceTls, wireOf } from './device-listener.ts'
import { createGate, type Gate } from './embedded-gate.ts'
import { type Frames, limitFrames } from './frame-limit.ts'
import { joinWrites } from './joined-writes.ts'
import { closeConnection, type LiveConnection, LiveConnections } from './live-connections.ts'
import './packet-numbers.ts'
import { publishPacket } from './publish-packet.ts'
import { QuietBroker } from './quiet-broker.ts'
import { resetSocket } from './reset-socket.ts'

export interface EmbeddedBusOptions {
  readonly host: string
  /** 0 takes any free one; `url` says which. */
  readonly port: number
  readonly connections?: ConnectionLimit
  readonly onRefused?: (reason: ConnectionRefusal) => void
  /** A connection that has not said by then who it is, is closed; shorter only in tests. */
  readonly connectWithinMs?: number
  /** In clear text unless given. */
  readonly tls?: DeviceTls | undefined
  readonly log?: Pick<Log, 'debug' | 'error'> | undefined
  /** See MIN_CONFIRM_WAIT_MS; shorter only in tests. */
  readonly minConfirmWaitMs?: number | undefined
  /** A connection that has not taken all that waits for it by then is cut; shorter only in tests. */
  readonly drainWithinMs?: number
}

/** Topic, client id, credentials and headers around a payload, or a will and them in CONNECT. */
const MAX_PACKET_BYTES = LDP_MAX_BYTES + 1024
/** What a client may say before it is logged in; the broker would keep no more for later. */
const MAX_EARLY_PACKETS = 42
/** Packets that are no messages, which have limits of their own: pings, subscriptions, confirmations. */
const CONTROL_RATE = { perSecond: 200, burst: 1000 }
const STOP_WITHIN_MS = 2000
const CONNECT_WITHIN_MS = 10_000
const DRAIN_WITHIN_MS = 10_000

interface Running {
  readonly broker: Aedes
  readonly gate: Gate
  readonly server: Server
  readonly sockets: ReadonlySet<Socket>
}

/**
 * A broker inside the process, for MQTT 3.1.1 over TCP or TLS. It keeps nothing: no session, no queue, no retained message.
 * A command goes to a live connection or nowhere (D25).
 */
export function createEmbeddedBus(options: EmbeddedBusOptions): DeviceBus {
  const live = new LiveConnections()
  let running: Running | undefined
  let port = options.port

  return {
    get url() {
      return `${options.tls ? 'mqtts' : 'mqtt'}://${reachableHost(options.host)}:${port}`
    },

    trust: options.tls && (() => pinned(options.tls as DeviceTls)),

    async start(handlers) {
      running = await listen(options, handlers, live)
      port = (running.server.address() as AddressInfo).port
      handlers.link(true)
    },

    async publishLive(deviceId, topic, payload, { expiresInMs }) {
      const listener = live.listening(deviceId, topic)
      if (!listener) return 'offline'
      const { connection, qos } = listener
      const number = qos === 1 ? nextNumber(connection) : undefined
      if (!connection.socket.writable) return 'offline'
      const isTaken = connection.socket.write(publishPacket(topic, payload, number))
      if (!isTaken) resetUnlessDrained(connection, options.drainWithinMs ?? DRAIN_WITHIN_MS)
      if (qos === 1) {
        resetUnlessConfirmed(
          connection,
          Math.max(expiresInMs, options.minConfirmWaitMs ?? MIN_CONFIRM_WAIT_MS),
        )
      }
      return 'sent'
    },

    async disconnect(username) {
      running?.gate.revoke(username)
      const connection = live.withUsername(username)
      if (connection) await closeConnection(connection)
    },

    unconfirmed: () => live.all().reduce((sum, connection) => sum + connection.unconfirmed.length, 0),

    async stop() {
      const stopping = running
      running = undefined
      if (!stopping) return
      const closed = once(stopping.server, 'close')
      stopping.server.close()
      // The wills of devices that are still connected arrive now, while the service can take them.
      const orderly = Promise.all(live.all().map(closeConnection))
      await Promise.race([orderly, delay(STOP_WITHIN_MS / 2, undefined, { ref: false })])
      const brokerClosed = new Promise<void>((resolve) => stopping.broker.close(() => resolve()))
      await Promise.race([brokerClosed, delay(STOP_WITHIN_MS / 2, undefined, { ref: false })])
      for (const socket of stopping.sockets) socket.destroy()
      await closed
    },
  }
}

async function listen(
  options: EmbeddedBusOptions,
  handlers: BusHandlers,
  live: LiveConnections,
): Promise<Running> {
  const gate = createGate(handlers, live)
  const broker = await QuietBroker.open({
    ...gate.hooks,
    connectTimeout: options.connectWithinMs ?? CONNECT_WITHIN_MS,
    drainTimeout: options.drainWithinMs ?? DRAIN_WITHIN_MS,
    // Only MQTT 3.1 ever limited client ids, which are user names here.
    maxClientsIdLength: 256,
  })
  broker.on('ack', (_packet, client) => gate.connectionOf(client)?.unconfirmed.shift()?.())
  broker.on('unsubscribe', (filters, client) => {
    for (const filter of filters) gate.connectionOf(client)?.filters.delete(filter)
  })
  const { log } = options
  broker.on('clientError', (client, err) =>
    log?.debug({ clientId: client.id, err }, 'device connection failed'),
  )
  broker.on('connectionError', (_client, err) => log?.debug({ err }, 'device connection failed before login'))
  // A throw of aedes' own; it has no other way to tell.
  ;(broker as NodeJS.EventEmitter).on('error', (err) => log?.error({ err }, 'embedded broker failed'))

  const sockets = new Set<Socket>()
  const controlRate = createRateLimiter({ ...CONTROL_RATE, clock: systemClock })
  const server = createDeviceServer(options.tls, {
    connected: (socket) => accept(socket, { broker, gate, handlers, sockets, controlRate }),
    failed: (err) => log?.debug({ err }, 'device connection failed before login'),
  })
  if (options.connections)
    limitConnections(server, options.connections, options.onRefused ?? (() => undefined))
  try {
    server.listen(options.port, options.host)
    await once(server, 'listening')
  } catch (error) {
    await new Promise<void>((resolve) => broker.close(() => resolve()))
    throw error
  }
  server.on('error', (err) => log?.error({ err }, 'device listener failed'))
  return { broker, gate, server, sockets }
}

interface Reception {
  readonly broker: Aedes
  readonly gate: Gate
  readonly handlers: BusHandlers
  readonly sockets: Set<Socket>
  readonly controlRate: RateLimiter
}

function accept(socket: Socket, { broker, gate, handlers, sockets, controlRate }: Reception): void {
  sockets.add(socket)
  joinWrites(socket)
  socket.once('close', () => sockets.delete(socket))
  const client = broker.handle(socket)
  let early = 0

  function excessOf(frames: Frames, username: string | undefined): 'tooLarge' | 'tooMany' | undefined {
    if (frames.largest > MAX_PACKET_BYTES) return 'tooLarge'
    if (username === undefined) {
      early += frames.packets
      return early > MAX_EARLY_PACKETS ? 'tooMany' : undefined
    }
    for (let i = 0; i < frames.control; i++) if (!controlRate.take(username).allowed) return 'tooMany'
    return undefined
  }

  limitFrames(socket, (frames) => {
    const username = gate.connectionOf(client)?.principal.username
    const reason = excessOf(frames, username)
    if (reason) handlers.refused(username === undefined ? 'connect' : 'publish', { reason, username })
    return reason === undefined
  })
}

/** Packet identifiers are 1 to 65 535 (MQTT 2.3.1). */
function nextNumber(connection: LiveConnection): number {
  connection.lastNumber = (connection.lastNumber % 0xffff) + 1
  return connection.lastNumber
}

/** Whoever reads nothing must not make us keep ever more for them. */
function resetUnlessDrained({ socket }: LiveConnection, withinMs: number): void {
  if (socket.listenerCount('drain') > 0) return
  const cancel = systemClock.after(withinMs, () => resetSocket(wireOf(socket)))
  socket.once('drain', cancel)
}

/** A link that broke silently would deliver the message when it heals, and a device without a clock would obey it. */
function resetUnlessConfirmed(connection: LiveConnection, withinMs: number): void {
  const cancel = systemClock.after(withinMs, () => resetSocket(wireOf(connection.socket)))
  connection.unconfirmed.push(cancel)
}

/** Whoever is in this process knows the certificate: no authority has to vouch for it, and no name has to fit. */
const pinned = ({ files }: DeviceTls): BrokerTrust => ({
  ca: files.certificatePem(),
  allowPartialTrustChain: true,
  checkServerIdentity: () => undefined,
})

/** Addresses that mean "all of this machine" cannot be connected to everywhere. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return isIPv6(host) ? `[${host}]` : host
}
