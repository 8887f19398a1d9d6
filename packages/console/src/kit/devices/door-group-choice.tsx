import { api, MOST_GROUPS } from '@latchwork/contract'
import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../data/queries.ts'

/** The groups of doors of the account; none for who is for some doors only. */
export const doorGroups = () => read(api.groups.list, { query: { kind: 'doors', limit: MOST_GROUPS } })

interface DoorGroupChoiceProps {
  label: string
  description: string
  value: readonly string[]
  onChange: (doorGroupIds: string[]) => void
}

/** Where an account has groups of doors; without any there is nothing to choose. */
export function DoorGroupChoice({ label, description, value, onChange }: DoorGroupChoiceProps) {
  const { data: groups = [] } = useQuery(doorGroups())
  if (groups.length === 0 && value.length === 0) return null
  return (
    <MultiSelect
      label={label}
      description={description}
      data={groups.map(({ groupId, name }) => ({ value: groupId, label: name }))}
      value={[...value]}
      searchable
      hidePickedOptions
      limit={100}
      maxValues={100}
      onChange={onChange}
    />
  )
}
