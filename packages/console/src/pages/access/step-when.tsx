import { Chip, Group, Input, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { WEEKDAY_BITS } from '../../kit/access/window-text.ts'
import { zoneOfDoor } from '../../kit/devices/use-doors.ts'
import { DoorWords } from '../../kit/language/door-time.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { windowProblems } from './draft.ts'
import type { StepProps } from './step-props.ts'

type WhenProps = Pick<StepProps, 'draft' | 'change' | 'chosen' | 'clock'>

/** Dates, days of the week, times of day; nothing of it means always. */
export function StepWhen({ draft, change, chosen, clock }: WhenProps) {
  const { text } = useLanguage()
  const words = text.grant
  const wrong = new Set(windowProblems(draft, clock).map(({ field }) => field))
  return (
    <Stack gap="lg">
      <ClockNote chosen={chosen} clock={clock} />
      <Input.Wrapper label={words.weekdays} description={words.weekdaysHelp} labelElement="div">
        <Group gap="xs" mt="xs">
          {WEEKDAY_BITS.map((bit, index) => (
            <Chip
              key={bit}
              checked={(draft.weekDays & bit) !== 0}
              onChange={() => change({ weekDays: draft.weekDays ^ bit })}
            >
              {words.weekdaysLong[index]}
            </Chip>
          ))}
        </Group>
      </Input.Wrapper>
      <Input.Wrapper label={words.times} description={words.timeHelp} labelElement="div">
        <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs">
          <TextInput
            label={words.fromTime}
            type="time"
            value={draft.fromTime}
            onChange={(event) => change({ fromTime: event.currentTarget.value })}
          />
          <TextInput
            label={words.untilTime}
            type="time"
            value={draft.untilTime}
            error={wrong.has('untilTime') && words.untilSameTime}
            onChange={(event) => change({ untilTime: event.currentTarget.value })}
          />
        </SimpleGrid>
      </Input.Wrapper>
      <Input.Wrapper label={words.period} description={words.periodHelp} labelElement="div">
        <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs">
          <TextInput
            label={words.fromDate}
            type="datetime-local"
            value={draft.fromDate}
            onChange={(event) => change({ fromDate: event.currentTarget.value })}
          />
          <TextInput
            label={words.untilDate}
            type="datetime-local"
            value={draft.untilDate}
            error={wrong.has('untilDate') && words.untilBeforeFrom}
            onChange={(event) => change({ untilDate: event.currentTarget.value })}
          />
        </SimpleGrid>
      </Input.Wrapper>
    </Stack>
  )
}

/** Whose clock the times are of, for people who might think that it is theirs. */
function ClockNote({ chosen, clock }: Pick<StepProps, 'chosen' | 'clock'>) {
  const { text, format } = useLanguage()
  const clocks = [...new Set(chosen.map(({ lock }) => zoneOfDoor(lock)))].map((zone) => format.at(zone))
  if (clocks.length > 1) return <Text size="sm">{text.grant.clocks}</Text>
  if (clock.zoneName === undefined || clocks.length === 0) return null
  return (
    <Text size="sm">
      <DoorWords clock={clock}>{text.grant.clock(clock.zoneName)}</DoorWords>
    </Text>
  )
}
