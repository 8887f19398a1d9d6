import type { Socket } from 'node:net'
import { LDP_MAX_BYTES } from '@latchwork/contract/device'
import type { AedesOptions, AuthenticateError, Client, ConnectPacket, PublishPacket } from 'aedes'
import type { BusHandlers, DevicePrincipal, RefusedReason, TopicRights } from '../bus.ts'
import { certificateFits } from './device-listener.ts'
import { closeConnection, type LiveConnection, type LiveConnections } from './live-connections.ts'

/** A link that broke silently is noticed after one and a half of these; without an upper limit it never would be. */
const KEEP_ALIVE_S = { min: 5, max: 120 }

/** CONNACK return codes (MQTT 3.1.1, 3.2.2.3). */
const RETURN_CODE = {
  clientId: 2,
  failure: 3,
  credentials: 4,
  keepAlive: 5,
  will: 5,
  certificate: 5,
} as const

/** What somebody with MQTT 5 is told (D140); CONNACK of MQTT 5, 3.2. */
const HINT = Buffer.from('This broker speaks MQTT 3.1.1: set the protocol version of the client to 4.')
const UNSUPPORTED = 0x84
const REASON_STRING = 0x1f
const UNSUPPORTED_VERSION = Buffer.concat([
  Buffer.from([0x20, HINT.length + 6, 0, UNSUPPORTED, HINT.length + 3, REASON_STRING, 0, HINT.length]),
  HINT,
])

type Refusal = keyof typeof RETURN_CODE

interface ConnectRequest {
  readonly clientId: string
  readonly keepalive: number
  readonly will: ConnectPacket['will']
}

type Hooks = Required<
  Pick<AedesOptions, 'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe'>
>

/** Decides who may connect to the embedded broker and what they may do there, and passes on what they publish. */
export interface Gate {
  readonly hooks: Hooks
  /** The connection of a client that logged in, also after it ended. */
  connectionOf(client: Client): LiveConnection | undefined
  /** Turns away logins with this user name that are being checked now: the answer may be of yesterday. */
  revoke(username: string): void
}

export function createGate(handlers: BusHandlers, live: LiveConnections): Gate {
  const connections = new WeakMap<Client, LiveConnection>()
  const logins = createLogins(handlers, live, connections)
  return {
    connectionOf: (client) => connections.get(client),
    revoke: logins.revoke,
    hooks: {
      preConnect: logins.preConnect,
      authenticate: logins.authenticate,
      authorizePublish: publishHook(handlers, connections),
      authorizeSubscribe: subscribeHook(handlers, connections),
    },
  }
}

type Connections = Pick<WeakMap<Client, LiveConnection>, 'get' | 'set'>

/** Who may come in. */
function createLogins(handlers: BusHandlers, live: LiveConnections, connections: Connections) {
  const requests = new WeakMap<Client, ConnectRequest>()
  const checks = createChecks(handlers)

  /** Resolves to the reason for turning the client away, or to undefined. */
  async function admit(client: Client, username = '', password?: Buffer): Promise<Refusal | undefined> {
    const request = requests.get(client)
    if (!request || password === undefined) return 'credentials'
    const flaw = findFlaw(request, username)
    if (flaw) return flaw
    const principal = await checks.authenticate(username, password.toString('utf8'))
    if (!principal) return 'credentials'
    if (!certificateFits(client.conn as Socket, principal)) return 'certificate'
    const rights = handlers.rights(principal)
    // A will that could never be published would leave the device online for ever.
    if (request.will && whyNotPublish(rights, request.will)) return 'will'
    // aedes stops by itself when the client has gone meanwhile.
    if (!client.closed) await register({ principal, rights, client }, live, connections)
    return undefined
  }

  return {
    revoke: checks.revoke,

    preConnect(client, packet, done) {
      if ((packet.protocolVersion ?? 4) > 4) {
        handlers.refused('connect', { reason: 'protocol', username: cut(packet.username) })
        // aedes would answer in a version that the client does not speak.
        client.conn.end(UNSUPPORTED_VERSION, () => done(new Error('unsupported protocol version'), false))
        return
      }
      const { clientId, keepalive = 0, will } = packet
      requests.set(client, { clientId, keepalive, will })
      // Nothing may ever wait for a device that is offline: every session is a clean one, whatever was asked for.
      packet.clean = true
      // aedes lets a client take over another of the same client id; keyed by user name, nobody else's can be taken.
      if (packet.username) packet.clientId = packet.username
      done(null, true)
    },

    authenticate(client, username, password, done) {
      const refuse = (reason: Refusal): void => {
        handlers.refused('connect', { reason, username: cut(username) })
        done(connackError(reason), false)
      }
      admit(client, username, password).then(
        (reason) => (reason ? refuse(reason) : done(null, true)),
        () => refuse('failure'),
      )
    },
  } satisfies Pick<Gate, 'revoke'> & Pick<Hooks, 'preConnect' | 'authenticate'>
}

