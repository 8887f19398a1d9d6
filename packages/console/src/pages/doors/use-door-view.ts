import { getRouteApi } from '@tanstack/react-router'
import { useDevicePreferences } from '../../kit/devices/device-preferences.ts'
import { SORT_TYPES, type SortType, type ViewType } from '../../kit/devices/device-views.ts'
import { useListSearch, useSetListSearch } from '../../kit/table/use-list-view.ts'

const route = getRouteApi('/shell/doors')
const isSort = (value: unknown): value is SortType => SORT_TYPES.includes(value as SortType)

/** Order and view of the doors: those of the address, so that a link shows the same, else the person's own. */
export function useDoorView() {
  const { view } = route.useSearch()
  const { sort } = useListSearch()
  const navigate = route.useNavigate()
  const own = useDevicePreferences()
  const set = useSetListSearch()
  return {
    sort: isSort(sort) ? sort : own.sort,
    view: view ?? own.view,
    isPending: own.isPending,
    setSort: (chosen: SortType) => {
      own.setSort(chosen)
      set({ sort: chosen })
    },
    setView: (chosen: ViewType) => {
      own.setView(chosen)
      void navigate({ search: (before) => ({ ...before, view: chosen }), replace: true })
    },
  }
}
