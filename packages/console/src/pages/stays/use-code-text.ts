import { AUTOMATION, type Reservation } from '@latchwork/contract'
import { zoneOf } from '../../kit/addresses/address-clocks.ts'
import { autoIssueHoursOf } from '../../kit/addresses/auto-issue.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { isOver } from './stay-state.ts'
import { useAddresses } from './use-addresses.ts'
import { useCodes } from './use-codes.ts'

const HOUR_MS = 3_600_000

/** When the code of a stay is made by itself, by the clock of its address; undefined where it is not. */
export function useCodeTime(stay: Reservation): string | undefined {
  const { format } = useLanguage()
  const address = useAddresses().get(stay.addressId)
  const hours = address && autoIssueHoursOf(address)
  if (stay.automation !== AUTOMATION.planned || hours === undefined) return undefined
  const clock = format.at(zoneOf(address))
  return clock.named(clock.moment(Date.parse(stay.allowedFromDate) - hours * HOUR_MS))
}

/** How far the code of a stay is, in a sentence. */
export function useCodeText(stay: Reservation): string {
  const { text } = useLanguage()
  const words = text.stays.code
  const now = useServiceNow()
  const codes = useCodes(stay)
  const planned = useCodeTime(stay)
  if (stay.isCurrentlyRevokingAuth) return words.revoking
  if (stay.readiness === 1) return words.ready
  if (stay.readiness !== undefined)
    return words.issuing(
      codes.filter(({ syncState }) => syncState === 'synced').length,
      stay.authIds?.length ?? 0,
    )
  if (stay.state === 'canceled' || isOver(stay, now)) return words.noneOver
  if (stay.automation === AUTOMATION.failed) return words.failed
  return planned === undefined ? words.none : words.planned(planned)
}
