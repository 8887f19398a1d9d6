import type { Address } from '@latchwork/contract'
import { Group, Table, Text } from '@mantine/core'
import { useLanguage } from '../../kit/language/language.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import { TextLink } from '../../kit/routing/links.tsx'
import { timeText } from './address-fields.ts'
import { CalendarBadge } from './calendar-badge.tsx'
import { type Calendar, worstOf } from './calendars.ts'
import { useCalendars } from './use-calendars.ts'

const COLUMNS = ['name', 'zone', 'times', 'doors', 'calendar'] as const

export function AddressTable({ addresses }: { addresses: readonly Address[] }) {
  const { text } = useLanguage()
  const calendars = useCalendars()
  return (
    <LongTable
      columns={COLUMNS.map((column) => text.addresses.columns[column])}
      rows={addresses}
      keyOf={({ addressId }) => addressId}
      cells={(address) => <Cells address={address} calendars={calendars.get(address.addressId) ?? []} />}
      likelyHeight={50}
      minWidth={720}
    />
  )
}

function Cells({ address, calendars }: { address: Address; calendars: readonly Calendar[] }) {
  const { text, format } = useLanguage()
  return (
    <>
      <Table.Td>
        <TextLink
          to="/addresses/$addressId"
          params={{ addressId: String(address.addressId) }}
          c="bright"
          fw={600}
        >
          {address.name}
        </TextLink>
      </Table.Td>
      <Table.Td>
        {address.timeZone ?? (
          <Text size="sm" c="dimmed">
            {text.addresses.byDefault}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {timeText(address.checkInTime) ?? '–'} / {timeText(address.checkOutTime) ?? '–'}
      </Table.Td>
      <Table.Td>{format.number(address.smartlockIds.length)}</Table.Td>
      <Table.Td>
        <CalendarState calendars={calendars} />
      </Table.Td>
    </>
  )
}

function CalendarState({ calendars }: { calendars: readonly Calendar[] }) {
  const { text } = useLanguage()
  const worst = worstOf(calendars)
  if (worst === undefined) return <Text c="dimmed">{text.calendars.none}</Text>
  const names = new Set(calendars.map(({ service }) => service.name))
  return (
    <Group gap="xs">
      <Text size="sm">{[...names].join(', ')}</Text>
      <CalendarBadge condition={worst} />
    </Group>
  )
}
