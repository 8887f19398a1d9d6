import type { Address, Reservation } from '@latchwork/contract'
import { zoneOf } from '../../kit/addresses/address-clocks.ts'
import type { Format } from '../../kit/language/format.ts'

/** Check-in and check-out by the clocks of the address. */
export function stayDates(stay: Reservation, address: Address | undefined, format: Format) {
  const there = format.in(zoneOf(address))
  return { from: there.moment(stay.allowedFromDate), until: there.moment(stay.allowedUntilDate) }
}
