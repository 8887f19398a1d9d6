import type { Language, Reservation } from '@latchwork/contract'
import { addDays } from '../../kit/language/days.ts'
import { type AddressClocks, dayIn, instantAt, type Pass } from '../../kit/language/wall-clock.ts'

/** What somebody has filled in so far; days are as the fields of a browser have them. */
export interface StayDraft {
  name: string
  email: string
  phone: string
  /** Empty for that of the address. */
  language: Language | ''
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
  phone: '',
  language: '',
  guests: 1,
  arrival: today,
  departure: addDays(today, 1),
  reference: '',
  unitId: '',
})

/** Of a stay that is there already. */
export function draftOf(stay: Reservation, { zone }: AddressClocks): StayDraft {
  const { name, email, guests, startDate, endDate, reference = '', unitId = '' } = stay
  const { phone = '', language = '' } = stay
  const dayOf = (date: string) => dayIn(Date.parse(date), zone)
  const days = { arrival: dayOf(startDate), departure: dayOf(endDate) }
  return { name, email, phone, language, guests, ...days, reference, unitId }
}

const guestOf = ({ name, email, guests }: StayDraft) => ({ name: name.trim(), email: email.trim(), guests })

/** As people write it, and as the service takes it. */
const phoneOf = ({ phone }: StayDraft): string => phone.replaceAll(/[\s()/.-]/g, '')

/** Where and how the guest is written to; what is empty is cleared. */
const contactOf = (draft: StayDraft) => ({
  phone: phoneOf(draft) || null,
  language: draft.language || null,
})

const datesOf = ({ arrival, departure }: StayDraft, { zone, checkInTime, checkOutTime }: AddressClocks) => {
  const at = (day: string, minutes: number, pass: Pass) =>
    new Date(instantAt(day, minutes, zone, pass)).toISOString()
  return { startDate: at(arrival, checkInTime, 'earlier'), endDate: at(departure, checkOutTime, 'later') }
}

/** What makes the stay. */
export const creationOf = (draft: StayDraft, clocks: AddressClocks) => ({
  ...guestOf(draft),
  ...datesOf(draft, clocks),
  ...(draft.phone !== '' && { phone: phoneOf(draft) }),
  ...(draft.language !== '' && { language: draft.language }),
  ...(draft.reference !== '' && { reference: draft.reference.trim() }),
  ...(draft.unitId !== '' && { unitId: draft.unitId }),
})

/** What turns a stay into the draft. Days that nobody changed keep their hours. */
export function changeOf(draft: StayDraft, stay: Reservation, clocks: AddressClocks) {
  const guest = { ...guestOf(draft), ...contactOf(draft) }
  if (stay.serviceId !== undefined) return guest
  const before = draftOf(stay, clocks)
  const { startDate, endDate } = datesOf(draft, clocks)
  return {
    ...guest,
    ...(draft.arrival !== before.arrival && { startDate }),
    ...(draft.departure !== before.departure && { endDate }),
    reference: draft.reference.trim() || null,
    ...(draft.unitId !== before.unitId && { unitId: draft.unitId || null }),
  }
}
