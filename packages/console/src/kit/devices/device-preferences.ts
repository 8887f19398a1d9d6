import { useLocalStorage } from '@mantine/hooks'

export const VIEW_TYPES = ['TILE', 'LIST'] as const
export type ViewType = (typeof VIEW_TYPES)[number]

export const SORT_TYPES = ['FAVOURITES_FIRST', 'NAME_ASC', 'NAME_DESC', 'LAST_ADDED_DESC'] as const
export type SortType = (typeof SORT_TYPES)[number]

interface DevicePreferences {
  view: ViewType
  sort: SortType
  setView: (view: ViewType) => void
  setSort: (sort: SortType) => void
}

/** How this person likes to see doors. */
export function useDevicePreferences(): DevicePreferences {
  const [view, setView] = useLocalStorage<ViewType>({ key: 'latchwork.view', defaultValue: 'TILE' })
  const [sort, setSort] = useLocalStorage<SortType>({
    key: 'latchwork.sort',
    defaultValue: 'FAVOURITES_FIRST',
  })
  return { view, sort, setView, setSort }
}
