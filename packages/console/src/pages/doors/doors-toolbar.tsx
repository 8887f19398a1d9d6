import { Group, SegmentedControl, Select, Text, VisuallyHidden } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { SORT_TYPES, type SortType, type ViewType } from '../../kit/devices/device-views.ts'
import { SearchField } from '../../kit/forms/search-field.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { DOOR_FILTERS, type DoorFilter } from './door-filter.ts'
import { useDoorView } from './use-door-view.ts'

const route = getRouteApi('/shell/doors')

interface DoorsToolbarProps {
  shown: number
  all: number
}

/** What is looked for, in which order and view. Reports of doors leave it alone. */
export const DoorsToolbar = memo(function DoorsToolbar({ shown, all }: DoorsToolbarProps) {
  const { text } = useLanguage()
  const { q = '', show = 'all' } = route.useSearch()
  const navigate = route.useNavigate()
  const { sort, setSort } = useDoorView()
  const setSearch = (value: string) =>
    void navigate({ search: (before) => ({ ...before, q: value }), replace: true })
  return (
    <Group gap="sm" align="flex-end">
      <SearchField label={text.doors.search} value={q} onChange={setSearch} />
      <Select
        label={text.doors.filter}
        data={DOOR_FILTERS.map((value) => ({ value, label: text.doors.filters[value] }))}
        value={show}
        allowDeselect={false}
        onChange={(value) =>
          void navigate({ search: (before) => ({ ...before, show: value as DoorFilter }) })
        }
        flex="0 1 190px"
      />
      <Select
        label={text.doors.sort}
        data={SORT_TYPES.map((value) => ({ value, label: text.doors.sorts[value] }))}
        value={sort}
        allowDeselect={false}
        onChange={(value) => setSort(value as SortType)}
        flex="0 1 190px"
      />
      <ViewChoice />
      <Text size="sm" c="dimmed" w={{ base: '100%', md: 'auto' }} ml={{ md: 'auto' }} role="status">
        {text.doors.count(shown, all)}
      </Text>
    </Group>
  )
})

function ViewChoice() {
  const { text } = useLanguage()
  const { view, setView } = useDoorView()
  return (
    <SegmentedControl
      aria-label={text.doors.view}
      value={view}
      onChange={(value) => setView(value as ViewType)}
      data={[
        { value: 'TILE', label: <Labelled icon={<IconLayoutGrid size={18} />} label={text.doors.cards} /> },
        { value: 'LIST', label: <Labelled icon={<IconList size={18} />} label={text.doors.table} /> },
      ]}
    />
  )
}

function Labelled({ icon, label }: { icon: ReactNode; label: string }) {
  return (
    <Group gap={6} justify="center" wrap="nowrap" h={22}>
      {icon}
      <VisuallyHidden>{label}</VisuallyHidden>
    </Group>
  )
}
