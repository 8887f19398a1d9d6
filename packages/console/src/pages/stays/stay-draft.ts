import type { Address, Reservation } from '@latchwork/contract'
import { addDays } from '../../kit/language/days.ts'
import { dayIn, instantAt } from '../../kit/language/wall-clock.ts'
import { zoneOf } from './address-zone.ts'

/** What somebody has filled in so far; days are as the fields of a browser have them. */
export interface StayDraft {
  name: string
  email: string
  guests: number
  arrival: string
  departure: string
  reference: string
}

export const emptyDraft = (today: string): StayDraft => ({
  name: '',
  email: '',
  guests: 1,
  arrival: today,
  departure: addDays(today, 1),
  reference: '',
})

/** Of a stay that is there already. */
export function draftOf(stay: Reservation, address: Address | undefined): StayDraft {
  const { name, email, guests, startDate, endDate, reference = '' } = stay
  const dayOf = (date: string) => dayIn(Date.parse(date), zoneOf(address))
  return { name, email, guests, arrival: dayOf(startDate), departure: dayOf(endDate), reference }
}

/** Where the address has no times of its own, any moment of the day will do: what counts is the day (D82). */
const AFTERNOON = 15 * 60
const MORNING = 11 * 60

const guestOf = ({ name, email, guests }: StayDraft) => ({ name: name.trim(), email: email.trim(), guests })

const datesOf = ({ arrival, departure }: StayDraft, address: Address | undefined) => {
  const { checkInTime = AFTERNOON, checkOutTime = MORNING } = address ?? {}
  const at = (day: string, minutes: number) =>
    new Date(instantAt(day, minutes, zoneOf(address))).toISOString()
  return { startDate: at(arrival, checkInTime), endDate: at(departure, checkOutTime) }
}

/** What makes the stay. */
export const creationOf = (draft: StayDraft, address: Address | undefined) => ({
  ...guestOf(draft),
  ...datesOf(draft, address),
  ...(draft.reference !== '' && { reference: draft.reference.trim() }),
})

/** What turns a stay into the draft. Days that nobody changed keep their hours. */
export function changeOf(draft: StayDraft, stay: Reservation, address: Address | undefined) {
  if (stay.serviceId !== undefined) return guestOf(draft)
  const before = draftOf(stay, address)
  const { startDate, endDate } = datesOf(draft, address)
  return {
    ...guestOf(draft),
    ...(draft.arrival !== before.arrival && { startDate }),
    ...(draft.departure !== before.departure && { endDate }),
    reference: draft.reference.trim() || null,
  }
}
