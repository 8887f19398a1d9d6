import { IconAlertTriangle, IconCalendarCheck, IconCalendarOff, IconClockHour4 } from '@tabler/icons-react'
import { useLanguage } from '../../kit/language/language.tsx'
import { SignBadge } from '../../kit/states/sign-badge.tsx'
import type { CalendarCondition } from './calendars.ts'

const LOOKS = {
  paused: { color: 'red', icon: IconCalendarOff },
  off: { color: 'gray', icon: IconCalendarOff },
  failing: { color: 'orange', icon: IconAlertTriangle },
  waiting: { color: 'gray', icon: IconClockHour4 },
  good: { color: 'teal', icon: IconCalendarCheck },
} as const

/** How a calendar is doing. */
export function CalendarBadge({ condition }: { condition: CalendarCondition }) {
  const { text } = useLanguage()
  return <SignBadge {...LOOKS[condition]}>{text.calendars.conditions[condition]}</SignBadge>
}
