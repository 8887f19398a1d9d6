import type { Reservation } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { zoneOf } from '../../kit/addresses/address-clocks.ts'
import { isInWindow } from './bars.ts'
import { readWindow } from './stays-queries.ts'
import { rowsOf, staysOf, type TimelineRow } from './timeline-rows.ts'
import type { Window } from './timeline-window.ts'
import { useAddresses } from './use-addresses.ts'
import { useUnits } from './use-units.ts'

const route = getRouteApi('/shell/stays')

/** The rows of all addresses, or of the one that was chosen; of what was looked for, only those that have some of it. */
export function useTimelineRows(found: readonly Reservation[] | undefined): TimelineRow[] {
  const { address: chosen } = route.useSearch()
  const addresses = useAddresses()
  const units = useUnits()
  const rows = useMemo(() => {
    const shown = [...addresses.values()].filter(({ addressId }) => (chosen ?? addressId) === addressId)
    return rowsOf(shown, units)
  }, [addresses, units, chosen])
  return useMemo(
    () => (found === undefined ? rows : rows.filter((row) => staysOf(row, found).length > 0)),
    [rows, found],
  )
}

/** The stays of a row within the window: of those found already, else asked for with those of its neighbours. */
export function useStaysOf(row: TimelineRow, window: Window, found: readonly Reservation[] | undefined) {
  const { data } = useQuery({
    ...readWindow({}, window, row.asks),
    enabled: found === undefined,
    placeholderData: (before) => before,
  })
  const all = found ?? data
  return useMemo(
    () => all && staysOf(row, all).filter((stay) => isInWindow(stay, zoneOf(row.address), window.days)),
    [row, all, window],
  )
}
