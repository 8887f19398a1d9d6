import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** Looks for words in a list; the address of the page keeps them. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <TextInput
      label={label}
      type="search"
      leftSection={<IconSearch size={16} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      flex="1 1 220px"
      maw={420}
    />
  )
}
