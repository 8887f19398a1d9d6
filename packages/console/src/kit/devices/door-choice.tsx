import { MultiSelect } from '@mantine/core'
import { useDoors } from './use-doors.ts'

interface DoorChoiceProps {
  label: string
  description?: string
  value: readonly number[]
  onChange: (smartlockIds: number[]) => void
}

/** Several of the account's doors, in the order they were chosen. */
export function DoorChoice({ value, onChange, ...words }: DoorChoiceProps) {
  const doors = useDoors()
  return (
    <MultiSelect
      {...words}
      data={[...doors.values()].map(({ smartlockId, name }) => ({ value: String(smartlockId), label: name }))}
      value={value.map(String)}
      searchable
      hidePickedOptions
      limit={100}
      maxDropdownHeight={260}
      onChange={(values) => onChange(values.map(Number))}
    />
  )
}
