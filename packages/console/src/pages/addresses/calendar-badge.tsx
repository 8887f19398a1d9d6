import { Badge } from '@mantine/core'
import { IconAlertTriangle, IconCalendarCheck, IconCalendarOff, IconClockHour4 } from '@tabler/icons-react'
import { useLanguage } from '../../kit/language/language.tsx'
import type { CalendarCondition } from './calendars.ts'

const LOOKS = {
  paused: { color: 'red', icon: IconCalendarOff },
  off: { color: 'gray', icon: IconCalendarOff },
  failing: { color: 'orange', icon: IconAlertTriangle },
  waiting: { color: 'gray', icon: IconClockHour4 },
  good: { color: 'teal', icon: IconCalendarCheck },
} as const

/** How a calendar is doing, in a word and a sign. */
export function CalendarBadge({ condition }: { condition: CalendarCondition }) {
  const { text } = useLanguage()
  const { color, icon: Sign } = LOOKS[condition]
  return (
    <Badge
      color={color}
      variant="light"
      tt="none"
      fw={500}
      miw="max-content"
      leftSection={<Sign size={14} aria-hidden />}
    >
      {text.calendars.conditions[condition]}
    </Badge>
  )
}
