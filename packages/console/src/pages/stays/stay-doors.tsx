import type { Reservation, Smartlock, SmartlockAuth } from '@latchwork/contract'
import { Text } from '@mantine/core'
import { SyncBadge } from '../../kit/access/sync-badge.tsx'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { isOnline } from '../../kit/devices/device-look.ts'
import { useDoors } from '../../kit/devices/use-doors.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Row, RowList } from '../../kit/layout/row-list.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { TextLink } from '../../kit/routing/links.tsx'
import { useAddresses } from './use-addresses.ts'
import { useCodes } from './use-codes.ts'
import { useUnits } from './use-units.ts'

/** Each door of the address and of its unit: has it the code, and if not, why? */
export function StayDoors({ stay }: { stay: Reservation }) {
  const { text } = useLanguage()
  const doors = useDoors()
  const address = useAddresses().get(stay.addressId)
  const unit = useUnits().find(({ id }) => id === stay.unitId)
  const codes = useCodes(stay)
  // A door that was taken from the address has the code until its lock has forgotten it.
  const ids = new Set([
    ...(address?.smartlockIds ?? []),
    ...(unit?.smartlockIds ?? []),
    ...codes.map(({ smartlockId }) => smartlockId),
  ])
  const locks = [...ids].flatMap((id) => doors.get(id) ?? [])
  return (
    <Section title={text.stays.doors.title}>
      {locks.length === 0 ? (
        <Text size="sm">{text.stays.doors.none}</Text>
      ) : (
        <RowList label={text.stays.doors.title} rows={locks} keyOf={({ smartlockId }) => smartlockId}>
          {(lock) => (
            <Door lock={lock} codes={codes.filter(({ smartlockId }) => smartlockId === lock.smartlockId)} />
          )}
        </RowList>
      )}
    </Section>
  )
}

function Door({ lock, codes }: { lock: Smartlock; codes: readonly SmartlockAuth[] }) {
  const hasKeypad = lock.config?.keypadPaired === true || lock.config?.keypad2Paired === true
  return (
    <Row actions={<CodeState codes={codes} hasKeypad={hasKeypad} />}>
      <TextLink
        to="/doors/$smartlockId"
        params={{ smartlockId: String(lock.smartlockId) }}
        c="bright"
        fw={600}
        size="sm"
      >
        {lock.name}
      </TextLink>
      <Reason lock={lock} codes={codes} />
    </Row>
  )
}

function CodeState({ codes, hasKeypad }: { codes: readonly SmartlockAuth[]; hasKeypad: boolean }) {
  const { text } = useLanguage()
  if (codes.length > 0) return codes.map((auth) => <SyncBadge key={auth.id} auth={auth} />)
  return (
    <Text size="sm" c="dimmed">
      {hasKeypad ? text.stays.doors.missing : text.stays.doors.keypadNone}
    </Text>
  )
}

/** Why a lock has not done yet what it should. */
function Reason({ lock, codes }: { lock: Smartlock; codes: readonly SmartlockAuth[] }) {
  const { text, format } = useLanguage()
  const now = useServiceNow()
  const words = text.stays.doors
  const waiting = codes
    .map(({ syncState }) => syncState)
    .find((state) => state === 'pending' || state === 'deleting')
  if (waiting === undefined || isOnline(lock)) return null
  const since =
    lock.lastSeenDate === undefined ? words.offlineNever : words.offline(format.ago(lock.lastSeenDate, now))
  return (
    <Text size="sm" c="dimmed">
      {since} {words[waiting]}
    </Text>
  )
}
