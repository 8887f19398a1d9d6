import type { Address } from '@latchwork/contract'
import { defaultCheckIn, defaultCheckOut, defaultTimeZone } from '../facts.ts'
import type { AddressClocks } from '../language/wall-clock.ts'

/** An address without a zone of its own goes by that of the service (D15). */
export const zoneOf = (address: Address | undefined): string => address?.timeZone ?? defaultTimeZone

/** The clocks of an address; where it has none of its own, those of the service (D82). */
export const clocksOf = (address: Address | undefined): AddressClocks => ({
  zone: zoneOf(address),
  checkInTime: address?.checkInTime ?? defaultCheckIn,
  checkOutTime: address?.checkOutTime ?? defaultCheckOut,
})