/** Passwords that are being checked now, so that a revocation meanwhile counts for them too. */
function createChecks(handlers: Pick<BusHandlers, 'authenticate'>) {
  const beingChecked = new Set<{ readonly username: string; isRevoked: boolean }>()
  return {
    async authenticate(username: string, password: string): Promise<DevicePrincipal | undefined> {
      const login = { username, isRevoked: false }
      beingChecked.add(login)
      try {
        const principal = await handlers.authenticate(username, password)
        return login.isRevoked ? undefined : principal
      } finally {
        beingChecked.delete(login)
      }
    },
    revoke(username: string): void {
      for (const login of beingChecked) if (login.username === username) login.isRevoked = true
    },
  }
}

async function register(
  login: Pick<LiveConnection, 'principal' | 'rights' | 'client'>,
  live: LiveConnections,
  connections: Connections,
): Promise<void> {
  const socket = login.client.conn as Socket
  const connection: LiveConnection = { ...login, socket, filters: new Map(), unconfirmed: [], lastNumber: 0 }
  connections.set(login.client, connection)
  socket.once('close', () => forget(connection, live))
  const previous = live.add(connection)
  // Waiting keeps the order: the will of the old connection comes before the first word of the new one.
  if (previous) await closeConnection(previous)
}

/** Messages are handed over here, not in `published`: only here they still have the order they arrived in. */
const publishHook =
  (handlers: BusHandlers, connections: Connections): Hooks['authorizePublish'] =>
  (client, packet, done) => {
    // Without a client it would be the will of a client of another broker, and there is none beside this one.
    const connection = client ? connections.get(client) : undefined
    if (!connection) return done(new Error('only a device may publish'))
    const reason = whyNotPublish(connection.rights, packet)
    if (reason) {
      const { username } = connection.principal
      handlers.refused('publish', { reason, username, topic: cut(packet.topic) })
      return done(new Error(`publish refused: ${reason}`))
    }
    // The service is the only reader and has just been told: keeping a copy could only serve it stale later.
    packet.retain = false
    handlers.message({ topic: packet.topic, payload: Buffer.from(packet.payload), retained: false })
    // aedes reads no further on this connection until it is done with what it has.
    const pauseMs = handlers.pauseAfter?.(packet.topic) ?? 0
    if (pauseMs > 0) setTimeout(done, pauseMs).unref()
    else done()
  }

const subscribeHook =
  (handlers: BusHandlers, connections: Connections): Hooks['authorizeSubscribe'] =>
  (client, subscription, done) => {
    const connection = connections.get(client)
    if (!connection?.rights.subscribe(subscription.topic)) {
      const username = connection?.principal.username
      handlers.refused('subscribe', { reason: 'topic', username, topic: cut(subscription.topic) })
      return done(null, null)
    }
    const qos = subscription.qos > 0 ? 1 : 0
    connection.filters.set(subscription.topic, qos)
    done(null, { ...subscription, qos })
  }

/** Names from strangers reach logs; a packet has room for thousands of characters. */
const cut = (text: string | undefined): string | undefined => text?.slice(0, 200)

/** What is wrong with a login before anybody has looked at its password. */
function findFlaw({ clientId, keepalive }: ConnectRequest, username: string): Refusal | undefined {
  if (username === '') return 'credentials'
  // A client id is bound to the credentials it comes with: brokers let equal client ids push each other out. Without one
  // the client goes by its user name (D140).
  if (clientId !== '' && clientId !== username && !clientId.startsWith(`${username}-`)) return 'clientId'
  return keepalive < KEEP_ALIVE_S.min || keepalive > KEEP_ALIVE_S.max ? 'keepAlive' : undefined
}

function whyNotPublish(
  rights: TopicRights,
  packet: Pick<PublishPacket, 'topic' | 'payload'>,
): RefusedReason | undefined {
  // aedes reserves $SYS/ itself, but not once a hook of ours takes the decision.
  if (packet.topic.startsWith('$SYS/') || !rights.publish(packet.topic)) return 'topic'
  return Buffer.byteLength(packet.payload) > LDP_MAX_BYTES ? 'tooLarge' : undefined
}

function connackError(reason: Refusal): AuthenticateError {
  return Object.assign(new Error(`connection refused: ${reason}`), { returnCode: RETURN_CODE[reason] })
}

function forget(connection: LiveConnection, live: LiveConnections): void {
  live.remove(connection)
  for (const endWait of connection.unconfirmed.splice(0)) endWait()
}
