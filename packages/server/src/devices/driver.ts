import type { CodeProof, HeldPairing, HeldPlace, LockCapability, MovementProof } from '@latchwork/contract'
import type { UplinkMessage } from './bus.ts'

/**
 * The boundary between the service and a lock family's protocol. Nothing outside `devices/` knows what travels on the
 * wire: features speak of commands and reports, drivers translate. The service keeps all state in the store, so
 * any process can send a command and any process can receive its result.
 */

/** Addresses one device of one driver. `sessionId` is the connection the device last reported. */
export interface DeviceRef {
  readonly smartlockId: number
  readonly deviceId: string
  readonly type: number
  readonly sessionId: string
  /** The key commands are signed with. */
  readonly key: Buffer
}

/** A lock movement: ephemeral, sent at most once. Action and option as the API numbers them (6.6). */
export interface ActionCommand {
  readonly id: string
  readonly action: number
  readonly option: number
  /** Strictly increasing within the device's session. */
  readonly counter: number
  readonly issuedAt: number
  readonly expiresAt: number
}

/**
 * A part of a device's settings. `pin` is the PIN the service shows the device; it is never reported back. `auths` are
 * the access rights on it.
 */
export type DesiredSection = 'config' | 'advanced' | 'pin' | 'auths' | 'pairings'

/**
 * How one section of a device is to be from now on: declarative, so it may be sent again until the device has answered.
 * Names and values as the API has them (4.8 to 4.11).
 */
export interface DesiredChange {
  readonly section: DesiredSection
  /** Greater than any before in this section. */
  readonly revision: number
  readonly set: Readonly<Record<string, unknown>>
}

/**
 * An access right as a device keeps it; what is absent does not limit. In section `auths` a change sets ids of
 * authorizations to one of these, or to null to take it off the device; removals happen before additions.
 */
export interface AccessEntry {
  readonly type: 0 | 2 | 13
  readonly name: string
  readonly enabled: boolean
  readonly remote: boolean
  readonly code?: number
  readonly fromDate?: number
  readonly untilDate?: number
  readonly weekDays?: number
  readonly fromTime?: number
  readonly untilTime?: number
}

/** An access right a device holds: its number there, and a digest by which a change is noticed. */
export interface HeldAccess {
  readonly number: number
  /** Absent where the device does not say: then it is only known that there is one. */
  readonly digest?: string
  readonly proof: CodeProof
  readonly place: HeldPlace
}

/** What became of handing a command over. `notDelivered` means: surely not executed. */
export type SendResult =
  | { readonly status: 'sent' }
  | { readonly status: 'notDelivered'; readonly reason: 'offline' | 'busLost' | 'expiredInQueue' }

/** What a device reports; times are the device's own unless named otherwise. */
export type DeviceReport =
  | {
      kind: 'online'
      deviceId: string
      sessionId: string
      epoch: string
      /** The user name whose key signed this: the one to sign commands with. */
      username: string
      /** It logs in with its secret itself, so whoever saw its login can sign in its name. */
      isLegacy: boolean
      /** The minor version of its protocol. */
      minor: number
      oldestEvent: number
      at: number
      /** Kept by a broker, so perhaps no longer true: it may name a session that has ended meanwhile. */
      retained: boolean
    }
  | { kind: 'offline'; deviceId: string; sessionId: string }
  | {
      kind: 'info'
      deviceId: string
      type: number
      firmware: number
      hardware: number
      config: Record<string, unknown>
      /** Devices without an advanced configuration leave it out. */
      advanced?: Record<string, unknown>
      /** Of locks that are none of ours. */
      driver?: string
      vendor?: string
      model?: string
      /** In its own words; without it the service goes by the type, and by what it knew where it cannot read it. */
      capability?: LockCapability | 'unreadable'
    }
  /** `epoch` is the memory it is numbered in; devices of LDP/1.0 and 1.1 do not say. */
  | { kind: 'state'; deviceId: string; seq: number; epoch?: string; state: ReportedState }
  | { kind: 'event'; deviceId: string; seq: number; epoch?: string; event: ReportedEvent }
  /** It is the device's, it has its place in the line, and nobody will ever be able to read it. */
  | { kind: 'unreadableEvent'; deviceId: string; seq: number; epoch?: string }
  | {
      /** The answer to a desired change: what is not among the errors is in effect. */
      kind: 'settings'
      deviceId: string
      sessionId: string
      section: string
      revision: number
      errors: readonly SettingError[]
      /**
       * The whole section as it is now; absent for sections that are never shown. Of `auths` only those that the change
       * named and that are on the device now (`HeldAccess`).
       */
      values?: Record<string, unknown>
    }
  | {
      /** A part of the list of access rights, which speaks for all ids after `after` up to and with `upTo`. */
      kind: 'accessPage'
      deviceId: string
      sessionId: string
      after?: string
      upTo?: string
      entries: Record<string, HeldAccess>
    }
  | {
      /** A part of the list of codes on it that are none of ours: it speaks for all places after `after` up to `upTo`. */
      kind: 'foreignCodes'
      deviceId: string
      sessionId: string
      after?: number
      upTo?: number
      codes: readonly { slot: number; name?: string }[]
    }
  | {
      /** A part of what the lock knows by itself: it speaks for all after `after` up to and with `upTo`. */
      kind: 'pairings'
      deviceId: string
      sessionId: string
      after?: number
      upTo?: number
      pairings: readonly HeldPairing[]
    }
  | { kind: 'commandAccepted'; deviceId: string; sessionId: string; commandId: string }
  | { kind: 'commandResult'; deviceId: string; sessionId: string; commandId: string; outcome: Outcome }

