import { AUTH_TYPE, type OperationType } from '@latchwork/contract'
import type { Updateable } from 'kysely'
import type { Ctx, WorkCtx } from '../../../../platform/context.ts'
import type { ReservationTable } from '../../../../schema/stays.ts'
import * as authorizations from '../../../access/service.ts'
import * as smartlocks from '../../../locks/service.ts'
import * as units from '../../units/service.ts'
import { codeNameOf } from '../rules.ts'
import * as store from '../store.ts'
import { shutDoorsOf } from './rules.ts'
import * as codeStore from './store.ts'

/** Puts the codes of a stay on locks, moves them and takes them away; all in the caller's transaction. */

export type CodeRefusal = authorizations.GrantRefusal | authorizations.ChangeRefusal

/** A stay with its codes. */
export interface HeldStay {
  row: store.ReservationRow
  codes: codeStore.CodeRow[]
}

/** What it is to look like: one code on each of these locks. */
export interface Wanted {
  smartlockIds: readonly number[]
  from: number
  until: number
}

export const wantedOf = ({ codes }: HeldStay) => codes.filter((code) => code.state !== 'removing')

/** The locks that a stay opens and that can take a code (D170). */
export const keypadLocksOf = async (
  ctx: Ctx<never>,
  { address_id, unit_id }: Pick<store.ReservationRow, 'address_id' | 'unit_id'>,
): Promise<number[]> =>
  smartlocks.withKeypad(ctx, await units.doorsOf(ctx, { addressId: address_id, unitId: unit_id }))

const sealContext = (id: string): string => `reservation.code:${id}`

export const openCode = (ctx: Ctx<never>, { id, code_sealed }: store.ReservationRow): number | undefined =>
  code_sealed === null ? undefined : Number(ctx.sealer.open(code_sealed, sealContext(id)))

const windowOf = ({ from, until }: Wanted) => ({ fromDate: from, untilDate: until })

/**
 * Holds the locks that have its code or are to get it, all at once: what follows asks for some of them, in any order,
 * and for what they answer about its codes.
 */
export const findLocks = (
  ctx: Ctx<never>,
  { codes }: { codes: readonly codeStore.CodeRow[] },
  more: readonly number[] = [],
) => smartlocks.listByIds(ctx, [...new Set([...codes.map((code) => code.smartlock_id), ...more])])

/** Grants the code on the locks that lack it; the same as on the others where there is one already (D82). */
export async function addCodes(
  ctx: WorkCtx<CodeRefusal>,
  stay: HeldStay,
  wanted: Wanted,
  type: OperationType,
): Promise<string | undefined> {
  const held = new Set(wantedOf(stay).map((code) => code.smartlock_id))
  const shut = shutDoorsOf(stay.row)
  const smartlockIds = wanted.smartlockIds
    .filter((id) => !held.has(id) && !shut.includes(id))
    .toSorted((a, b) => a - b)
  if (smartlockIds.length === 0) return undefined
  const { row } = stay
  const code = openCode(ctx, row)
  const granted = await authorizations.grant(
    ctx,
    {
      smartlockIds,
      type: AUTH_TYPE.keypadCode,
      name: codeNameOf(row.name),
      remoteAllowed: false,
      window: windowOf(wanted),
      ...(code !== undefined && { code }),
    },
    { type, payload: { reservation: row.id } },
  )
  await remember(ctx, stay, smartlockIds, granted)
  return granted.operationId
}

async function remember(
  ctx: Ctx<never>,
  { row }: HeldStay,
  smartlockIds: readonly number[],
  granted: authorizations.Granted,
): Promise<void> {
  await codeStore.insert(
    ctx.db,
    granted.authIds.map((auth_id, i) => ({
      account_id: ctx.accountId,
      auth_id,
      reservation_id: row.id,
      // Locks are answered for in the order of their ids.
      smartlock_id: smartlockIds[i] as number,
      state: 'pending',
      error: null,
    })),
  )
  if (row.code_sealed !== null) return
  await change(ctx, row, {
    code_sealed: ctx.sealer.seal(String(granted.code), sealContext(row.id)),
    code_tries: row.code_tries + 1,
  })
}

