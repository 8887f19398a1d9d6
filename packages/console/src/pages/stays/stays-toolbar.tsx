import { Group, SegmentedControl } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { FilterChoice } from '../../kit/forms/filter-choice.tsx'
import { SearchField } from '../../kit/forms/search-field.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import {
  STAY_SHOWS,
  STAY_VIEWS,
  type StayShow,
  type StaysSearch,
  type StayView,
  showOf,
} from './stays-search.ts'
import { useAddresses } from './use-addresses.ts'

const route = getRouteApi('/shell/stays')

/** What is to be seen, and how; the address keeps it. */
export function StaysToolbar() {
  const { text } = useLanguage()
  const words = text.stays
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const addresses = useAddresses()
  const set = (part: { [Key in keyof StaysSearch]: StaysSearch[Key] | undefined }, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...part }) as StaysSearch, replace })
  return (
    <Group gap="sm" align="flex-end">
      <SearchField label={words.search} value={search.q ?? ''} onChange={(q) => set({ q }, true)} />
      <FilterChoice
        label={words.address}
        any={words.addressAny}
        choices={[...addresses.values()].map(({ addressId, name }) => [addressId, name])}
        value={search.address}
        onChange={(value) => set({ address: value === '' ? undefined : Number(value) })}
      />
      <FilterChoice
        label={words.show}
        choices={STAY_SHOWS.map((show) => [show, words.shows[show]])}
        value={showOf(search)}
        onChange={(value) => set({ show: value as StayShow })}
      />
      <SegmentedControl
        aria-label={words.view}
        value={search.view ?? 'timeline'}
        onChange={(value) => set({ view: value as StayView, show: undefined })}
        data={STAY_VIEWS.map((value) => ({ value, label: words.views[value] }))}
        ml="auto"
      />
    </Group>
  )
}
