import type { AccessEntry, DeviceRef } from '../devices/driver.ts'
import type { Ctx, Principal, RequestCtx } from '../platform/context.ts'
import type { EndedAccess } from './events/makers/service.ts'
import type { RaisedAlert } from './events/notifications/alerts/service.ts'
import type * as locks from './locks/service.ts'
import type { OperationRow } from './operations/service.ts'

/**
 * What features ask of others that are built on them and that they therefore must not import: all of it, in one place.
 * `compose/links.ts` says who answers. What takes a context runs in the caller's transaction.
 */
declare module '../platform/context.ts' {
  interface Ports {
    /** Operations have ended, in this order. Whoever had them carried out by another area hears of it here. */
    operationsEnded(ctx: Ctx<never>, ended: readonly OperationRow[]): Promise<void>

    /** How to reach a lock from this very process; undefined when it cannot, or the lock's credentials ended. */
    lockAtHand(ctx: Ctx<never>, lock: locks.SmartlockRow): Promise<DeviceRef | undefined>
    /** Several locks are about to be asked for so, one after the other. */
    locksWanted(ctx: Ctx<never>, locks: readonly locks.SmartlockRow[]): Promise<void>
    /** An action that is stored as sent leaves; called after the commit. */
    handOver(leaving: locks.Leaving): void
    /** Which of these locks, of whatever accounts, have not got all of their access rights as they are to be. */
    locksLackingRights(ctx: Ctx<never>, locks: readonly locks.SmartlockRow[]): Promise<ReadonlySet<number>>
    /** Such a lock has just connected. */
    sendRights(ctx: Ctx<never>, lock: locks.SmartlockRow): Promise<void>
    /** This process has come to serve the locks of these shares, or all; what they answered before may be lost. */
    locksTaken(ctx: Ctx<never>, shares: readonly number[] | undefined): Promise<void>
    /** A lock has answered a change of the access rights it keeps. */
    rightsAnswered(ctx: Ctx<never>, lock: locks.SmartlockRow, answer: locks.SettingsReport): Promise<void>
    /** A lock has reported which access rights it holds. */
    rightsHeld(
      ctx: Ctx<never>,
      lock: locks.SmartlockRow,
      list: locks.HeldList,
      digestOf: (entry: AccessEntry) => string,
    ): Promise<void>
    /** A lock goes by another clock than before, or others keep the windows of its rights. */
    windowsMoved(
      ctx: Ctx<never>,
      lock: locks.SmartlockRow,
      areKeepersNew: boolean,
      before: locks.SmartlockRow,
    ): Promise<void>
    /** A lock has reported codes on it that were not granted here. */
    foreignHeld(ctx: Ctx<never>, lock: locks.SmartlockRow, page: locks.ForeignPage): Promise<void>
    /** A lock has reported what it knows by itself. */
    pairingsHeld(ctx: Ctx<never>, lock: locks.SmartlockRow, page: locks.PairingPage): Promise<void>
    /** Who did something on a lock, by the number they go by there. */
    rightUsed(ctx: Ctx<never>, lock: locks.SmartlockRow, use: locks.Use): Promise<locks.Actor | undefined>
    /** How many access rights a lock holds, or how many of them will not have expired by a time. */
    countRights(ctx: Ctx<never>, smartlockId: number, at?: number): Promise<number>
    /** A lock is being deleted, and its access rights with it. */
    removeRights(ctx: Ctx<never>, smartlockId: number): Promise<void>

    /** A lock is being deleted: whoever serves it has to know. */
    lockRemoved(ctx: Ctx<never>, lock: locks.SmartlockRow): Promise<void>

    /** A master account is being deleted: its locks can log in no more, and those that are online are disconnected. */
    disconnectLocks(ctx: Ctx<never>): Promise<void>
    /** Removes some of the log of locks that a deleted account left behind; how many entries there were. */
    removeSomeOfLockLog(ctx: Ctx<never>, accountId: number, limit: number): Promise<number>
    /** These accounts, a master with its sub-accounts or one of those, are about to be removed. */
    accountsRemoved(ctx: Ctx<never>, accountIds: readonly number[]): Promise<void>
    /** These accounts have been removed: what they made for others loses its power. */
    creatorsRemoved(ctx: Ctx<never>, accountIds: readonly number[]): Promise<void>
    /** A token, a grant or a session was used. */
    accessUsed(ctx: Ctx<never>, use: { kind: Principal['kind']; id: string; at: number }): Promise<void>
    /** What was made by access that has ended goes with it (D117). */
    accessEnded(ctx: Ctx<never>, accountId: number, ended: EndedAccess): Promise<void>
    /** Something that people may want to know at once; it is only noted, so whoever raises it may hold anything. */
    alertRaised(ctx: Ctx<never>, alert: RaisedAlert): Promise<void>
    /** The session has shown more than a password. */
    secondFactorShown(ctx: Ctx<never>, accountId: number, sessionId: string): Promise<void>
    /** The central webhook of an advanced key is switched on or off; answers with the key's owner if that is new. */
    centralWebhookSwitched(
      ctx: Ctx<never>,
      apiKeyId: number,
      status: 'ACTIVE' | 'DEACTIVATED',
    ): Promise<{ account_id: number } | undefined>

    /** Locks, times or settings of an address are about to be others: codes that were issued must follow. */
    addressChanged(ctx: Ctx<never>, addressId: number): Promise<void>
    /** An address has these doors more: its tokens give them only if the caller may. */
    addressWidened(ctx: RequestCtx, addressId: number, added: readonly number[]): Promise<void>
    /** The clock has looked at a stay: it may be time to write to its guest. */
    stayLookedAt(ctx: Ctx<never>, reservationId: string): Promise<void>
    /** The guest of a stay has another mail address or number: what went to the one before ends. */
    guestContactChanged(ctx: Ctx<never>, reservationId: string): Promise<void>
    /** Units of an address are about to have other doors: codes of stays must follow. */
    stayDoorsChanged(ctx: Ctx<never>, addressId: number): Promise<void>
    /** The access rights that were given for an address and are still there. */
    rightsGivenAt(ctx: Ctx<never>, addressId: number): Promise<string[]>
    /** Units are being deleted. */
    unitsRemoved(ctx: Ctx<never>, unitIds: readonly string[]): Promise<void>
  }
}
