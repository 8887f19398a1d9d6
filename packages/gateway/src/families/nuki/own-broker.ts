import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { Aedes, type Client, type PublishPacket } from 'aedes'
import type { FamilyTools } from '../../family.ts'
import type { BrokerPlace } from './address.ts'
import { isPrivateListener } from './address.ts'
import { type Bus, type BusListener, MOST_BYTES } from './bus.ts'
import { limitFrames } from './frame-limit.ts'
import { loginOf, nukiIdOf, STATE_TOPICS, treeOf } from './topics.ts'

/** Who may come: user names with their passwords. A user has one tree of topics, and nothing else. */
export type Logins = Readonly<Record<string, string>>

/** A login fits in here; what is said before it is no larger. */
const MOST_BYTES_BEFORE_LOGIN = 1024
const MOST_CONNECTIONS = 128
const CONNECT_WITHIN_MS = 10_000
/** TCP asks a silent device whether it is there: some say that they need not be missed. */
const ASK_AFTER_MS = 60_000
/** Where topics go that nobody may use: a lock with discovery switched on would leave at every refusal, and come again. */
const NOWHERE = 'nowhere'
const ORDER_TOPICS: ReadonlySet<string> = new Set(['lockAction', 'lock', 'unlock'])
const MOST_KEPT_BYTES = 256
const COMPLAIN_EVERY_MS = 60_000
const LISTEN_AGAIN_MS = 10_000

interface Guest {
  readonly tree: string
  readonly client: Client
  readonly socket: Socket
}

/**
 * A broker of our own, on a private address and without TLS, because the locks accept nothing else. It keeps nothing:
 * an order goes to a connection that lives at this moment, or nowhere.
 */
export class OwnBroker implements Bus {
  readonly isOwn = true
  readonly isPrivate = false
  readonly #place: BrokerPlace
  readonly #logins: ReadonlyMap<string, Buffer>
  readonly #listener: BusListener
  readonly #tools: FamilyTools
  readonly #guests = new Map<string, Guest>()
  readonly #keepalives = new WeakMap<Client, number>()
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #broker: Aedes | undefined
  #isClosed = false
  #stopRetry: (() => void) | undefined
  #complainedAt = Number.NEGATIVE_INFINITY

