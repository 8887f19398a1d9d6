import { AUTH_TYPES, type AuthType, SYNC_STATES, type SyncState } from '@latchwork/contract'
import { Group, SegmentedControl, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useDoors } from '../../kit/devices/use-doors.ts'
import { FilterChoice } from '../../kit/forms/filter-choice.tsx'
import { SearchField } from '../../kit/forms/search-field.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { ACCESS_VIEWS, type AccessSearch, type AccessView } from './access-search.ts'
import { usePeople } from './names.ts'

const route = getRouteApi('/shell/access')

const numberOf = (value: string) => (value === '' ? undefined : Number(value))

/** What is to be seen, and how; the address keeps it. */
export function AccessToolbar({ shown, all }: { shown: number; all: number }) {
  const { text } = useLanguage()
  const words = text.rights
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const doors = useDoors()
  const people = usePeople()
  const set = (part: { [Key in keyof AccessSearch]: AccessSearch[Key] | undefined }, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...part }) as AccessSearch, replace })
  return (
    <Group gap="sm" align="flex-end">
      <SearchField label={words.search} value={search.q ?? ''} onChange={(q) => set({ q }, true)} />
      <FilterChoice
        label={words.door}
        any={words.anyDoor}
        choices={[...doors.values()].map(({ smartlockId, name }) => [smartlockId, name])}
        value={search.door}
        onChange={(value) => set({ door: numberOf(value) })}
      />
      <FilterChoice
        label={words.person}
        any={words.anybody}
        choices={[
          [0, words.nobody],
          ...[...people.values()].map((user) => [user.accountUserId, user.name] as const),
        ]}
        value={search.user}
        onChange={(value) => set({ user: numberOf(value) })}
      />
      <FilterChoice
        label={words.type}
        any={words.anyType}
        choices={AUTH_TYPES.map((type) => [type, text.access.types[type]])}
        value={search.type}
        onChange={(value) => set({ type: numberOf(value) as AuthType | undefined })}
      />
      <FilterChoice
        label={words.state}
        any={words.anyState}
        choices={SYNC_STATES.map((state) => [state, text.access.syncStates[state]])}
        value={search.sync}
        onChange={(value) => set({ sync: (value || undefined) as SyncState | undefined })}
      />
      <Group justify="space-between" w="100%" gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {words.count(shown, all)}
        </Text>
        <SegmentedControl
          aria-label={words.view}
          value={search.view ?? 'table'}
          onChange={(value) => set({ view: value as AccessView })}
          data={ACCESS_VIEWS.map((value) => ({ value, label: words.views[value] }))}
        />
      </Group>
    </Group>
  )
}
