import { type Address, api } from '@latchwork/contract'
import { Group, Table, Text } from '@mantine/core'
import { clocksOf } from '../../kit/addresses/address-clocks.ts'
import { byName } from '../../kit/language/by-name.ts'
import { clockText } from '../../kit/language/clock-text.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { ShownFile } from '../../kit/layout/list-file.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import { TextLink } from '../../kit/routing/links.tsx'
import { CalendarBadge } from './calendar-badge.tsx'
import { type Calendar, worstOf } from './calendars.ts'
import { useCalendars } from './use-calendars.ts'

const COLUMNS = ['name', 'calendars', 'times'] as const

export function AddressTable({ addresses }: { addresses: readonly Address[] }) {
  const { text } = useLanguage()
  const calendars = useCalendars()
  return (
    <LongTable
      list="addresses"
      columns={COLUMNS.map((name) => ({
        name,
        children: text.addresses.columns[name],
        ...(name === 'name' && { compare: byName }),
      }))}
      rows={addresses}
      keyOf={({ addressId }) => addressId}
      cells={(address) => <Cells address={address} calendars={calendars.get(address.addressId) ?? []} />}
      minWidth={520}
      file={<ShownFile inTable route={api.addresses.list} rows={addresses} />}
    />
  )
}

function Cells({ address, calendars }: { address: Address; calendars: readonly Calendar[] }) {
  const { text } = useLanguage()
  const words = text.addresses
  const { addressId, name, smartlockIds, unitCount } = address
  const { zone, checkInTime, checkOutTime } = clocksOf(address)
  return (
    <>
      <Table.Td>
        <TextLink to="/addresses/$addressId" params={{ addressId: String(addressId) }} c="bright" fw={600}>
          {name}
        </TextLink>
        <Text size="sm" c="dimmed">
          {words.size(smartlockIds.length, unitCount)}
        </Text>
      </Table.Td>
      <Table.Td>
        <CalendarState calendars={calendars} />
      </Table.Td>
      <Table.Td>
        <Text size="sm">
          {clockText(checkInTime)} / {clockText(checkOutTime)}
        </Text>
        <Text size="sm" c="dimmed">
          {zone}
        </Text>
      </Table.Td>
    </>
  )
}

function CalendarState({ calendars }: { calendars: readonly Calendar[] }) {
  const words = useLanguage().text.calendars
  const worst = worstOf(calendars)
  if (worst === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {words.none}
      </Text>
    )
  }
  const names = new Set(calendars.map(({ service }) => words.services[service.serviceId]))
  return (
    <Group gap="4px 12px">
      <Text size="sm">{[...names].join(', ')}</Text>
      <CalendarBadge condition={worst} />
    </Group>
  )
}
