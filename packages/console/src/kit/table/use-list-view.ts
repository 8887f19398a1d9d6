import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { type ListSearch, listSearch } from '../routing/search.ts'
import { type Column, columnsText, nextSort, orderedRows, orderOf, shownColumns } from './columns.ts'
import { keepColumns, keptColumns } from './kept-columns.ts'

/** Of the address of whatever page the list is on. */
export const useListSearch = (): ListSearch => listSearch(useSearch({ strict: false }))

/** Changes it; the rest of the address stays. */
export function useSetListSearch(): (
  part: { [Key in keyof ListSearch]: ListSearch[Key] | undefined },
) => void {
  const navigate = useNavigate()
  return (part) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, ...part })) as never,
      replace: true,
      resetScroll: false,
    })
}

export interface ListView<Row> {
  /** For each column whether it is in sight. */
  shown: readonly boolean[]
  rows: readonly Row[]
  sort: string | undefined
  sortBy: (name: string) => void
  show: (shown: readonly boolean[]) => void
}

/**
 * Columns and order of a list, which the address keeps; columns are kept on the device as well, and come into an
 * address that says nothing of them. A table that is no list of its own shows everything as it comes.
 */
export function useListView<Row>(
  list: string | undefined,
  columns: readonly Column<Row>[],
  all: readonly Row[],
): ListView<Row> {
  const search = useListSearch()
  const set = useSetListSearch()
  const wanted = list === undefined ? undefined : search.columns
  const sort = list === undefined ? undefined : search.sort
  const recall = useEffectEvent(() => {
    const kept = list === undefined ? undefined : listSearch({ columns: keptColumns(list) }).columns
    if (kept !== undefined && wanted === undefined) set({ columns: kept })
  })
  useEffect(() => recall(), [])
  const { compare, isDown } = orderOf(columns, sort)
  const rows = useMemo(() => orderedRows(all, compare, isDown), [all, compare, isDown])
  return {
    shown: shownColumns(columns, wanted),
    rows,
    sort,
    sortBy: (name) => set({ sort: nextSort(name, sort) }),
    show: (shown) => {
      const text = columnsText(columns, shown)
      if (list !== undefined) keepColumns(list, text)
      set({ columns: text })
    },
  }
}
