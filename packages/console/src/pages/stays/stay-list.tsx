import type { Address, Reservation } from '@latchwork/contract'
import { Paper, Text } from '@mantine/core'
import { memo } from 'react'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { DoorWords } from '../../kit/language/door-time.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { LongList } from '../../kit/layout/long-list.tsx'
import { TextLink } from '../../kit/routing/links.tsx'
import { StayBadge } from './stay-badge.tsx'
import { stayDates } from './stay-dates.ts'
import classes from './stay-list.module.css'
import { stateOf } from './stay-state.ts'
import { useAddresses } from './use-addresses.ts'

const LIKELY_HEIGHT = 66

/** One stay under the other: in columns where there is room, else as cards. */
export function StayList({ stays }: { stays: readonly Reservation[] }) {
  const { text } = useLanguage()
  const addresses = useAddresses()
  const now = useServiceNow()
  return (
    <Paper withBorder>
      <LongList
        label={text.stays.title}
        items={stays}
        keyOf={({ id }) => id}
        likelyHeight={LIKELY_HEIGHT}
        rowClassName={classes.row}
      >
        {(stay) => <Stay stay={stay} address={addresses.get(stay.addressId)} state={stateOf(stay, now)} />}
      </LongList>
    </Paper>
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
      <div>
        <TextLink
          to="/stays/$addressId/$reservationId"
          params={{ addressId: String(stay.addressId), reservationId: stay.id }}
          c="bright"
          fw={600}
        >
          {stay.name}
        </TextLink>
        <Text size="sm" c="dimmed">
          {address?.name ?? text.stays.addressGone}
        </Text>
      </div>
      <Text size="sm">
        <DoorWords clock={clock} moments={moments}>
          {clock.named(`${from} – ${until}`)}
        </DoorWords>
      </Text>
      <div className={classes.state}>
        <StayBadge state={state} />
        {state === 'notReady' && stay.readiness !== undefined && (
          <Text size="xs" c="dimmed">
            {text.stays.code.share(format.percent(Math.round(stay.readiness * 100)))}
          </Text>
        )}
      </div>
    </>
  )
})
