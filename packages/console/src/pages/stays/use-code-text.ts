import { AUTOMATION, type Reservation } from '@latchwork/contract'
import { zoneOf } from '../../kit/addresses/address-clocks.ts'
import { autoIssueHoursOf } from '../../kit/addresses/auto-issue.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { isOver } from './stay-state.ts'
import { useAddresses } from './use-addresses.ts'
import { useCodes } from './use-codes.ts'

const HOUR_MS = 3_600_000

/** How far the code of a stay is, in a sentence. */
export function useCodeText(stay: Reservation): string {
  const { text, format } = useLanguage()
  const words = text.stays.code
  const now = useServiceNow()
  const address = useAddresses().get(stay.addressId)
  const codes = useCodes(stay)
  if (stay.isCurrentlyRevokingAuth) return words.revoking
  if (stay.readiness === 1) return words.ready
  if (stay.readiness !== undefined)
    return words.issuing(
      codes.filter(({ syncState }) => syncState === 'synced').length,
      stay.authIds?.length ?? 0,
    )
  if (stay.state === 'canceled' || isOver(stay, now)) return words.noneOver
  if (stay.automation === AUTOMATION.failed) return words.failed
  const hours = address && autoIssueHoursOf(address)
  if (stay.automation !== AUTOMATION.planned || hours === undefined) return words.none
  const at = Date.parse(stay.allowedFromDate) - hours * HOUR_MS
  const clock = format.at(zoneOf(address))
  return words.planned(clock.named(clock.moment(at)))
}
