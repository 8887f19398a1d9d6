import type { Address, Service } from '@latchwork/contract'
import { Alert, Group, Stack } from '@mantine/core'
import { IconCalendarPlus, IconPlus } from '@tabler/icons-react'
import { zoneOf } from '../../kit/addresses/address-clocks.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
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
