import { type Address, api, type Service, type StayPhase } from '@latchwork/contract'
import { Alert, Group, Stack } from '@mantine/core'
import { IconCalendarPlus, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { zoneOf } from '../../kit/addresses/address-clocks.ts'
import { read } from '../../kit/data/queries.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { Collisions } from '../arrivals/collisions.tsx'
import { CalendarCard } from './calendar-card.tsx'
import { calendarsByAddress } from './calendars.ts'
import { LinkForm } from './link-form.tsx'
import { useServices } from './use-calendars.ts'

/** The calendars that bring reservations to an address. */
export function AddressCalendars({ address }: { address: Address }) {
  const services = useServices()
  return <QueryView query={services}>{(all) => <Calendars address={address} services={all} />}</QueryView>
}

function Calendars({ address, services }: { address: Address; services: readonly Service[] }) {
  const { text } = useLanguage()
  const words = text.calendars
  const mayLink = useAllowance()({ master: true })
  const calendars = calendarsByAddress(services).get(address.addressId) ?? []
  const enabled = services.filter((service) => service.enabled)
  return (
    <Stack gap="lg">
      {calendars.length > 1 && <CalendarCollisions addressId={address.addressId} />}
      {enabled.length === 0 && (
        <Alert color="gray" variant="light">
          {words.nowhere}
        </Alert>
      )}
      {mayLink && enabled.length > 0 && (
        <Group justify="flex-end">
          <DialogButton label={words.link} leftSection={<IconPlus size={16} aria-hidden />}>
            {(close) => (
              <LinkForm address={address} services={enabled} calendars={calendars} onDone={close} />
            )}
          </DialogButton>
        </Group>
      )}
      {calendars.length === 0 && (
        <Empty icon={<IconCalendarPlus />} title={words.empty}>
          {words.emptyDetail}
        </Empty>
      )}
      {calendars.map((calendar) => (
        <CalendarCard key={calendar.link.linkId} calendar={calendar} zone={zoneOf(address)} />
      ))}
    </Stack>
  )
}

const OPEN: StayPhase[] = ['coming', 'current']
const NEXT_STAYS = 500

/** Several calendars of one address may have sold the same night. */
function CalendarCollisions({ addressId }: { addressId: number }) {
  const may = useAllowance()({ right: 'manageAuthorizations' })
  const query = { addressId, state: 'accepted' as const, phases: OPEN, limit: NEXT_STAYS }
  const { data } = useQuery({ ...read(api.reservations.search, { query }), enabled: may })
  return <Collisions stays={data ?? []} />
}
