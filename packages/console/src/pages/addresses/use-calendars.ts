import { api } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '../../kit/data/queries.ts'
import { calendarsByAddress } from './calendars.ts'

/** The linked calendars by their address. */
export function useCalendars() {
  const { data: services = [] } = useQuery(read(api.services.list))
  return useMemo(() => calendarsByAddress(services), [services])
}
