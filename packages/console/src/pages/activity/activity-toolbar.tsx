import { api, LOG_KIND_NAMES, type LogKind } from '@latchwork/contract'
import { Group, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { useDoors } from '../../kit/devices/use-doors.ts'
import { FilterChoice } from '../../kit/forms/filter-choice.tsx'
import { byName } from '../../kit/language/by-name.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import type { ActivitySearch } from './activity-search.ts'

const route = getRouteApi('/shell/activity')

type Part = { [Key in keyof ActivitySearch]: ActivitySearch[Key] | undefined }

/** What is to be seen; the address keeps it. */
export function ActivityToolbar() {
  const { text } = useLanguage()
  const words = text.activity
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const doors = [...useDoors().values()].sort(byName)
  const set = (part: Part) =>
    void navigate({ search: (before) => ({ ...before, ...part }) as ActivitySearch })
  return (
    <Group gap="sm" align="flex-end">
      <FilterChoice
        label={words.door}
        any={words.anyDoor}
        choices={doors.map(({ smartlockId, name }) => [smartlockId, name])}
        value={search.door}
        onChange={(value) => set({ door: value === '' ? undefined : Number(value) })}
      />
      <PersonChoice value={search.person} onChange={(person) => set({ person })} />
      <FilterChoice
        label={words.kind}
        any={words.anyKind}
        choices={LOG_KIND_NAMES.map((kind) => [kind, words.kinds[kind]])}
        value={search.kind}
        onChange={(value) => set({ kind: (value || undefined) as LogKind | undefined })}
      />
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          label={text.door.activity[end]}
          type="date"
          value={search[end] ?? ''}
          onChange={({ currentTarget: { value } }) => set({ [end]: value || undefined })}
        />
      ))}
      <Switch
        w="100%"
        label={words.denied}
        checked={search.denied === true}
        onChange={({ currentTarget: { checked } }) => set({ denied: checked || undefined })}
      />
    </Group>
  )
}

interface PersonChoiceProps {
  value: number | undefined
  onChange: (accountUserId: number | undefined) => void
}

/** Who may not see the people of the account is offered none. */
function PersonChoice({ value, onChange }: PersonChoiceProps) {
  const words = useLanguage().text.activity
  const may = useAllowance()({ right: 'manageAuthorizations' })
  const { data: people = [] } = useQuery({ ...read(api.accountUsers.list), enabled: may })
  if (!may) return null
  return (
    <FilterChoice
      label={words.person}
      any={words.anybody}
      choices={[...people].sort(byName).map(({ accountUserId, name }) => [accountUserId, name])}
      value={value}
      onChange={(chosen) => onChange(chosen === '' ? undefined : Number(chosen))}
    />
  )
}
