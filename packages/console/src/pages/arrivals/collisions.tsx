import type { Reservation } from '@latchwork/contract'
import { Alert, List } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useLanguage } from '../../kit/language/language.tsx'
import { TextLink } from '../../kit/routing/links.tsx'
import { useAddresses } from '../stays/use-addresses.ts'
import { useUnits } from '../stays/use-units.ts'
import { collisionsOf } from './arrival-rules.ts'

/** Tells of flats that two guests have at the same time, which the calendars of two platforms bring about. */
export function Collisions({ stays }: { stays: readonly Reservation[] }) {
  const words = useLanguage().text.arrivals
  const addresses = useAddresses()
  const units = useUnits()
  const found = collisionsOf(stays)
  if (found.length === 0) return null
  const placeOf = ({ addressId, unitId }: Reservation) =>
    units.find(({ id }) => id === unitId)?.name ?? addresses.get(addressId)?.name ?? ''
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle />} title={words.collisions(found.length)}>
      <List size="sm">
        {found.map(([one, other]) => (
          <List.Item key={`${one.id} ${other.id}`}>
            {placeOf(one)}: <StayLink stay={one} /> {words.and} <StayLink stay={other} />
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

export function StayLink({ stay }: { stay: Reservation }) {
  return (
    <TextLink
      to="/stays/$addressId/$reservationId"
      params={{ addressId: String(stay.addressId), reservationId: stay.id }}
      c="bright"
      fw={600}
    >
      {stay.name}
    </TextLink>
  )
}
