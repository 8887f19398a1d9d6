import type { Ctx } from '../../../platform/context.ts'
import { inBites } from '../../../platform/store/bites.ts'
import type { AuthRow } from '../store.ts'
import { chained, type Deciding, decidingOf, GONE, isSame } from './rules.ts'
import type { VersionRow } from './store.ts'
import * as store from './store.ts'

export type { VersionRow } from './store.ts'
export { verifyHistory } from './verification.ts'

/** The hash of the version that was written down of each authorization, for the audit log. */
export type Versions = ReadonlyMap<string, string>

type Stored = Deciding & Pick<AuthRow, 'id'>

/**
 * Writes down how authorizations stand from now on, in the transaction that changed them; those that stand as before
 * are left out. Whoever calls holds their locks.
 */
export const note = (ctx: Ctx<never>, rows: readonly Stored[]): Promise<Versions> =>
  append(
    ctx,
    rows.map((row) => ({ authId: row.id, next: decidingOf(row), isGone: false })),
  )

/** They are on no lock any more. */
export const noteGone = (ctx: Ctx<never>, rows: readonly Stored[]): Promise<Versions> =>
  append(
    ctx,
    rows.map((row) => ({
      authId: row.id,
      next: { ...decidingOf(row), sync_state: GONE, device_number: null, place: null },
      isGone: true,
    })),
  )

interface Noted {
  authId: string
  next: Deciding
  isGone: boolean
}

async function append(ctx: Ctx<never>, noted: readonly Noted[]): Promise<Versions> {
  if (noted.length === 0) return new Map()
  const open = await store.listOpen(
    ctx.db,
    ctx.accountId,
    noted.map(({ authId }) => authId),
  )
  const before = new Map(open.map((version) => [version.auth_id, version]))
  const changed = noted.filter(({ authId, next }) => {
    const last = before.get(authId)
    return !last || !isSame(last, next)
  })
  // One moment for both: the end of one version is the beginning of the next.
  const now = ctx.clock.now()
  const rows = changed.map((one) => versionOf(ctx, one, before.get(one.authId), now))
  const replaced = changed.map(({ authId }) => authId).filter((id) => before.has(id))
  await store.close(ctx.db, ctx.accountId, replaced, now)
  await store.insert(ctx.db, rows)
  return new Map(rows.map(({ auth_id, hash }) => [auth_id, hash]))
}

function versionOf(
  ctx: Ctx<never>,
  { authId, next, isGone }: Noted,
  last: store.VersionRow | undefined,
  now: number,
) {
  const fromAt = Math.max(now, last?.from_at ?? 0)
  const version = {
    ...next,
    account_id: ctx.accountId,
    auth_id: authId,
    number: (last?.number ?? 0) + 1,
    from_at: fromAt,
    // What is gone stands nowhere: its version says when, and lasts no longer than that.
    until_at: isGone ? fromAt : store.OPEN,
  }
  return { ...version, hash: ctx.sealer.mac(chained(last?.hash ?? '', version), 'rights history') }
}

/** From now on a lock goes by another clock than it did. */
export const noteZone = async (ctx: Ctx<never>, smartlockId: number, before: string): Promise<void> => {
  const row = {
    account_id: ctx.accountId,
    smartlock_id: smartlockId,
    until_at: ctx.clock.now(),
    zone: before,
  }
  await store.insertZone(ctx.db, row)
}

/** How the rights of a lock stood at a moment, and in which form the lock last had those of which a change waited. */
export async function versionsAt(ctx: Ctx<never>, smartlockId: number, at: number) {
  const { db, accountId } = ctx
  const versions = await store.listAt(db, accountId, smartlockId, at)
  const pending = versions.filter(({ sync_state }) => sync_state === 'pending').map(({ auth_id }) => auth_id)
  const proven = await store.listLastProven(db, accountId, pending, at)
  return {
    versions,
    proven: new Map(proven.map((one) => [one.auth_id, one])),
    /** By which clock the lock went, if by another than now. */
    zone: await store.findZone(db, accountId, smartlockId, at),
    began: await store.findBeginning(db),
  }
}

export const isOpen = ({ until_at }: VersionRow): boolean => until_at === store.OPEN

/** Removes what was over before a time, of all accounts. */
export async function removeOver(
  ctx: Ctx<never>,
  before: number,
  goOn?: () => void,
  /** Of one account; of all unless given. */
  accountId?: number,
): Promise<void> {
  await inBites(ctx.db, (limit) => store.removeSomeOver(ctx.db, before, limit, accountId), goOn)
  await store.removeZonesOver(ctx.db, before, accountId)
}
