import type { HeldPairing } from '@latchwork/contract'
import type { HeldAccess } from '../../../devices/driver.ts'

/** A part of what a lock says it holds, as it reported on one of its connections. */
export interface HeldList {
  sessionId: string
  after?: string
  upTo?: string
  entries: Readonly<Record<string, HeldAccess>>
}

export interface Use {
  number: number
  at: number
  succeeded: boolean
}

/** Whom an authorization was given to. */
export interface Actor {
  authId: string
  name: string
  accountUserId: number | null
}

/** A part of what a lock says it knows by itself. */
export interface PairingPage {
  sessionId: string
  after?: number
  upTo?: number
  pairings: readonly HeldPairing[]
}

/** A part of what a lock says it holds of others. */
export interface ForeignPage {
  sessionId: string
  after?: number
  upTo?: number
  codes: readonly { slot: number; name?: string }[]
}
