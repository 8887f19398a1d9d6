import { Select } from '@mantine/core'

interface FilterChoiceProps {
  label: string
  /** What stands for no filter at all, where there is such a choice. */
  any?: string
  choices: readonly (readonly [value: number | string, label: string])[]
  value: number | string | undefined
  /** An empty text stands for no filter. */
  onChange: (value: string) => void
}

/** One of the things a list can be narrowed to; the address of the page keeps it. */
export function FilterChoice({ label, any, choices, value, onChange }: FilterChoiceProps) {
  const named = choices.map(([choice, words]) => ({ value: String(choice), label: words }))
  return (
    <Select
      label={label}
      data={any === undefined ? named : [{ value: '', label: any }, ...named]}
      value={String(value ?? '')}
      allowDeselect={false}
      searchable={choices.length > 12}
      limit={100}
      onChange={(chosen) => onChange(chosen ?? '')}
      flex="1 1 150px"
      maw={220}
    />
  )
}
