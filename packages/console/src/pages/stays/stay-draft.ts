import type { Reservation } from '@latchwork/contract'
import { addDays } from '../../kit/language/days.ts'
import { type AddressClocks, dayIn, instantAt, type Pass } from '../../kit/language/wall-clock.ts'

/** What somebody has filled in so far; days are as the fields of a browser have them. */
export interface StayDraft {
  name: string
  email: string
  guests: number
  arrival: string
  departure: string
  reference: string
  /** Empty for the whole address. */
  unitId: string
}

export const emptyDraft = (today: string): StayDraft => ({
  name: '',
  email: '',
  guests: 1,
  arrival: today,
  departure: addDays(today, 1),
  reference: '',
  unitId: '',
})

/** Of a stay that is there already. */
export function draftOf(stay: Reservation, { zone }: AddressClocks): StayDraft {
  const { name, email, guests, startDate, endDate, reference = '', unitId = '' } = stay
  const dayOf = (date: string) => dayIn(Date.parse(date), zone)
  return { name, email, guests, arrival: dayOf(startDate), departure: dayOf(endDate), reference, unitId }
}

const guestOf = ({ name, email, guests }: StayDraft) => ({ name: name.trim(), email: email.trim(), guests })

const datesOf = ({ arrival, departure }: StayDraft, { zone, checkInTime, checkOutTime }: AddressClocks) => {
  const at = (day: string, minutes: number, pass: Pass) =>
    new Date(instantAt(day, minutes, zone, pass)).toISOString()
  return { startDate: at(arrival, checkInTime, 'earlier'), endDate: at(departure, checkOutTime, 'later') }
}

/** What makes the stay. */
export const creationOf = (draft: StayDraft, clocks: AddressClocks) => ({
  ...guestOf(draft),
  ...datesOf(draft, clocks),
  ...(draft.reference !== '' && { reference: draft.reference.trim() }),
  ...(draft.unitId !== '' && { unitId: draft.unitId }),
})

/** What turns a stay into the draft. Days that nobody changed keep their hours. */
export function changeOf(draft: StayDraft, stay: Reservation, clocks: AddressClocks) {
  if (stay.serviceId !== undefined) return guestOf(draft)
  const before = draftOf(stay, clocks)
  const { startDate, endDate } = datesOf(draft, clocks)
  return {
    ...guestOf(draft),
    ...(draft.arrival !== before.arrival && { startDate }),
    ...(draft.departure !== before.departure && { endDate }),
    reference: draft.reference.trim() || null,
    ...(draft.unitId !== before.unitId && { unitId: draft.unitId || null }),
  }
}
