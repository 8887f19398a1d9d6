import { useDoors, zoneOfDoor } from '../../kit/devices/use-doors.ts'
import '@mantine/dates/styles.css'
import 'dayjs/locale/de'
import 'dayjs/locale/es'
import 'dayjs/locale/fr'
import 'dayjs/locale/it'
import 'dayjs/locale/nl'
import type { Smartlock, SmartlockAuth } from '@latchwork/contract'
import { Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { getRouteApi } from '@tanstack/react-router'
import { memo, useMemo } from 'react'
import { useServiceDay } from '../../kit/data/service-clock.ts'
import { mondayOf, weekdayOf } from '../../kit/language/days.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import classes from './access-calendar.module.css'
import { Day } from './access-week.tsx'
import { RightLink } from './right-link.tsx'
import { type Segment, segmentsOf, windowOf } from './week-segments.ts'

const route = getRouteApi('/shell/access')
const LIKELY_HEIGHT = 68

interface Holding {
  auth: SmartlockAuth
  segments: Segment[]
}

/** A month with how many may come in on each day, and who they are on the chosen one. */
export function AccessCalendar({ auths }: { auths: readonly SmartlockAuth[] }) {
  const { text, language, format } = useLanguage()
  const words = text.rights.calendar
  const { day } = route.useSearch()
  const navigate = route.useNavigate()
  const today = useServiceDay()
  const chosen = day ?? today
  const holdingOn = useHoldingOn(auths)
  const show = (value: string | null) =>
    value !== null && void navigate({ search: (before) => ({ ...before, day: value }) })
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Paper withBorder p="md" component="section" aria-label={words.title}>
        <DatePicker
          key={chosen.slice(0, 7)}
          value={chosen}
          defaultDate={chosen}
          onChange={show}
          locale={language}
          size="md"
          fullWidth
          hideOutsideDates
          // Free days are no different for a lock.
          weekendDays={[]}
          ariaLabels={{
            nextMonth: words.nextMonth,
            previousMonth: words.previousMonth,
          }}
          getDayProps={(date) => ({
            'aria-label': words.dayOf(format.calendarDay(date), holdingOn(date).length),
          })}
          renderDay={(date) => <DayWithCount date={date} count={holdingOn(date).length} />}
        />
      </Paper>
      <DayList title={format.calendarDay(chosen)} holdings={holdingOn(chosen)} />
    </SimpleGrid>
  )
}

/** Who may come in on one day, and when. */
function DayList({ title, holdings }: { title: string; holdings: readonly Holding[] }) {
  const { text } = useLanguage()
  const doors = useDoors()
  return (
    <Stack component="section" aria-label={title} gap="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      {holdings.length === 0 ? (
        <Text c="dimmed">{text.rights.calendar.none}</Text>
      ) : (
        <LongTable
          columns={[text.rights.week.column, text.rights.columns.when]}
          rows={holdings}
          keyOf={({ auth }) => auth.id}
          cells={(holding) => <HoldingCells {...holding} lock={doors.get(holding.auth.smartlockId)} />}
          minWidth={280}
          likelyHeight={LIKELY_HEIGHT}
          layout="fixed"
        />
      )}
    </Stack>
  )
}

/** Who may come in on a day; a week is calculated once. */
function useHoldingOn(auths: readonly SmartlockAuth[]): (day: string) => Holding[] {
  const doors = useDoors()
  return useMemo(() => {
    const weeks = new Map<string, Holding[][]>()
    const weekOf = (monday: string): Holding[][] => {
      const known = weeks.get(monday)
      if (known) return known
      const days: Holding[][] = Array.from({ length: 7 }, () => [])
      for (const auth of auths.filter(({ enabled }) => enabled)) {
        const zone = zoneOfDoor(doors.get(auth.smartlockId))
        for (const [index, segments] of segmentsOf(windowOf(auth), zone, monday).entries())
          if (segments.length > 0) days[index]?.push({ auth, segments })
      }
      weeks.set(monday, days)
      return days
    }
    return (day) => weekOf(mondayOf(day))[weekdayOf(day)] ?? []
  }, [auths, doors])
}

function DayWithCount({ date, count }: { date: string; count: number }) {
  return (
    <div className={classes.day}>
      {Number(date.slice(8))}
      <span className={classes.count} data-count={count === 0 ? undefined : count} />
    </div>
  )
}

const HoldingCells = memo(function HoldingCells({
  auth,
  segments,
  lock,
}: Holding & { lock: Smartlock | undefined }) {
  return (
    <>
      <Table.Td>
        <RightLink auth={auth} lock={lock} />
      </Table.Td>
      <Table.Td>
        <Day segments={segments} />
      </Table.Td>
    </>
  )
})
