import type { HeldAccess } from '../../devices/driver.ts'
import type { Ctx } from '../../platform/context.ts'
import type { SettingsReport } from './desired.ts'
import type { SmartlockRow } from './store.ts'

/** What the area of authorizations makes of reports. Everything runs in the transaction of the report. */
export interface AccessReports {
  /** The lock has just connected. */
  online(ctx: Ctx<never>, lock: SmartlockRow): Promise<void>
  answered(ctx: Ctx<never>, lock: SmartlockRow, answer: SettingsReport): Promise<void>
  held(ctx: Ctx<never>, lock: SmartlockRow, list: HeldList): Promise<void>
  /** Who did something on a lock, by the number it goes by there. */
  used(ctx: Ctx<never>, lock: SmartlockRow, use: Use): Promise<Actor | undefined>
}

/** A part of what a lock says it holds, as told on one of its connections. */
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
