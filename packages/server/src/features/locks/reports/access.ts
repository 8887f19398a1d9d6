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
