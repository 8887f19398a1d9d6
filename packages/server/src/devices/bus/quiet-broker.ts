import { Aedes, type AedesOptions, type Client } from 'aedes'

type Numbered = { readonly messageId?: number }

/**
 * aedes without what a broker is for elsewhere. The service takes what devices say in `authorizePublish` and speaks to
 * each connection itself, so no message goes from one client to another, and none waits for anybody: neither has to be
 * looked for. Nor does it tell other brokers who comes and goes; there are none.
 */
export class QuietBroker extends Aedes {
  static async open(options: AedesOptions): Promise<QuietBroker> {
    const broker = new QuietBroker({ ...options, persistence: keepNothing() })
    await broker.listen()
    return broker
  }

  /** aedes calls it with the client in between where a client published. */
  override publish(_packet: unknown, ...rest: unknown[]): void {
    const done = rest.at(-1)
    if (typeof done === 'function') done(null)
  }

  override subscribe(_topic: string, _deliver: unknown, done?: () => void): void {
    if (done) setImmediate(done)
  }

  override unsubscribe(_topic: string, _deliver: unknown, done?: () => void): void {
    if (done) setImmediate(done)
  }
}

const nothing = async (): Promise<void> => undefined
const none = async (): Promise<never[]> => []

/**
 * What aedes would keep for later: nothing, as every session here is a clean one. The will of a connection is with the
 * connection. Only what a client has begun to say with quality of service 2 is known until it has said it.
 */
function keepNothing() {
  const incoming = new WeakMap<Client, Map<number | undefined, unknown>>()

  async function known(client: Client, { messageId }: Numbered): Promise<unknown> {
    const packet = incoming.get(client)?.get(messageId)
    if (packet === undefined) throw new Error('no such packet')
    return packet
  }

  return {
    // aedes insists on a function that is declared async.
    async setup(): Promise<void> {},
    storeRetained: nothing,
    createRetainedStreamCombi: () => ({ pipe: <Destination>(to: Destination): Destination => to }),
    addSubscriptions: nothing,
    removeSubscriptions: nothing,
    cleanSubscriptions: nothing,
    subscriptionsByClient: none,
    subscriptionsByTopic: none,
    outgoingEnqueue: nothing,
    outgoingEnqueueCombi: nothing,
    outgoingUpdate: nothing,
    outgoingClearMessageId: nothing,
    outgoingStream: (): never[] => [],
    async incomingStorePacket(client: Client, packet: Numbered): Promise<void> {
      const packets = incoming.get(client) ?? new Map<number | undefined, unknown>()
      incoming.set(client, packets.set(packet.messageId, packet))
    },
    incomingGetPacket: known,
    async incomingDelPacket(client: Client, packet: Numbered): Promise<void> {
      await known(client, packet)
      incoming.get(client)?.delete(packet.messageId)
    },
    async cleanIncoming(client: Client): Promise<void> {
      incoming.delete(client)
    },
    putWill: nothing,
    delWill: nothing,
    streamWill: (): never[] => [],
  }
}
