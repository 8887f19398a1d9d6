import { Button, Group, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface DayStepsProps {
  words: { previous: string; day: string; next: string }
  /** The first day that is shown, and those the two buttons lead to. */
  day: string
  previous: string
  next: string
  onChange: (day: string) => void
  /** More ways to move. */
  children?: ReactNode
}

/** Moves a view through time: back, to a day, on. */
export function DaySteps({ words, day, previous, next, onChange, children }: DayStepsProps) {
  return (
    <Group gap="xs" align="flex-end">
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={16} />}
        onClick={() => onChange(previous)}
      >
        {words.previous}
      </Button>
      <TextInput
        label={words.day}
        type="date"
        value={day}
        onChange={({ currentTarget: { value } }) => value !== '' && onChange(value)}
      />
      <Button variant="default" rightSection={<IconChevronRight size={16} />} onClick={() => onChange(next)}>
        {words.next}
      </Button>
      {children}
    </Group>
  )
}
