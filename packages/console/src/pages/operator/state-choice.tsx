import { Select } from '@mantine/core'

interface StateChoiceProps<T extends string> {
  label: string
  /** What the choice of none is called. */
  any: string
  states: readonly T[]
  words: Readonly<Record<T, string>>
  value: T | undefined
  onChange: (value: T | undefined) => void
}

/** Everything, or what is in one state. */
export function StateChoice<T extends string>({ label, any, states, words, ...props }: StateChoiceProps<T>) {
  const { value, onChange } = props
  return (
    <Select
      label={label}
      maw={280}
      data={[{ value: '', label: any }, ...states.map((state) => ({ value: state, label: words[state] }))]}
      value={value ?? ''}
      allowDeselect={false}
      onChange={(chosen) => onChange(states.find((state) => state === chosen))}
    />
  )
}
