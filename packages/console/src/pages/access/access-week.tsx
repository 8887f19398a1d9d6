import { zoneOf } from '@latchwork/access-window'
import type { SmartlockAuth } from '@latchwork/contract'
import { Button, Group, Paper, Table, Text, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { useDoors } from '../../kit/devices/use-doors.ts'
import { clockText } from '../../kit/language/clock-text.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { TextLink } from '../../kit/routing/links.tsx'
import classes from './access-week.module.css'
import { addDays, mondayOf, type Segment, segmentsOf, windowOf } from './week-segments.ts'

const route = getRouteApi('/shell/access')
const PAGE = 50
const DAY_MINUTES = 1440
const DAYS = [0, 1, 2, 3, 4, 5, 6] as const

/** Which access right holds when in one week. */
export function AccessWeek({ auths }: { auths: readonly SmartlockAuth[] }) {
  const { text, format } = useLanguage()
  const monday = useMonday()
  const [most, setMost] = useState(PAGE)
  return (
    <>
      <WeekChoice monday={monday} />
      <Paper withBorder>
        <Table.ScrollContainer minWidth={900}>
          <Table verticalSpacing="sm" horizontalSpacing="sm" className={classes.week} layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={200}>{text.rights.week.column}</Table.Th>
                {DAYS.map((day) => (
                  <Table.Th key={day}>
                    {text.access.weekdays[day]}, {format.shortDay(`${addDays(monday, day)}T12:00`)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {auths.slice(0, most).map((auth) => (
                <Row key={auth.id} auth={auth} monday={monday} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {auths.length > most && (
          <Button variant="subtle" fullWidth onClick={() => setMost((before) => before + PAGE)}>
            {text.rights.showMore}
          </Button>
        )}
      </Paper>
      <Text size="sm" c="dimmed">
        {text.rights.week.zone}
      </Text>
    </>
  )
}

/** The Monday of the chosen week, or of this one. */
function useMonday(): string {
  const { day } = route.useSearch()
  const now = useServiceNow(60_000)
  return mondayOf(day ?? new Date(now).toLocaleDateString('sv'))
}

function WeekChoice({ monday }: { monday: string }) {
  const { text } = useLanguage()
  const navigate = route.useNavigate()
  const show = (day: string) => void navigate({ search: (before) => ({ ...before, day }) })
  return (
    <Group gap="xs" align="flex-end">
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={16} />}
        onClick={() => show(addDays(monday, -7))}
      >
        {text.rights.week.previous}
      </Button>
      <TextInput
        label={text.rights.week.day}
        type="date"
        value={monday}
        onChange={({ currentTarget: { value } }) => value !== '' && show(value)}
      />
      <Button
        variant="default"
        rightSection={<IconChevronRight size={16} />}
        onClick={() => show(addDays(monday, 7))}
      >
        {text.rights.week.next}
      </Button>
    </Group>
  )
}

function Row({ auth, monday }: { auth: SmartlockAuth; monday: string }) {
  const { text } = useLanguage()
  const lock = useDoors().get(auth.smartlockId)
  const days = auth.enabled ? segmentsOf(windowOf(auth), zoneOf(lock?.config?.timezoneId), monday) : []
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <TextLink
          to="/access/$smartlockId/$authId"
          params={{ smartlockId: String(auth.smartlockId), authId: auth.id }}
          c="bright"
          fw={600}
        >
          {auth.name}
        </TextLink>
        <Text size="sm" c="dimmed">
          {lock?.name ?? text.rights.doorGone}
        </Text>
      </Table.Th>
      {DAYS.map((day) => (
        <Table.Td key={day}>
          <Day segments={days[day] ?? []} />
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

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
