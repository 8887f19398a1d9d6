import { limitsOf, localText } from '@latchwork/access-window'
import type {
  CodeProof,
  HeldPairing,
  LockCapability,
  MovementProof,
  PairingOrder,
  SetupCheck,
  SetupResult,
} from '@latchwork/contract'

/** What a family may ask about windows: it reaches the package that knows them through its interface alone. */
export const windowReading = { limitsOf, localText } as const

/**
 * What one lock family has to do for the gateway, and all it has to do. One object of a family serves one hub: the
 * program or box through which its locks are reached. Everything that is the same for every family (order of work,
 * slot book, number of writes, windows, events, LDP/1) is the gateway's; no family gets a wider interface.
 */
export interface Family {
  /**
   * Connects to the hub, learns its locks and stays connected until `signal` fires; comes back by itself, later and later.
   * Returns at once and never throws: what happens is told to the sink.
   */
  open(sink: HubSink, signal: AbortSignal): void
  /**
   * Moves a lock. `signal` fires before the deadline; from then on nothing may leave any more, and the promise settles
   * soon. Never rejects.
   */
  act(lock: string, order: Order, signal: AbortSignal): Promise<ActAnswer>
  /** Puts a code into one slot; one attempt. The gateway says which slot, and only says slots that are its own or free. */
  write(lock: string, slot: number, entry: SlotEntry, signal: AbortSignal): Promise<WriteAnswer>
  /** Empties one slot; one attempt. */
  erase(lock: string, slot: number, signal: AbortSignal): Promise<EraseAnswer>
  /** A fresh read from the lock itself, never out of a cache. Stops between two exchanges when `signal` fires. */
  look<W extends Look>(lock: string, what: W, signal: AbortSignal): Promise<Sight<W>>
  /** Sets what the lock itself keeps, of what `settings` of the found lock names. Absent: nothing can be set on this way. */
  configure?(
    lock: string,
    settings: LockSettings,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, SettingAnswer>>>
  /** Changes one of the `pairings` of the found lock; null removes it. Absent: none can be changed on this way. */
  changePairing?(
    lock: string,
    pairingId: number,
    order: PairingOrder | null,
    signal: AbortSignal,
  ): Promise<SettingAnswer>
}

/** Settings of a lock, by the names of the API. */
export type LockSettings = Readonly<Record<string, boolean | number>>

/** The lock shows it so; it said no; surely nothing was sent; nobody knows. */
export type SettingAnswer = 'proven' | 'refused' | 'notSent' | 'unproven'

/** One hub of the config file. */
export interface HubConfig {
  readonly family: string
  readonly address: string
  /** Of a hub that comes to us: user names with their passwords. The address is then where we wait for it. */
  readonly logins?: Readonly<Record<string, string>>
  /** Of a hub that wants one. */
  readonly token?: string
  /** Of a hub that calls when there is news: where we wait for it, and how it finds us. */
  readonly webhook?: { readonly listen: string; readonly url: string }
}

/** What a family is given to work with: time that tests can move, and a log that takes sentences, never frames. */
export interface FamilyTools {
  readonly clock: {
    now(): number
    // biome-ignore lint/suspicious/noConfusingVoidType: most callbacks return nothing
    after(delayMs: number, callback: () => void | Promise<unknown>): () => void
  }
  /** Facts about the connection. Nothing that came from the hub goes in as text. */
  log(fact: string, details?: Record<string, number | boolean>): void
  /**
   * Where anybody at a hub can say that it stands beside a lock: whether this one is the one that was believed before.
   * Asked before anything it says is passed on, and before it is told a code. `isHere`: it is connected itself; what a
   * broker only kept of it is no reason to remember it.
   */
  believes(lock: string, speaker: string, isHere: boolean): boolean
}

/** The line of a family in the table `families.ts`. */
export type FamilyMaker = (hub: HubConfig, tools: FamilyTools) => Family

/** What the gateway hears of a hub. Calls are cheap, never throw, and may come at any rate. */
export interface HubSink {
  /** The hub is connected and its locks are known. */
  hubUp(about: HubFacts): void
  /** Not connected, or not usable: all its locks are away. */
  hubDown(trouble: HubTrouble): void
  /** A lock is there, or is described anew. */
  found(lock: string, about: FoundLock): void
  /** The hub knows this lock no more. */
  lost(lock: string): void
  presence(lock: string, isOnline: boolean): void
  /** `echo` is the hub's own guess after an order; the gateway does not show it. */
  state(lock: string, state: LockSight, from: 'report' | 'read' | 'echo'): void
  happened(lock: string, happening: Happening): void
}

export interface HubFacts {
  readonly product?: string
  readonly version?: string
}

/** Why a hub cannot be used; the console has a sentence for each. */
export type HubTrouble =
  /** Nothing listens there, or it does not answer. */
  | 'noAnswer'
  /** Something answers, and it is not this family's protocol. */
  | 'wrongProtocol'
  | 'tooOld'
  /** Connected, and its radio is not ready. */
  | 'notReady'
  /** It was there and is gone. */
  | 'lost'
  /** It said too much, or what makes no sense. */
  | 'misbehaved'
  /** It does not let us in. */
  | 'refused'
  /** We cannot wait for it there: the port is taken, or the address is not one of this machine. */
  | 'cannotListen'
  /** The address in the config file is none. */
  | 'badAddress'

export interface FoundLock {
  /** Absent: a lock. */
  readonly kind?: 'opener'
  /** As the hub calls it; texts are cut to 64 characters by the gateway. */
  readonly name?: string
  readonly vendor?: string
  readonly model?: string
  readonly firmware?: string
  /** False while the hub has not finished asking the lock what it can do; the capability is not complete then. */
  readonly isReady: boolean
  readonly trouble?: LockTrouble
  /** What the owner has to set at the hub, as far as it shows. */
  readonly checks?: readonly { readonly check: SetupCheck; readonly result: SetupResult }[]
  /** What is set on the lock itself, as far as it tells and can be told. */
  readonly settings?: LockSettings
  /** Of a lock that keeps windows by a clock that can be looked at: the gateway trusts it while that is right. */
  readonly timer?: LockTimer
  /** What the lock knows by itself, as far as it tells. */
  readonly pairings?: readonly HeldPairing[]
  readonly capability: LockCapability
}

/** What a lock's own timer can hold exactly; everything else is the gateway's. */
export interface LockTimer {
  /** Dates are whole multiples of it, from the first to the last. */
  readonly stepMs: number
  readonly firstDate: number
  readonly lastDate: number
  /** Of a day: how long a window may be, and at which minute it has to end at the latest. */
  readonly mostMinutes: number
  readonly lastMinute: number
}

/** Why a lock that was found cannot do all it should; the console has a sentence for each. */
export type LockTrouble = 'interviewUnfinished' | 'insecure' | 'noCodes'

/** As drivers see it; `unknown` where the lock does not say. */
export interface LockSight {
  /** Of an opener: `unlocked` while whoever rings is let in, `unlatched` while it holds the door open. */
  readonly bolt:
    | 'locked'
    | 'unlocked'
    | 'unlatched'
    | 'locking'
    | 'unlocking'
    | 'unlatching'
    | 'jammed'
    | 'unknown'
  /** Of an opener: it lets in everybody who rings, without end. */
  readonly continuous?: boolean
  readonly door?: 'open' | 'closed' | 'unknown'
  readonly battery?: { readonly percent: number; readonly isCritical: boolean }
}

export interface Happening {
  readonly what:
    | 'locked'
    | 'unlocked'
    | 'unlatched'
    | 'jammed'
    /** A code or credential that was not let in. */
    | 'denied'
    | 'doorOpened'
    | 'doorClosed'
    | 'tamper'
    /** Of an opener: somebody rang; ring-to-open and continuous mode were switched. */
    | 'rang'
    | 'rtoOn'
    | 'rtoOff'
    | 'cmOn'
    | 'cmOff'
    /** Somebody changed a code at the lock. `slot` says which, without it any may have changed. */
    | 'codesChanged'
  readonly by: 'manual' | 'keypad' | 'fingerprint' | 'radio' | 'auto' | 'unknown'
  readonly slot?: number
  /** The lock's own number of the code or finger, where we know no more of it. */
  readonly credential?: number
  /** Of an opener: how it stood then, in continuous mode or with ring-to-open. */
  readonly opener?: { readonly cm: boolean; readonly rto: boolean }
  /** When it happened, where the hub tells of it later. */
  readonly at?: number
  /** The hub's own number of this happening, where it has one: the same number is told once. */
  readonly number?: number
}

export interface Order {
  /** One of the capability's actions. */
  readonly action: number
  /** Milliseconds since 1970: nothing leaves after it. */
  readonly deadline: number
}

/** Exactly one of these; what is not proven and not surely undone is `unproven`. */
export type ActAnswer =
  | { readonly answer: 'proven'; readonly how: MovementProof; readonly state: LockSight }
  | { readonly answer: 'refused'; readonly why: ActRefusal }
  /** Surely nothing left the gateway, or it was surely dropped. */
  | { readonly answer: 'notSent' }
  | { readonly answer: 'unproven' }

/** The lock's own word that it did not do it. */
export type ActRefusal = 'busy' | 'jammed' | 'notCapable' | 'refused'

export interface SlotEntry {
  readonly digits: string
  /** Cut to the capability's `nameLength`. */
  readonly name: string
  /** Only what the lock keeps itself, by its capability; dates are milliseconds, the rest as in `AccessEntry`. */
  readonly window?: {
    readonly fromDate?: number
    readonly untilDate?: number
    readonly weekDays?: number
    readonly fromTime?: number
    readonly untilTime?: number
    /** IANA name. */
    readonly zone: string
  }
}

export type WriteAnswer =
  | { readonly answer: 'proven'; readonly by: CodeProof }
  | { readonly answer: 'refused'; readonly why: WriteRefusal }
  | { readonly answer: 'notSent' }
  | { readonly answer: 'unproven' }

/** `window`: it said yes to the window and does not keep it; its code is not there then. */
export type WriteRefusal = 'full' | 'duplicate' | 'digits' | 'length' | 'notCapable' | 'window'

export type EraseAnswer =
  /** A fresh read, or the lock's own word, says that the slot is free. */
  | { readonly answer: 'proven' }
  | { readonly answer: 'refused'; readonly why: 'notCapable' }
  | { readonly answer: 'notSent' }
  | { readonly answer: 'unproven' }

export type Look = 'state' | 'slots' | 'clock' | { readonly slot: number }

/** `unseen`: no fresh answer came. */
export type Sight<W extends Look> =
  | (W extends 'state'
      ? { readonly seen: true; readonly state: LockSight }
      : W extends 'slots'
        ? { readonly seen: true; readonly slots: readonly SlotSight[] }
        : W extends 'clock'
          ? /** Date and time that it shows, as if they were UTC. */
            { readonly seen: true; readonly shown: number }
          : { readonly seen: true; readonly slot: SlotSight })
  | { readonly seen: false }

/** One slot. `slots` names those that are not free. */
export interface SlotSight {
  readonly slot: number
  readonly holds: 'free' | 'code' | 'disabled'
  /** Where the lock tells them; absent where it masks or withholds. Compared in memory, never written down or logged. */
  readonly digits?: string
  /** Which window the lock keeps for it was not looked at: a code whose window is not proven yet is not proven by this. */
  readonly windowUnseen?: true
}
