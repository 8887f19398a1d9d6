import type { LockDeed } from '@latchwork/simulator'

/** Everything a campaign saw: what clients were told, what locks did, what is stored. The checker needs nothing else. */
export interface History {
  readonly calls: readonly Call[]
  readonly locks: readonly LockRecord[]
  readonly operations: readonly StoredOperation[]
  /** In the order of their ids. */
  readonly events: readonly StoredEvent[]
  readonly streams: readonly StreamRecord[]
  readonly webhooks: readonly WebhookRecord[]
  readonly people: { readonly told: readonly string[]; readonly stored: readonly string[] }
  readonly stays: { readonly told: readonly string[]; readonly stored: readonly string[] }
  /** Processes that ended and were not killed. */
  readonly deaths: number
  readonly audit: { readonly holds: boolean; readonly text: string }
}

/** One wish of a client, asked with one idempotency key until it was answered. */
export interface Call {
  readonly key: string
  readonly kind: 'action' | 'config' | 'code' | 'user' | 'stay'
  readonly smartlockId?: number | undefined
  readonly at: number
  readonly attempts: number
  /** `open`: the campaign ended before anybody answered. */
  readonly outcome: 'accepted' | 'refused' | 'open'
  /** Of every answer that accepted it; all are one. */
  readonly operationIds: readonly string[]
  readonly refusal?: string | undefined
}

/** What a lock says about itself when all is over. */
export interface LockRecord {
  readonly smartlockId: number
  readonly name: string
  readonly deeds: readonly LockDeed[]
  readonly waitingEvents: number
  readonly lostEvents: number
  /** Entries of its log that the service stored. */
  readonly storedEvents: number
  readonly codes: CodesOf
  readonly ledBrightness: { readonly onLock: number | undefined; readonly told: readonly number[] }
}

/** The codes of a lock by name, as three sides know them. */
export interface CodesOf {
  readonly onLock: ReadonlyMap<string, string>
  readonly stored: ReadonlyMap<string, string>
  /** What clients were told last; `gone` was removed. What was never answered is not among them. */
  readonly told: ReadonlyMap<string, string | 'gone'>
  /** Names of calls that nobody answered: both is right. */
  readonly uncertain: ReadonlySet<string>
}

export interface StoredOperation {
  readonly id: string
  readonly type: string
  readonly smartlockId: number | null
  readonly status: string
}

export interface StoredEvent {
  readonly id: string
  readonly feature: string
  readonly smartlockId: number | null
}

/** The ids as they came, over all connections of one client. */
export interface StreamRecord {
  readonly name: string
  readonly after: string
  readonly ids: readonly string[]
  readonly resets: number
}

export interface WebhookRecord {
  readonly name: string
  readonly features: readonly string[]
  /** The newest event before it was registered. */
  readonly after: string
  readonly received: readonly {
    readonly id: string
    readonly body: string
    readonly smartlockId: number | undefined
  }[]
}
