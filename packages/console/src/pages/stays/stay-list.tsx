import type { Address, Reservation } from '@latchwork/contract'
import { Group, Table, Text } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { DoorWords } from '../../kit/language/door-time.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import { TextLink } from '../../kit/routing/links.tsx'
import { StayBadge } from './stay-badge.tsx'
import { stayDates } from './stay-dates.ts'
import { stateOf } from './stay-state.ts'
import { useAddresses } from './use-addresses.ts'

/** One stay under the other: in columns where there is room, else as cards. */
export function StayList({ stays, file }: { stays: readonly Reservation[]; file: ReactNode }) {
  const { text } = useLanguage()
  const { columns } = text.stays
  const addresses = useAddresses()
  const now = useServiceNow()
  return (
    <LongTable
      aria-label={text.stays.title}
      list="stays"
      columns={[
        { name: 'name', children: columns.name },
        { name: 'address', children: columns.address },
        { name: 'when', children: columns.when },
        { name: 'state', children: columns.state },
      ]}
      rows={stays}
      keyOf={({ id }) => id}
      cells={(stay) => (
        <Stay stay={stay} address={addresses.get(stay.addressId)} state={stateOf(stay, now)} />
      )}
      minWidth={720}
      file={file}
    />
  )
}

interface StayProps {
  stay: Reservation
  address: Address | undefined
  state: ReturnType<typeof stateOf>
}

const Stay = memo(function Stay({ stay, address, state }: StayProps) {
  const { text, format } = useLanguage()
  const { clock, moments, from, until } = stayDates(stay, address, format)
  return (
    <>
      <Table.Td>
        <TextLink
          to="/stays/$addressId/$reservationId"
          params={{ addressId: String(stay.addressId), reservationId: stay.id }}
          c="bright"
          fw={600}
        >
          {stay.name}
        </TextLink>
      </Table.Td>
      <Table.Td>{address?.name ?? text.stays.addressGone}</Table.Td>
      <Table.Td>
        <DoorWords clock={clock} moments={moments}>
          {clock.named(`${from} – ${until}`)}
        </DoorWords>
      </Table.Td>
      <Table.Td>
        <Group gap="2px 8px">
          <StayBadge state={state} />
          {state === 'notReady' && stay.readiness !== undefined && (
            <Text size="xs" c="dimmed">
              {text.stays.code.share(format.percent(Math.round(stay.readiness * 100)))}
            </Text>
          )}
        </Group>
      </Table.Td>
    </>
  )
})