  constructor(place: BrokerPlace, logins: Logins, tools: FamilyTools, listener: BusListener) {
    this.#place = place
    this.#logins = new Map(
      Object.entries(logins).map(([name, password]) => [loginOf(name), digestOf(password)]),
    )
    this.#tools = tools
    this.#listener = listener
    void this.#listen()
  }

  send(tree: string, topic: string, payload: string): boolean {
    const guest = this.#guests.get(tree)
    if (!guest || guest.client.closed || guest.socket.destroyed) return false
    // Once or never: what asks for a confirmation may be sent again.
    const packet = { cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false } as const
    guest.client.publish(packet, () => undefined)
    return true
  }

  dropUndelivered(tree: string): void {
    const socket = this.#guests.get(tree)?.socket
    // Closing would still deliver what waits in the operating system, whenever the network heals.
    if (socket && !socket.writableEnded) socket.resetAndDestroy()
    else socket?.destroy()
  }

  close(): void {
    this.#isClosed = true
    this.#stopRetry?.()
    this.#server?.close()
    for (const socket of this.#sockets) socket.destroy()
    this.#broker?.close()
  }

  async #listen(): Promise<void> {
    const { host, port } = this.#place
    const broker = await Aedes.createBroker({
      connectTimeout: CONNECT_WITHIN_MS,
      drainTimeout: 10_000,
      maxClientsIdLength: 256,
      maxTopicLevels: 16,
      maxInflightInbound: 64,
      preConnect: (client, packet, done) => {
        this.#keepalives.set(client, packet.keepalive ?? 0)
        // No session outlives a connection, and one user is one client, whatever it calls itself.
        packet.clean = true
        packet.clientId = `nuki-${loginOf(packet.username ?? '')}`.slice(0, 128)
        done(null, true)
      },
      authenticate: (client, username, password, done) => {
        const login = this.#loginFor(username, password)
        if (login === undefined) this.#turnedAway()
        else this.#welcome(client, treeOf(login))
        done(null, login !== undefined)
      },
      authorizeSubscribe: (client, subscription, done) => {
        // Never kept for somebody who is offline.
        const isAllowed = this.#mayHear(client, subscription.topic)
        done(null, isAllowed ? { ...subscription, qos: 0 } : null)
      },
      authorizePublish: (client, packet, done) => {
        this.#admit(client, packet)
        done(null)
      },
    })
    broker.on('publish', ({ topic, payload }, client) => {
      const guest = this.#guestOf(client)
      if (guest && topic.startsWith(`${guest.tree}/`) && payload.length <= MOST_BYTES)
        this.#listener.heard(topic, payload.toString('utf8'), false)
    })
    broker.on('clientReady', (client) => this.#arrived(client))
    broker.on('clientDisconnect', (client) => this.#left(client))
    const nothing = () => undefined
    broker.on('clientError', nothing)
    broker.on('connectionError', nothing)
    ;(broker as NodeJS.EventEmitter).on('error', nothing)
    this.#broker = broker
    if (this.#isClosed) return void broker.close()
    this.#server = createServer({ noDelay: true }, (socket) => this.#accept(broker, socket))
    this.#server.maxConnections = MOST_CONNECTIONS
    this.#server.on('error', () => this.#listenLater())
    this.#server.on('listening', () => this.#opened())
    this.#server.listen(port, host)
  }

  /** The address may come with the network, and the port when another program has left it. */
  #listenLater(): void {
    this.#listener.down('cannotListen')
    const { host, port } = this.#place
    this.#stopRetry = this.#tools.clock.after(LISTEN_AGAIN_MS, () => {
      this.#server?.listen(port, host)
    })
  }

  #opened(): void {
    const { host } = this.#place
    if (!isPrivateListener(host))
      this.#tools.log(
        'WARNING: the broker for Nuki locks listens on a public address, and without encryption',
      )
    this.#listener.up()
  }

  #accept(broker: Aedes, socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    socket.setKeepAlive(true, ASK_AFTER_MS)
    let client: Client | undefined
    limitFrames(socket, () => (client && this.#guestOf(client) ? MOST_BYTES + 1024 : MOST_BYTES_BEFORE_LOGIN))
    client = broker.handle(socket)
  }

  /** In the same time for every password. */
  #loginFor(username: string | undefined, password: Buffer | undefined): string | undefined {
    const login = loginOf(username ?? '')
    const wanted = this.#logins.get(login)
    const isRight = timingSafeEqual(digestOf(password ?? ''), wanted ?? digestOf('nobody'))
    return wanted !== undefined && isRight ? login : undefined
  }

  /** Not more often than somebody can read. */
  #turnedAway(): void {
    const now = this.#tools.clock.now()
    if (now - this.#complainedAt < COMPLAIN_EVERY_MS) return
    this.#complainedAt = now
    this.#tools.log('a device was turned away: its user name or password is not known here')
  }

  /** One connection for each user: a device that comes anew has lost the one before. */
  #welcome(client: Client, tree: string): void {
    const before = this.#guests.get(tree)
    this.#guests.set(tree, { tree, client, socket: client.conn as Socket })
    before?.socket.destroy()
  }

  #arrived(client: Client): void {
    const guest = this.#guestOf(client)
    if (guest) this.#listener.came(guest.tree, this.#keepalives.get(client) ?? 0)
  }

  #left(client: Client): void {
    const guest = this.#guestOf(client)
    if (!guest) return
    this.#guests.delete(guest.tree)
    this.#listener.went(guest.tree)
  }

  #guestOf(client: Client | null): Guest | undefined {
    for (const guest of this.#guests.values()) if (guest.client === client) return guest
    return undefined
  }

  /** Its own tree; and a hub that stands beside a lock may hear what that lock says of itself. */
  #mayHear(client: Client, filter: string): boolean {
    const tree = this.#guestOf(client)?.tree
    if (tree === undefined) return false
    if (filter.startsWith(`${tree}/`)) return true
    const [root, id] = filter.split('/')
    return !tree.startsWith('nuki/') && root === 'nuki' && this.#logins.has(nukiIdOf(id ?? '') ?? '')
  }

  /**
   * What a device says in its own tree passes; the rest goes nowhere. Only what a lock says of itself is kept, for a hub
   * that stands beside it; never an order. A will of a connection that was replaced is nobody's.
   */
  #admit(client: Client | null, packet: PublishPacket): void {
    const tree = this.#guestOf(client)?.tree
    const leaf =
      tree !== undefined && packet.topic.startsWith(`${tree}/`) && packet.topic.slice(tree.length + 1)
    if (!leaf || ORDER_TOPICS.has(leaf)) packet.topic = NOWHERE
    const isState = leaf && tree?.startsWith('nuki/') && STATE_TOPICS.has(leaf)
    packet.retain = packet.retain && Boolean(isState) && packet.payload.length <= MOST_KEPT_BYTES
  }
}

const digestOf = (secret: string | Buffer) => createHash('sha256').update(secret).digest()
