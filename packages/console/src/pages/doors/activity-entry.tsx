import type { Smartlock, SmartlockLog } from '@latchwork/contract'
import { Badge, Group, Text } from '@mantine/core'
import { logActionWords, wordFor } from '../../kit/devices/device-look.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { refusalText } from '../../kit/operations/refusal-text.ts'
import { TextLink } from '../../kit/routing/links.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import { kindOf } from './activity-kinds.ts'

const BADGE_COLOR = {
  opened: 'orange',
  closed: 'latch',
  door: 'grape',
  trouble: 'red',
  refused: 'red',
  other: 'gray',
} as const

interface EntryProps {
  lock: Pick<Smartlock, 'smartlockId' | 'type'>
  entry: SmartlockLog
}

/** Log states (6.8) of what a keypad or a fob refuses. */
const REFUSED_HERE = [224, 225]

/** A right code outside its hours is no wrong code: whose it is is known, and why it did not open can be asked. */
function Refused({ lock, entry }: EntryProps) {
  const { text } = useLanguage()
  const may = useAllowance()
  if (entry.authId === undefined || !REFUSED_HERE.includes(entry.state))
    return <Text size="sm">{wordFor(text.devices.logStates, entry.state, text)}</Text>
  return (
    <>
      <Text size="sm">{text.door.activity.outsideHours}</Text>
      {may({ right: 'manageAuthorizations' }) && (
        <TextLink to="/access/why" search={{ door: lock.smartlockId, auth: entry.authId }} size="sm">
          {text.rights.whyShort}
        </TextLink>
      )}
    </>
  )
}

/** What happened, how it came about, and who it was. */
export function ActivityEntry({ lock, entry }: EntryProps) {
  const { text } = useLanguage()
  const kind = kindOf(entry)
  return (
    <Group gap="4px 12px">
      <Badge color={BADGE_COLOR[kind]} variant={kind === 'trouble' ? 'filled' : 'light'} tt="none" fw={500}>
        {wordFor(logActionWords(lock, text), entry.action, text)}
      </Badge>
      {entry.state !== 0 && <Refused lock={lock} entry={entry} />}
      <Text size="sm">{entry.name || text.door.activity.nobody}</Text>
      <Text size="sm" c="dimmed">
        {wordFor(text.devices.triggers, entry.trigger, text)}
      </Text>
      {entry.error !== undefined && (
        <Text size="sm" c="red">
          {refusalText(entry.error, text)}
        </Text>
      )}
    </Group>
  )
}
