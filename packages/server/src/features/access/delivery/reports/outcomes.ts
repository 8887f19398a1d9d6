import type { HeldAccess } from '../../../../devices/driver.ts'
import type { Ctx } from '../../../../platform/context.ts'
import type * as operations from '../../../operations/service.ts'
import { isPassing } from '../../rules.ts'
import type { AuthRow } from '../../store.ts'
import { afterAnswer, isAboutDates, isEarlyStill } from '../dates.ts'

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
  row: AuthRow,
  refusal: Refusal | undefined,
  held: unknown,
): Outcome {
  const operationId = row.operation_id
  const again = { ...row, sent_revision: null }
  if (isPassing(refusal?.code)) return waitingOn(row)
  // From here on the service keeps the dates of this one.
  if (refusal && isAboutDates(row, refusal.code)) return { row: { ...again, keeps_dates: 0 }, operationId }
  if (refusal?.code === UNPROVEN) return unproven(ctx, row, refusal)
  if (refusal) return failed(ctx, row, refusal)
  const known = held as HeldAccess | undefined
  const ending = { status: 'confirmed', ...(known && { proof: known.proof }) } as const
  if (row.sync_state === 'deleting')
    return { row: { ...row, operation_id: null, pending_since: null }, isGone: true, ending, operationId }
  const number = known?.number ?? null
  const onDevice = {
    device_number: number,
    ...proofColumns(known),
    ...afterAnswer(ctx, row, number !== null),
  }
  if (isEarlyStill(ctx, row)) return { row: { ...again, ...onDevice }, operationId }
  const synced = { ...row, ...SETTLED, ...onDevice, sync_state: 'synced', error: null }
  return { row: synced, operationId, ...(operationId !== null && { ending }) }
}

/** How the device knows that it has it, and where it is if not on the lock as it should be. */
export const proofColumns = (held: Pick<HeldAccess, 'proof' | 'place'> | undefined) => ({
  proof: held?.proof ?? null,
  place: held && held.place !== 'lock' ? held.place : null,
})

/** A device's word that it wrote it, and that nothing shows that the lock has it. */
export const UNPROVEN = 0xf5

/** What is to go is asked for again; of the rest nobody knows, until the device says that it has it after all. */
function unproven(ctx: Ctx<never>, row: AuthRow, refusal: Refusal): Outcome {
  if (row.sync_state === 'deleting') return waitingOn(row)
  const { row: next, operationId, ending } = failed(ctx, { ...row, delivered: 1 }, refusal)
  return { row: next, operationId, ending: { ...ending, status: 'unknown' } }
}

const SETTLED = { operation_id: null, pending_since: null, sent_revision: null }

function failed(ctx: Ctx<never>, row: AuthRow, { code, text }: Refusal): Outcome {
  const errorCode = code.toString(16).padStart(2, '0')
  const error = `${text} (${errorCode})`
  // An earlier form of it may be on the device, and must come off in time all the same.
  const onDevice = afterAnswer(ctx, row, row.delivered === 1)
  const next = { ...row, ...SETTLED, ...onDevice, sync_state: 'failed', error }
  return { row: next, ending: { status: 'failed', errorCode, error }, operationId: row.operation_id }
}
