import { useMemo } from 'react'
import type { DoorClock } from '../../kit/language/door-clock.ts'
import { useLanguage } from '../../kit/language/language.tsx'

/** A plan is for doors of several zones: its first and last moment are written by the clock of whoever looks. */
export function useOwnClock(): DoorClock {
  const { format } = useLanguage()
  return useMemo(() => format.at(Intl.DateTimeFormat().resolvedOptions().timeZone), [format])
}
