import type { Smartlock, SmartlockAuth } from '@latchwork/contract'
import { Table, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { memo } from 'react'
import { useServiceDay } from '../../kit/data/service-clock.ts'
import { useDoors, zoneOfDoor } from '../../kit/devices/use-doors.ts'
import { DaySteps } from '../../kit/forms/day-steps.tsx'
import { clockText } from '../../kit/language/clock-text.ts'
import { addDays, mondayOf } from '../../kit/language/days.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import classes from './access-week.module.css'
import { RightLink } from './right-link.tsx'
import { type Segment, segmentsOf, windowOf } from './week-segments.ts'

const route = getRouteApi('/shell/access')
const LIKELY_HEIGHT = 68
const DAY_MINUTES = 1440
const DAYS = [0, 1, 2, 3, 4, 5, 6] as const

/** Which access right holds when in one week. */
export function AccessWeek({ auths }: { auths: readonly SmartlockAuth[] }) {
  const { text, format } = useLanguage()
  const monday = useMonday()
  const doors = useDoors()
  return (
    <>
      <WeekChoice monday={monday} />
      <LongTable
        columns={[
          { children: text.rights.week.column, w: 200 },
          ...DAYS.map(
            (day) => `${text.access.weekdays[day]}, ${format.shortCalendarDay(addDays(monday, day))}`,
          ),
        ]}
        rows={auths}
        keyOf={({ id }) => id}
        cells={(auth) => {
          return <WeekCells auth={auth} lock={doors.get(auth.smartlockId)} monday={monday} />
        }}
        minWidth={900}
        likelyHeight={LIKELY_HEIGHT}
        horizontalSpacing="sm"
        className={classes.week}
        layout="fixed"
      />
      <Text size="sm" c="dimmed">
        {text.rights.week.zone}
      </Text>
    </>
  )
}

/** The Monday of the chosen week, or of this one. */
function useMonday(): string {
  const { day } = route.useSearch()
  const today = useServiceDay()
  return mondayOf(day ?? today)
}

function WeekChoice({ monday }: { monday: string }) {
  const { text } = useLanguage()
  const navigate = route.useNavigate()
  const show = (day: string) => void navigate({ search: (before) => ({ ...before, day }) })
  return (
    <DaySteps
      words={text.rights.week}
      day={monday}
      previous={addDays(monday, -7)}
      next={addDays(monday, 7)}
      onChange={show}
    />
  )
}

interface WeekCellsProps {
  auth: SmartlockAuth
  lock: Smartlock | undefined
  monday: string
}

const WeekCells = memo(function WeekCells({ auth, lock, monday }: WeekCellsProps) {
  const days = auth.enabled ? segmentsOf(windowOf(auth), zoneOfDoor(lock), monday) : []
  return (
    <>
      <Table.Th scope="row">
        <RightLink auth={auth} lock={lock} />
      </Table.Th>
      {DAYS.map((day) => (
        <Table.Td key={day}>
          <Day segments={days[day] ?? []} />
        </Table.Td>
      ))}
    </>
  )
})

const percent = (minutes: number) => `${(minutes / DAY_MINUTES) * 100}%`

/** A day from midnight to midnight as a bar, and the same in words. */
export function Day({ segments }: { segments: readonly Segment[] }) {
  const { text } = useLanguage()
  const words = segments.map(({ from, until }) =>
    from === 0 && until === DAY_MINUTES
      ? text.rights.week.allDay
      : `${clockText(from)}–${until === DAY_MINUTES ? '24:00' : clockText(until)}`,
  )
  return (
    <>
      <div className={classes.bar} aria-hidden>
        {segments.map(({ from, until }) => (
          <div
            key={from}
            className={classes.open}
            style={{ insetInlineStart: percent(from), width: percent(until - from) }}
          />
        ))}
      </div>
      <Text size="xs" {...(words.length === 0 && { c: 'dimmed' })}>
        {words.join(', ') || text.rights.week.none}
      </Text>
    </>
  )
}
