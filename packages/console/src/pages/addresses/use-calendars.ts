import { api, type Service } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '../../kit/data/queries.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { calendarsByAddress } from './calendars.ts'

const SOON_MS = 1000
const AT_LATEST_MS = 10_000

/** No event reports that a calendar was fetched: one looks again when a fetch is due, and often while it is under way. */
function nextLook(services: readonly Service[] | undefined, now: number): number | false {
  const due = (services ?? []).flatMap(({ context }) =>
    context.links.flatMap(({ nextSyncDate }) => (nextSyncDate ? [Date.parse(nextSyncDate)] : [])),
  )
  if (due.length === 0) return false
  return Math.min(Math.max(Math.min(...due) - now, SOON_MS), AT_LATEST_MS)
}

/** The platforms that reservations can come from, with their links. */
export function useServices() {
  const now = useServiceNow()
  return useQuery({
    ...read(api.services.list),
    refetchInterval: ({ state }) => nextLook(state.data, now),
  })
}

/** The linked calendars by their address. */
export function useCalendars() {
  const { data: services } = useServices()
  return useMemo(() => calendarsByAddress(services ?? []), [services])
}
