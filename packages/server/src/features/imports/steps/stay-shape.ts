import { RESERVATION_STATES } from '@latchwork/contract'
import type { BroughtStay } from '../../places/stays/service.ts'
import { date, idText, integer, isFields, text } from '../shapes.ts'

export interface SourceStay extends BroughtStay {
  id: string
  /** Its calendar brings it again. */
  isOfCalendar: boolean
}

const MOST_GUESTS = 1000

/** A stay as far as it makes sense, like everything of a stranger. */
export function readStay(value: unknown): SourceStay | undefined {
  if (!isFields(value)) return undefined
  const id = idText(value.id)
  const name = text(value.name, 255)
  const [startsAt, endsAt] = [date(value.startDate), date(value.endDate)]
  if (id === undefined || name === undefined || startsAt === undefined || endsAt === undefined)
    return undefined
  if (startsAt >= endsAt) return undefined
  // One that was canceled must not become one that gets a code.
  const state = RESERVATION_STATES.find((one) => one === value.state)
  if (state === undefined) return undefined
  return {
    ...{ id, name, startsAt, endsAt },
    unitId: idText(value.unitId) ?? null,
    email: text(value.email, 255) ?? '',
    guests: integer(value.guests, 1, MOST_GUESTS) ?? 1,
    reference: text(value.reference, 255) ?? null,
    checkInTime: integer(value.checkInTime, 0, 1439) ?? null,
    checkOutTime: integer(value.checkOutTime, 0, 1439) ?? null,
    isCanceled: state === 'canceled',
    isOfCalendar: value.isOfCalendar === true,
    hasCode: value.hasCode === true,
  }
}
