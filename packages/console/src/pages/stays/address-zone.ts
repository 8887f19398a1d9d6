import type { Address } from '@latchwork/contract'
import { defaultTimeZone } from '../../kit/facts.ts'
import type { StayClocks } from './stay-draft.ts'

/** An address without a zone of its own goes by that of the service (D15). */
export const zoneOf = (address: Address | undefined): string => address?.timeZone ?? defaultTimeZone

export const clocksOf = (address: Address | undefined): StayClocks => ({ ...address, zone: zoneOf(address) })