const change = (ctx: Ctx<never>, row: store.ReservationRow, changes: Updateable<ReservationTable>) =>
  store.update(ctx.db, ctx.accountId, row.id, changes)

/** Windows and names of codes follow their stay. */
export async function moveCodes(
  ctx: WorkCtx<CodeRefusal>,
  stay: HeldStay,
  wanted: Wanted,
  call: authorizations.Call,
): Promise<string | undefined> {
  const isKept = new Set(wanted.smartlockIds)
  const kept = wantedOf(stay).filter((code) => isKept.has(code.smartlock_id))
  if (kept.length === 0) return undefined
  const patch = { name: codeNameOf(stay.row.name), window: windowOf(wanted) }
  const ids = kept.map((code) => code.auth_id)
  const operationId = await authorizations.change(
    ctx,
    ids.map((id) => ({ id, patch })),
    call,
  )
  // Until the locks have the new times, the guest cannot rely on them.
  if (operationId !== undefined) await codeStore.update(ctx.db, ctx.accountId, ids, { state: 'pending' })
  return operationId
}

/** Takes codes away; they are remembered until their locks confirmed it. */
export async function removeCodes(
  ctx: WorkCtx<'not_found' | 'resource_locked'>,
  codes: readonly codeStore.CodeRow[],
  call: authorizations.Call,
): Promise<string | undefined> {
  await findLocks(ctx, { codes })
  const ids = await authorizations.known(
    ctx,
    codes.map((code) => code.auth_id),
  )
  const gone = codes.filter((code) => !ids.includes(code.auth_id)).map((code) => code.auth_id)
  if (gone.length > 0) await codeStore.remove(ctx.db, ctx.accountId, gone)
  if (ids.length === 0) return undefined
  // First, because what no lock has seen yet is gone before the call returns.
  await codeStore.update(ctx.db, ctx.accountId, ids, { state: 'removing' })
  return authorizations.revoke(ctx, ids, call)
}

/** Issues a stay's codes, by hand or by the clock, also where one was deleted by hand. */
export async function issue(
  ctx: WorkCtx<CodeRefusal>,
  held: HeldStay,
  wanted: Wanted,
  automation: number,
): Promise<string | undefined> {
  const stay = { ...held, row: { ...held.row, shut_doors: null } }
  const operationId = await addCodes(ctx, stay, wanted, 'reservation.issue')
  if (operationId === undefined) return undefined
  await change(ctx, stay.row, {
    issue_state: 'issuing',
    automation,
    auto_off: 0,
    shut_doors: null,
    operation_id: operationId,
    warned: 0,
  })
  return operationId
}

/** Takes all codes of a stay away; what a lock refused to give back is asked for again. */
export async function revokeAll(
  ctx: WorkCtx<'not_found' | 'resource_locked'>,
  stay: HeldStay,
  changes: Updateable<ReservationTable>,
  call: Omit<authorizations.Call, 'type'> = {},
): Promise<string | undefined> {
  const { row } = stay
  await change(ctx, row, { ...changes, issue_state: 'revoking' })
  const all = stay.codes.filter((code) => code.state !== 'removing' || code.error !== null)
  const payload = { reservation: row.id }
  const operationId = await removeCodes(ctx, all, { ...call, type: 'reservation.revoke', payload })
  if (operationId !== undefined) await change(ctx, row, { operation_id: operationId })
  return operationId
}

/** Another code for the whole stay: a fresh one is put on every lock, then the old one is taken away. */
export async function replaceCode(ctx: WorkCtx<CodeRefusal>, stay: HeldStay, wanted: Wanted): Promise<void> {
  const fresh = { row: { ...stay.row, code_sealed: null }, codes: [] }
  const operationId = await addCodes(ctx, fresh, wanted, 'reservation.update')
  await removeCodes(ctx, wantedOf(stay), { type: 'reservation.update', replacesPending: true })
  await change(ctx, stay.row, { issue_state: 'issuing', operation_id: operationId ?? null })
}
