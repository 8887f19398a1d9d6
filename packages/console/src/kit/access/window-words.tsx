import { DoorWords } from '../language/door-time.tsx'
import { useLanguage } from '../language/language.tsx'
import { type Limits, windowText } from './window-text.ts'

/** When an access right holds, by the clock of its door. */
export function WindowWords({ limits, zone }: { limits: Limits; zone: string }) {
  const { text, format } = useLanguage()
  const clock = format.at(zone)
  const words = windowText(limits, text, clock)
  if (words === text.access.always) return words
  const moments = [limits.allowedFromDate, limits.allowedUntilDate].filter((date) => date !== undefined)
  return (
    <DoorWords clock={clock} moments={moments}>
      {words}
    </DoorWords>
  )
}
