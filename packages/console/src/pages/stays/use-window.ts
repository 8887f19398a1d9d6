import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useServiceDay } from '../../kit/data/service-clock.ts'
import { type Window, windowOf } from './timeline-window.ts'

const route = getRouteApi('/shell/stays')

/** The days that the address of the page asks for, or those from yesterday on. */
export function useWindow(): Window {
  const { day, span = 'week' } = route.useSearch()
  const today = useServiceDay()
  return useMemo(() => windowOf(day, today, span), [day, today, span])
}