export interface ReportedState {
  at: number
  mode: number
  state: number
  trigger: number
  lastAction: number
  doorState: number
  batteryCharge: number
  batteryCritical: boolean
  batteryCharging: boolean
  keypadBatteryCritical?: boolean
  doorsensorBatteryCritical?: boolean
  nightMode: boolean
  ringToOpenEnd?: number
}

/** How an opener stood when something happened (4.16). */
export interface OpenerFlags {
  readonly activeCm: boolean
  readonly activeRto: boolean
  readonly source: number
  readonly flagGeoFence: boolean
  readonly flagForce: boolean
  readonly flagDoorbellSuppression: boolean
}

export interface ReportedEvent {
  at: number
  action: number
  trigger: number
  result: number
  source?: number
  autoUnlock?: boolean
  name?: string
  authId?: number
  commandId?: string
  /** How the movement is known, of events that answer a command. */
  proof?: MovementProof
  /** Of openers. */
  opener?: OpenerFlags
}

/** The device's verdict on a command. `notExecuted` refusals prove that nothing moved. */
export type Outcome =
  | { readonly status: 'succeeded'; readonly proof: MovementProof }
  | { readonly status: 'rejected'; readonly code: number; readonly text: string }
  /** It never reached the device, and will not be carried out if it still does. */
  | { readonly status: 'neverCame'; readonly text: string }

/** A value the device did not take. */
export interface SettingError {
  readonly path: string
  readonly code: number
  readonly text: string
}

/** Where a driver looks up what it needs to check a message. */
export interface DeviceDirectory {
  /** Keys a device may sign with now; empty for an unknown device. The first is the current one. */
  keys(deviceId: string): Promise<readonly DeviceSigner[]>
  /** The same where they are known without asking anybody; undefined where they are not. */
  keptKeys?(deviceId: string): readonly DeviceSigner[] | undefined
}

/** A login of a device, and the key it signs with. */
export interface DeviceSigner {
  readonly username: string
  /** Whose the device is. */
  readonly accountId: number
  readonly key: Buffer
  /** Its password is the secret that the key is derived from, as in LDP/1.0. */
  readonly isLegacy: boolean
}

/**
 * `flood`: the device, or its account, says more than it may. `overflow`: too many of the device's messages wait.
 * `notChecked`: its keys could not be read.
 */
export type DroppedReason =
  | 'badTopic'
  | 'tooLarge'
  | 'badJson'
  | 'badShape'
  | 'unknownDevice'
  | 'badSignature'
  | 'flood'
  | 'overflow'
  | 'notChecked'

/** Whose budget was used up. */
export type FloodLimit = 'device' | 'account'

/** No call may throw. */
export interface DriverSink {
  report(report: DeviceReport, accountId: number): void
  /** A device began to say more than it, or its account, may. */
  flooded(deviceId: string, limit: FloodLimit): void
  /** A message that was not believed: counted and logged, never thrown. */
  dropped(reason: DroppedReason, topic: string): void
}

export interface LockDriver {
  readonly kind: string
  start(sink: DriverSink): Promise<void>
  /**
   * Takes a message off the bus and says whether its topic is this driver's, so that several drivers can share a bus.
   * Returns at once; what the message says reaches the sink by then or later, in order for each device.
   */
  receive(message: UplinkMessage): boolean
  /** How long not to read on from whoever published on this topic, in milliseconds. */
  pauseAfter(topic: string): number
  send(device: DeviceRef, command: ActionCommand): Promise<SendResult>
  /**
   * Asks a connected device what became of a command that was sent to it. It answers as it did then; a command that did not
   * come is never carried out from then on, and `neverCame`. Devices that cannot be asked say nothing.
   */
  askAbout(device: DeviceRef, command: Pick<ActionCommand, 'id' | 'counter'>): Promise<SendResult>
  /** Sends a connected device its desired settings; the answer comes as a report of kind `settings`. */
  reconcile(device: DeviceRef, change: DesiredChange): Promise<SendResult>
  /** How many of these, from the first on, one change of section `auths` can hold; at least one of any. */
  fitAccess(entries: readonly (readonly [id: string, entry: AccessEntry | null])[]): number
  /** The digest a device reports while it holds exactly this. */
  accessDigest(device: Pick<DeviceRef, 'key'>, entry: AccessEntry): string
  /** Makes a connected device report everything; a command result with this id follows when it has. */
  requestReport(device: DeviceRef, requestId: string): Promise<SendResult>
  /** Acknowledges to the device that every event up to `seq` is stored. */
  acknowledgeEvents(device: Pick<DeviceRef, 'deviceId'>, upTo: number): Promise<void>
  /** Resolves when the messages taken so far have reached the sink. */
  idle(): Promise<void>
  /** Takes no more messages, and ends when those already taken are handled. */
  stop(): Promise<void>
}
