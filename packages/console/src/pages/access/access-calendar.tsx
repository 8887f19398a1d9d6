import { useDoors } from '../../kit/devices/use-doors.ts'
import '@mantine/dates/styles.css'
import 'dayjs/locale/de'
import { zoneOf } from '@latchwork/access-window'
import type { SmartlockAuth } from '@latchwork/contract'
import { Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { TextLink } from '../../kit/routing/links.tsx'
import classes from './access-calendar.module.css'
import { Day } from './access-week.tsx'
import { mondayOf, type Segment, segmentsOf, windowOf } from './week-segments.ts'

const route = getRouteApi('/shell/access')

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
  const now = useServiceNow(60_000)
  const chosen = day ?? new Date(now).toLocaleDateString('sv')
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
            'aria-label': words.dayOf(format.day(`${date}T12:00`), holdingOn(date).length),
          })}
          renderDay={(date) => <DayWithCount date={date} count={holdingOn(date).length} />}
        />
      </Paper>
      <Section title={format.day(`${chosen}T12:00`)}>
        <Stack gap="md">
          {holdingOn(chosen).map(({ auth, segments }) => (
            <OneHolding key={auth.id} auth={auth} segments={segments} />
          ))}
          {holdingOn(chosen).length === 0 && <Text c="dimmed">{words.none}</Text>}
        </Stack>
      </Section>
    </SimpleGrid>
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
        const zone = zoneOf(doors.get(auth.smartlockId)?.config?.timezoneId)
        for (const [index, segments] of segmentsOf(windowOf(auth), zone, monday).entries())
          if (segments.length > 0) days[index]?.push({ auth, segments })
      }
      weeks.set(monday, days)
      return days
    }
    return (day) => weekOf(mondayOf(day))[(new Date(day).getUTCDay() + 6) % 7] ?? []
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

function OneHolding({ auth, segments }: Holding) {
  const { text } = useLanguage()
  const lock = useDoors().get(auth.smartlockId)
  return (
    <div>
      <TextLink
        to="/access/$smartlockId/$authId"
        params={{ smartlockId: String(auth.smartlockId), authId: auth.id }}
        fw={600}
      >
        {auth.name}
      </TextLink>
      <Text span size="sm" c="dimmed" ml="xs">
        {lock?.name ?? text.rights.doorGone}
      </Text>
      <Day segments={segments} />
    </div>
  )
}
