import { Checkbox, SimpleGrid } from '@mantine/core'

interface ChoicesProps<T extends string> {
  label: string
  options: readonly T[]
  words: Readonly<Record<T, string>>
  value: readonly T[]
  onChange: (value: T[]) => void
  error?: string | undefined
}

/** Several of a few, each in words. */
export function Choices<T extends string>({
  label,
  options,
  words,
  value,
  onChange,
  error,
}: ChoicesProps<T>) {
  return (
    <Checkbox.Group
      label={label}
      value={[...value]}
      onChange={(chosen) => onChange(chosen as T[])}
      {...(error !== undefined && { error })}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
        {options.map((option) => (
          <Checkbox key={option} value={option} label={words[option]} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
