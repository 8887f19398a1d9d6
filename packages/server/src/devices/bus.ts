import type { ConnectionOptions } from 'node:tls'

/**
 * The way messages travel between the service and devices: an embedded broker, or any external MQTT 5 broker.
 * It knows topics, bytes and who may use which topic; it does not know what a message means.
 */

/** A device as the broker sees it. */
export interface DevicePrincipal {
  /** The id in the device's topics. */
  readonly deviceId: string
  /** The user name it logged in with. */
  readonly username: string
}

/** Topics a principal may use; everything else is refused. */
export interface TopicRights {
  readonly publish: (topic: string) => boolean
  readonly subscribe: (filter: string) => boolean
}

export interface UplinkMessage {
  readonly topic: string
  readonly payload: Buffer
  /** Stored by the broker and replayed on subscription, so possibly old. */
  readonly retained: boolean
}

/** Why a broker refused something; `topic` covers foreign, wildcard and reserved topics alike. */
export type RefusedReason =
  | 'protocol'
  | 'credentials'
  | 'certificate'
  | 'clientId'
  | 'keepAlive'
  | 'will'
  | 'topic'
  | 'tooLarge'
  | 'tooMany'
  | 'failure'

export interface BusHandlers {
  /** Checks a device's credentials; undefined refuses the connection. Only the embedded broker asks. */
  authenticate(username: string, password: string): Promise<DevicePrincipal | undefined>
  /** What that device may do; derived from its id, never configured by hand. */
  rights(principal: DevicePrincipal): TopicRights
  /**
   * A message from a device, at least once, in order of arrival. On an external broker only from those that are followed.
   * Must not throw.
   */
  message(message: UplinkMessage): void
  /**
   * How long not to read on from the device that has just published there, in milliseconds. Only the embedded broker
   * asks: on the link to an external one all devices come together.
   */
  pauseAfter?(topic: string): number
  /** Something a broker refused: counted, and logged without payload. */
  refused(
    kind: 'connect' | 'publish' | 'subscribe',
    detail: { reason: RefusedReason; username?: string | undefined; topic?: string | undefined },
  ): void
  /** The link to the broker came up or went down (always up for the embedded one). */
  link(up: boolean): void
}

/** Options of a TLS client. */
export type BrokerTrust = Pick<ConnectionOptions, 'ca' | 'allowPartialTrustChain' | 'checkServerIdentity'>

/** `sent`: handed to the link, perhaps executed. The others: surely not executed. */
export type PublishResult = 'sent' | 'offline' | 'busLost'

/**
 * A link that has not confirmed a message when it expires is stuck, and what it still holds would arrive too late, so
 * the link is reset. Never sooner than this, or the last moments of a command's life would cut healthy links.
 */
export const MIN_CONFIRM_WAIT_MS = 2000

export interface DeviceBus {
  /** Where devices connect, for the start-up banner and the simulator. */
  readonly url: string
  /** How a client in this very process recognizes the broker; undefined where the system's own authorities do. */
  readonly trust?: (() => BrokerTrust) | undefined
  start(handlers: BusHandlers): Promise<void>
  /**
   * Hands a message to the device's live connection, never to a queue that could deliver it later:
   * directly to the connection (embedded), or with a message expiry (external). Never retained.
   */
  publishLive(
    deviceId: string,
    topic: string,
    payload: string,
    options: { expiresInMs: number },
  ): Promise<PublishResult>
  /**
   * Ends the live connections that logged in with this user name (revoked credentials). An external broker has no
   * standard way to ask for that: there it does nothing, and the operator's broker has to forget the user.
   */
  disconnect(username: string): Promise<void>
  /** Messages handed to devices that they have not confirmed yet; only the embedded broker knows. */
  unconfirmed?(): number
  stop(): Promise<void>
}

/** On an external broker a process listens to those devices that it serves, as other processes serve others. */
export interface FollowingBus extends DeviceBus {
  /**
   * Listens to these devices from now on. What is retained of them comes first, also of those it listened to already.
   * Resolves when the broker has taken it on, or cannot be reached: then it is made up for when it can.
   */
  follow(deviceIds: readonly string[]): Promise<void>
  unfollow(deviceIds: readonly string[]): Promise<void>
}
