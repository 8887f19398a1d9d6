import type { Reservation } from '@latchwork/contract'
import { useLanguage } from '../../kit/language/language.tsx'
import { zoneOf } from './address-zone.ts'
import { useAddresses } from './use-addresses.ts'

/** Check-in and check-out by the clocks of the address. */
export function useStayDates(stay: Reservation): { from: string; until: string } {
  const { format } = useLanguage()
  const there = format.in(zoneOf(useAddresses().get(stay.addressId)))
  return { from: there.moment(stay.allowedFromDate), until: there.moment(stay.allowedUntilDate) }
}
