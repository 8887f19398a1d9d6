import { api, type Reservation } from '@latchwork/contract'
import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconLuggage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { zoneOf } from '../../kit/addresses/address-clocks.ts'
import { useSend } from '../../kit/data/queries.ts'
import { useServiceDay, useServiceNow } from '../../kit/data/service-clock.ts'
import { useDoors } from '../../kit/devices/use-doors.ts'
import { DoorWords } from '../../kit/language/door-time.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { LongList } from '../../kit/layout/long-list.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { StayShifts } from '../stays/stay-shifts.tsx'
import { STAY_READS } from '../stays/stays-queries.ts'
import { useAddresses } from '../stays/use-addresses.ts'
import { useCodeTime } from '../stays/use-code-text.ts'
import { useUnits } from '../stays/use-units.ts'
import {
  ARRIVAL_DAYS,
  type ArrivalDay,
  type ArrivalState,
  arrivalDay,
  arrivalState,
  canIssue,
} from './arrival-rules.ts'
import classes from './arrivals.module.css'
import { MOST_ARRIVALS, readArrivals } from './arrivals-queries.ts'
import { Collisions, StayLink } from './collisions.tsx'

const LIKELY_HEIGHT = 84

/** Who comes today, tomorrow and this week, and whether they will get in. */
export function ArrivalsPage() {
  const { text } = useLanguage()
  const stays = useQuery(readArrivals(useServiceDay()))
  return (
    <Page title={text.arrivals.title} lead={text.arrivals.lead}>
      <QueryView query={stays}>{(all) => <Arrivals stays={all} />}</QueryView>
    </Page>
  )
}

function Arrivals({ stays }: { stays: readonly Reservation[] }) {
  const { text } = useLanguage()
  const addresses = useAddresses()
  const now = useServiceNow()
  const byDay = Map.groupBy(stays, (stay) => arrivalDay(stay, zoneOf(addresses.get(stay.addressId)), now))
  const isNobody = ARRIVAL_DAYS.every((day) => !byDay.has(day))
  return (
    <Stack gap="lg">
      <Collisions stays={stays} />
      {stays.length >= MOST_ARRIVALS && <Alert color="yellow">{text.stays.crowded(MOST_ARRIVALS)}</Alert>}
      {isNobody ? (
        <Empty icon={<IconLuggage />} title={text.arrivals.empty}>
          {text.arrivals.emptyDetail}
        </Empty>
      ) : (
        ARRIVAL_DAYS.map((day) => <Day key={day} day={day} stays={byDay.get(day) ?? []} />)
      )}
    </Stack>
  )
}

function Day({ day, stays }: { day: ArrivalDay; stays: readonly Reservation[] }) {
  const words = useLanguage().text.arrivals
  return (
    <Section title={words.days[day]}>
      {stays.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.nobody}
        </Text>
      ) : (
        <LongList
          label={words.days[day]}
          items={stays}
          keyOf={({ id }) => id}
          likelyHeight={LIKELY_HEIGHT}
          rowClassName={classes.row}
        >
          {(stay) => <Arrival stay={stay} />}
        </LongList>
      )}
    </Section>
  )
}

function Arrival({ stay }: { stay: Reservation }) {
  const { text, format } = useLanguage()
  const doors = useDoors()
  const address = useAddresses().get(stay.addressId)
  const unit = useUnits().find(({ id }) => id === stay.unitId)
  const clock = format.at(zoneOf(address))
  const state = arrivalState(stay, { address, unit, doors })
  return (
    <>
      <div>
        <StayLink stay={stay} />
        <Text size="sm" c="dimmed">
          {[address?.name ?? text.stays.addressGone, unit?.name].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Text size="sm">
        <DoorWords clock={clock} moments={[stay.allowedFromDate]}>
          {clock.named(clock.moment(stay.allowedFromDate))}
        </DoorWords>
      </Text>
      <Readiness stay={stay} state={state} />
      <Group gap="xs" className={classes.work ?? ''}>
        {canIssue(state) && <Issue stay={stay} />}
        <StayShifts stay={stay} />
      </Group>
    </>
  )
}

function Readiness({ stay, state }: { stay: Reservation; state: ArrivalState }) {
  const { text, format } = useLanguage()
  const words = text.arrivals
  const planned = useCodeTime(stay)
  const reasons: Record<ArrivalState, string | undefined> = {
    ...words.reasons,
    partly: words.partly(format.percent(Math.round((stay.readiness ?? 0) * 100))),
    planned: planned && text.stays.code.planned(planned),
    ready: undefined,
  }
  return (
    <div>
      <Badge
        color={state === 'ready' ? 'teal' : 'orange'}
        variant="light"
        tt="none"
        fw={600}
        miw="max-content"
      >
        {state === 'ready' ? words.ready : words.notReady}
      </Badge>
      {reasons[state] !== undefined && <Text size="sm">{reasons[state]}</Text>}
    </div>
  )
}

/** The one click for who would stand before a closed door. */
function Issue({ stay }: { stay: Reservation }) {
  const { text } = useLanguage()
  const complain = useComplaint()
  const { mutate, isPending } = useSend(api.reservations.issue, { changes: STAY_READS, onError: complain })
  return (
    <Button
      size="xs"
      loading={isPending}
      aria-label={text.arrivals.issueOf(stay.name)}
      onClick={() => mutate({ params: { addressId: stay.addressId, id: stay.id } })}
    >
      {text.stays.code.actions.issue}
    </Button>
  )
}
