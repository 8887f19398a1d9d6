import type { Smartlock, SmartlockAuth } from '@latchwork/contract'
import { Text } from '@mantine/core'
import { zoneOfDoor } from '../../kit/devices/use-doors.ts'
import { DoorWords } from '../../kit/language/door-time.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { TextLink } from '../../kit/routing/links.tsx'

/** The name of an access right, which leads to it, the name of its door, and that of the door's clock. */
export function RightLink({ auth, lock }: { auth: SmartlockAuth; lock: Smartlock | undefined }) {
  const { text, format } = useLanguage()
  const clock = format.at(zoneOfDoor(lock))
  return (
    <>
      <TextLink
        to="/access/$smartlockId/$authId"
        params={{ smartlockId: String(auth.smartlockId), authId: auth.id }}
        c="bright"
        fw={600}
      >
        {auth.name}
      </TextLink>
      <Text size="sm" c="dimmed">
        {lock?.name ?? text.rights.doorGone}
        {clock.zoneName !== undefined && (
          <>
            {' · '}
            <DoorWords clock={clock}>{clock.zoneName}</DoorWords>
          </>
        )}
      </Text>
    </>
  )
}
