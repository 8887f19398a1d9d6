import type { HeldAccess } from '../../../../devices/driver.ts'
import type { Ctx } from '../../../../platform/context.ts'
import type * as operations from '../../../operations/service.ts'
import { isPassing } from '../../rules.ts'
import type { AuthRow } from '../../store.ts'
import { isToComeOff, isWaitedFor, type Keeping, standing, takenOver } from '../windows.ts'

/** What a lock did not take, and why. */
export interface Refusal {
  path: string
  code: number
  text: string
}

/** A device's word that it has the code already. */
const CODE_EXISTS = 0x2a

export const isTaken = (refusal: Refusal | undefined): boolean => refusal?.code === CODE_EXISTS

/** What an answer makes of one authorization. */
export interface Outcome {
  row: AuthRow
  isGone?: true
  /** Set when it came to an end that somebody gets an event for. */
  ending?: Omit<operations.End, 'id'>
  /** The operation that ends with it. */
  operationId: string | null
}

/** It waits on. */
export const waitingOn = (row: AuthRow): Outcome => ({
  row: { ...row, sent_revision: null },
  operationId: row.operation_id,
})

export function outcomeOf(
  ctx: Ctx<never>,
  keeping: Keeping,
  row: AuthRow,
  refusal: Refusal | undefined,
  held: unknown,
): Outcome {
  const operationId = row.operation_id
  if (refusal) return afterRefusal(ctx, keeping, row, refusal)
  const known = held as HeldAccess | undefined
  const ending = { status: 'confirmed', ...(known && { proof: known.proof }) } as const
  if (row.sync_state === 'deleting')
    return { row: { ...row, operation_id: null, pending_since: null }, isGone: true, ending, operationId }
  const number = known?.number ?? null
  const onDevice = {
    device_number: number,
    ...proofColumns(known),
    ...standing(ctx, keeping, row, number !== null),
  }
  if (isWaitedFor(ctx, keeping, row))
    return { row: { ...row, sent_revision: null, ...onDevice }, operationId }
  const synced = { ...row, ...SETTLED, ...onDevice, sync_state: 'synced', error: null, unproven: 0 }
  return { row: synced, operationId, ...(operationId !== null && { ending }) }
}

function afterRefusal(ctx: Ctx<never>, keeping: Keeping, row: AuthRow, refusal: Refusal): Outcome {
  if (isAskedAgain(ctx, keeping, row, refusal)) return waitingOn(isPassing(refusal.code) ? row : stuck(row))
  const kept = takenOver(keeping, row, refusal.code)
  if (kept) return { row: { ...row, sent_revision: null, ...kept }, operationId: row.operation_id }
  if (refusal.code !== UNPROVEN) return failed(ctx, keeping, row, refusal)
  // Nobody knows, until the device says that it has it after all.
  const { row: next, operationId, ending } = failed(ctx, keeping, row, refusal)
  return { row: { ...next, unproven: 1 }, operationId, ending: { ...ending, status: 'unknown' } }
}

/** It should have come off, and did not. */
const stuck = (row: AuthRow): AuthRow => (row.sync_state === 'deleting' ? row : { ...row, place: 'stuck' })

/** It is asked for again, later and later: what may pass, and whatever has to come off the lock. */
export const isAskedAgain = (
  ctx: Ctx<never>,
  keeping: Keeping,
  row: AuthRow,
  refusal: Refusal | undefined,
): boolean => {
  if (!refusal || isPassing(refusal.code)) return refusal !== undefined
  return row.sync_state === 'deleting' ? refusal.code === UNPROVEN : isToComeOff(ctx, keeping, row)
}

/** How the device knows that it has it, and where it is if not on the lock as it should be. */
export const proofColumns = (held: Pick<HeldAccess, 'proof' | 'place'> | undefined) => ({
  proof: held?.proof ?? null,
  place: held && held.place !== 'lock' ? held.place : null,
})

/** A device's word that it wrote it, and that nothing shows that the lock has it. */
const UNPROVEN = 0xf5

const SETTLED = { operation_id: null, pending_since: null, sent_revision: null }

function failed(ctx: Ctx<never>, keeping: Keeping, row: AuthRow, { code, text }: Refusal) {
  const errorCode = code.toString(16).padStart(2, '0')
  const error = `${text} (${errorCode})`
  // An earlier form of it may be on the device, and must come off in time all the same.
  const onDevice = standing(ctx, keeping, row, row.delivered === 1)
  const next = { ...row, ...SETTLED, ...onDevice, sync_state: 'failed', error, unproven: 0 }
  const ending = { status: 'failed', errorCode, error } as const
  return { row: next, ending, operationId: row.operation_id }
}
