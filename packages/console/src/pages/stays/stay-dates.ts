import type { Address, Reservation } from '@latchwork/contract'
import { zoneOf } from '../../kit/addresses/address-clocks.ts'
import type { Format } from '../../kit/language/format.ts'

/** Check-in and check-out by the clocks of the address. */
export function stayDates(stay: Reservation, address: Address | undefined, format: Format) {
  const clock = format.at(zoneOf(address))
  const moments = [stay.allowedFromDate, stay.allowedUntilDate]
  return {
    clock,
    moments,
    from: clock.moment(stay.allowedFromDate),
    until: clock.moment(stay.allowedUntilDate),
  }
}
