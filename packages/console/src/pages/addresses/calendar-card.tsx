import type { ServiceLink } from '@latchwork/contract'
import { Alert, Stack, Text } from '@mantine/core'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { FactList } from '../../kit/layout/fact-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import { CalendarBadge } from './calendar-badge.tsx'
import { CalendarWork } from './calendar-work.tsx'
import { type Calendar, conditionOf } from './calendars.ts'
import { ProblemWords } from './problem-words.tsx'
import { useUnits } from './use-units.ts'

/** One linked calendar: whether it works, what it last did, and why not if it does not. */
export function CalendarCard({ calendar, zone }: { calendar: Calendar; zone: string }) {
  const { text } = useLanguage()
  const { service, link } = calendar
  const unit = useUnits(link.addressId).find(({ id }) => id === link.unitId)?.name
  const platform = text.calendars.services[service.serviceId]
  const name = unit === undefined ? platform : `${platform}, ${unit}`
  const mayChange = useAllowance()({ master: true })
  return (
    <Section title={name} lead={link.url} actions={<CalendarBadge condition={conditionOf(calendar)} />}>
      <Problem link={link} />
      <Facts link={link} zone={zone} of={unit ?? text.calendars.whole} />
      {mayChange && <CalendarWork calendar={calendar} name={name} />}
    </Section>
  )
}

/** What is wrong, in words; the message of the service has the details. */
function Problem({ link: { status, lastError, lastErrorCode } }: { link: ServiceLink }) {
  const words = useLanguage().text.calendars
  if (lastError === undefined) return null
  return (
    <Alert color={status === 'paused' ? 'red' : 'orange'} variant="light" role="status">
      <Stack gap={4}>
        <ProblemWords code={lastErrorCode} error={lastError} />
        {status === 'paused' && lastErrorCode !== 'too_many_lost' && (
          <Text size="sm">{words.pausedDetail}</Text>
        )}
      </Stack>
    </Alert>
  )
}

function Facts({ link, zone, of }: { link: ServiceLink; zone: string; of: string }) {
  const { text, format } = useLanguage()
  const words = text.calendars
  const now = useServiceNow()
  const { lastSyncDate } = link
  return (
    <FactList
      facts={[
        [words.unit, of],
        [words.bookings, format.number(link.reservations)],
        [words.lastSync, lastSyncDate ? format.ago(lastSyncDate, now) : words.never],
        [words.nextSync, useNextText(link, now)],
        [words.lastChange, useChangeText(link, zone)],
      ]}
    />
  )
}

function useNextText({ nextSyncDate }: ServiceLink, now: number): string {
  const { text, format } = useLanguage()
  if (nextSyncDate === undefined) return text.calendars.nextSyncNone
  return Date.parse(nextSyncDate) <= now ? text.calendars.nextSyncNow : format.ago(nextSyncDate, now)
}

const COUNTS = ['added', 'changed', 'canceled'] as const

function useChangeText({ lastChange }: ServiceLink, zone: string): string | undefined {
  const { text, format } = useLanguage()
  if (!lastChange) return undefined
  const counts = COUNTS.flatMap((name) =>
    lastChange[name] > 0 ? [text.calendars.counts[name](lastChange[name])] : [],
  )
  const clock = format.at(zone)
  return text.calendars.changed(clock.named(clock.moment(lastChange.date)), counts.join(', '))
}
