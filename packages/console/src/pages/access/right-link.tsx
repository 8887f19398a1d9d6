import type { SmartlockAuth } from '@latchwork/contract'
import { Text } from '@mantine/core'
import { useLanguage } from '../../kit/language/language.tsx'
import { TextLink } from '../../kit/routing/links.tsx'

/** The name of an access right, which leads to it, and the name of its door. */
export function RightLink({ auth, door }: { auth: SmartlockAuth; door: string | undefined }) {
  const { text } = useLanguage()
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
        {door ?? text.rights.doorGone}
      </Text>
    </>
  )
}
