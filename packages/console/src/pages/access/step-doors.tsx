import { AUTH_TYPE } from '@latchwork/contract'
import { Badge, Group, Stack, Text } from '@mantine/core'
import { DoorChoice } from '../../kit/devices/door-choice.tsx'
import { zoneOfDoor } from '../../kit/devices/use-doors.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import type { StepProps } from './step-props.ts'
import type { ChosenDoor } from './use-chosen-doors.ts'

/** Which doors, with what is free on their locks. */
export function StepDoors({ draft, change, auth, chosen }: StepProps) {
  const { text } = useLanguage()
  const needsKeypad = draft.type === AUTH_TYPE.keypadCode
  return (
    <Stack>
      {!auth && (
        <DoorChoice
          label={text.grant.doorsChoose}
          description={text.grant.doorsHelp}
          value={draft.doors}
          onChange={(doors) => change({ doors })}
        />
      )}
      {chosen.map((door) => (
        <Group key={door.lock.smartlockId} justify="space-between" role="group" aria-label={door.lock.name}>
          <Text fw={600}>{door.lock.name}</Text>
          <Places door={door} needsKeypad={needsKeypad} />
        </Group>
      ))}
      {chosen.length === 0 && <Text c="dimmed">{text.grant.doorsNone}</Text>}
    </Stack>
  )
}

interface PlacesProps {
  door: ChosenDoor
  needsKeypad: boolean
}

function Places({ door: { lock, capability, startsAt, atStart }, needsKeypad }: PlacesProps) {
  const { text, format } = useLanguage()
  if (!capability) return null
  const clock = format.at(zoneOfDoor(lock))
  const { free, total } = capability.slots
  return (
    <Group gap="xs">
      {needsKeypad && !capability.keypad && <Fact color="red">{text.grant.noKeypad}</Fact>}
      <Fact color={free === 0 ? 'red' : 'latch'}>
        {free === 0 ? text.grant.full : text.grant.free(free, total)}
      </Fact>
      {atStart && startsAt !== undefined && (
        <Fact color="gray">{text.grant.freeAt(atStart.slots.free, clock.named(clock.moment(startsAt)))}</Fact>
      )}
    </Group>
  )
}

function Fact({ color, children }: { color: string; children: string }) {
  return (
    <Badge color={color} variant="light" tt="none" fw={500}>
      {children}
    </Badge>
  )
}
