import { api, type Reservation } from '@latchwork/contract'
import { Group, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { zoneOf } from '../../kit/addresses/address-clocks.ts'
import { useSend } from '../../kit/data/queries.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { StayLinks } from '../../kit/guests/guest-links.tsx'
import { StayMessages } from '../../kit/guests/stay-messages.tsx'
import { DoorWords } from '../../kit/language/door-time.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { FactList } from '../../kit/layout/fact-list.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { TextLink } from '../../kit/routing/links.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { PageView } from '../../kit/states/page-view.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { EditStay } from './edit-stay.tsx'
import { StayBadge } from './stay-badge.tsx'
import { StayCode } from './stay-code.tsx'
import { stayDates } from './stay-dates.ts'
import { StayDoors } from './stay-doors.tsx'
import { StayProgress } from './stay-progress.tsx'
import { isOver, stateOf } from './stay-state.ts'
import { StayTimes } from './stay-times.tsx'
import { readStay } from './stays-queries.ts'
import { useAddresses } from './use-addresses.ts'
import { useUnits } from './use-units.ts'

const route = getRouteApi('/shell/stays/$addressId/$reservationId')

/** One stay: who comes when, and whether their code is on the doors. */
export function StayPage() {
  const { addressId, reservationId } = route.useParams()
  const { text } = useLanguage()
  const stay = useQuery(readStay(Number(addressId), reservationId))
  const above = <BackLink to="/stays" label={text.stays.title} />
  return (
    <PageView query={stay} title={text.stays.facts.title} above={above}>
      {(data) => <Stay stay={data} above={above} />}
    </PageView>
  )
}

function Stay({ stay, above }: { stay: Reservation; above: ReactNode }) {
  const { text, format } = useLanguage()
  const { clock, moments, from, until } = stayDates(stay, useAddresses().get(stay.addressId), format)
  const now = useServiceNow()
  const state = stateOf(stay, now)
  const isEnded = stay.state === 'canceled' || isOver(stay, now)
  const [asked, setAsked] = useState<string>()
  return (
    <Page
      title={stay.name}
      above={above}
      lead={
        <DoorWords clock={clock} moments={moments}>
          {clock.named(`${from} – ${until}`)}
        </DoorWords>
      }
      actions={<Actions stay={stay} />}
    >
      <Group gap="sm">
        <div role="status">
          <StayBadge state={state} size="lg" />
        </div>
        <StayProgress operationId={stay.operationId ?? asked} />
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
        <Stack gap="lg">
          <StayCode stay={stay} onAsked={setAsked} />
          <StayDoors stay={stay} />
        </Stack>
        <Stack gap="lg">
          <Section title={text.stays.facts.title}>
            <Facts stay={stay} />
          </Section>
          <StayTimes stay={stay} onAsked={setAsked} />
          <StayLinks stay={stay} isOver={isEnded} />
          <StayMessages stay={stay} clock={clock} isOver={isEnded} />
        </Stack>
      </SimpleGrid>
    </Page>
  )
}

function Actions({ stay }: { stay: Reservation }) {
  const { text } = useLanguage()
  return (
    <Group gap="xs">
      <DialogButton variant="default" label={text.stays.edit} title={text.stays.editTitle}>
        {(close) => <EditStay stay={stay} onDone={close} />}
      </DialogButton>
      <Removal stay={stay} />
    </Group>
  )
}

function Removal({ stay: { addressId, id, name, serviceId } }: { stay: Reservation }) {
  const { text } = useLanguage()
  const words = text.stays
  const complain = useComplaint()
  const succeed = useSuccess()
  const navigate = useNavigate()
  const { mutate, isPending } = useSend(api.reservations.remove, {
    changes: [api.reservations.search, api.reservations.list],
    onSuccess: async () => {
      succeed(words.removed(name))
      await navigate({ to: '/stays' })
    },
    onError: complain,
  })
  return (
    <ConfirmButton
      label={words.remove}
      title={words.removeTitle}
      detail={serviceId === undefined ? words.removeDetail(name) : words.removeDetailFeed(name)}
      isPending={isPending}
      onConfirm={() => mutate({ params: { addressId, id } })}
    />
  )
}

function Facts({ stay }: { stay: Reservation }) {
  const { text, format } = useLanguage()
  const words = text.stays.facts
  const address = useAddresses().get(stay.addressId)
  const unit = useUnitName(stay)
  const clock = format.at(zoneOf(address))
  return (
    <FactList
      facts={[
        [
          text.stays.address,
          <TextLink key="address" to="/addresses/$addressId" params={{ addressId: String(stay.addressId) }}>
            {address?.name ?? text.stays.addressGone}
          </TextLink>,
        ],
        [words.unit, unit],
        [words.dates, clock.named(`${clock.moment(stay.startDate)} – ${clock.moment(stay.endDate)}`)],
        [words.guests, format.number(stay.guests)],
        [words.email, stay.email || undefined],
        [text.guestMessages.phone, stay.phone],
        [
          text.guestMessages.guestLanguage,
          stay.language === undefined ? undefined : text.guests.languages[stay.language],
        ],
        [words.reference, stay.reference],
        [words.source, sourceText(stay.serviceId, text.stays.sources)],
        [
          words.arrived,
          stay.checkedIn === undefined ? undefined : words.arrivedStates[stay.checkedIn ? 'true' : 'false'],
        ],
      ]}
    />
  )
}

/** Calendars of services that are newer than the words for them keep their own name. */
const sourceText = (serviceId = 'hand', words: Readonly<Record<string, string>>): string =>
  words[serviceId] ?? serviceId

const useUnitName = ({ unitId }: Reservation): string | undefined =>
  useUnits().find(({ id }) => id === unitId)?.name
