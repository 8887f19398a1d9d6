import type { Address } from '@latchwork/contract'
import { SimpleGrid } from '@mantine/core'
import { clocksOf } from '../../kit/addresses/address-clocks.ts'
import { autoIssueHoursOf } from '../../kit/addresses/auto-issue.ts'
import { clockText } from '../../kit/language/clock-text.ts'
import { DoorTime } from '../../kit/language/door-time.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { FactList } from '../../kit/layout/fact-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { AddressDoors } from './address-doors.tsx'

/** What holds at an address, and which doors it has. */
export function AddressOverview({ address }: { address: Address }) {
  const { text } = useLanguage()
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
      <AddressDoors address={address} />
      <Section title={text.door.facts}>
        <Facts address={address} />
      </Section>
    </SimpleGrid>
  )
}

function Facts({ address }: { address: Address }) {
  const { text } = useLanguage()
  const words = text.addresses
  const hours = autoIssueHoursOf(address)
  const { zone, checkInTime, checkOutTime } = clocksOf(address)
  const withOrigin = (value: string, own: unknown) => (own === undefined ? words.fromService(value) : value)
  return (
    <FactList
      facts={[
        [words.zone, withOrigin(zone, address.timeZone)],
        [words.checkIn, withOrigin(clockText(checkInTime), address.checkInTime)],
        [words.checkOut, withOrigin(clockText(checkOutTime), address.checkOutTime)],
        [words.autoIssue, hours === undefined ? words.autoIssueNever : words.autoIssueOf(hours)],
        [words.number, address.addressId],
        [words.created, <DoorTime key="created" zone={zone} date={address.creationDate} />],
      ]}
    />
  )
}
