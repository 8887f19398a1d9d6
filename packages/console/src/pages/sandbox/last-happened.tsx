import { api, type SimulatedLock, type SmartlockLog } from '@latchwork/contract'
import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../kit/data/queries.ts'
import { logActionWords, wordFor } from '../../kit/devices/device-look.ts'
import { useDoors, zoneOfDoor } from '../../kit/devices/use-doors.ts'
import { DoorWords } from '../../kit/language/door-time.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'

const MOST = 5

/** The newest log entries of the lock, as the service knows them: the proof of what was done at the door. */
export function LastHappened({ lock }: { lock: SimulatedLock }) {
  const { text } = useLanguage()
  const log = useQuery(
    read(api.smartlocks.logOf, { params: { smartlockId: lock.smartlockId }, query: { limit: MOST } }),
  )
  return (
    <Section title={text.sandbox.lastHappened}>
      <QueryView query={log}>
        {(entries) =>
          entries.length === 0 ? (
            <Text size="sm" c="dimmed">
              {text.door.activity.empty}
            </Text>
          ) : (
            entries.map((entry) => <Entry key={entry.id} lock={lock} entry={entry} />)
          )
        }
      </QueryView>
    </Section>
  )
}

function Entry({ lock, entry }: { lock: SimulatedLock; entry: SmartlockLog }) {
  const { text, format } = useLanguage()
  const clock = format.at(zoneOfDoor(useDoors().get(lock.smartlockId)))
  return (
    <Group gap="4px 12px">
      <Text size="sm" c="dimmed">
        <DoorWords clock={clock} moments={[entry.date]}>
          {clock.named(clock.time(entry.date))}
        </DoorWords>
      </Text>
      <Text size="sm">{wordFor(logActionWords(lock, text), entry.action, text)}</Text>
      <Text size="sm" fw={entry.state === 0 ? 400 : 600}>
        {wordFor(text.devices.logStates, entry.state, text)}
      </Text>
      <Text size="sm" c="dimmed">
        {wordFor(text.devices.triggers, entry.trigger, text)}
      </Text>
    </Group>
  )
}
