import { api } from '@latchwork/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { defaultTimeZone, hasSandbox } from '../facts.ts'
import { dayIn } from '../language/wall-clock.ts'
import { read } from './queries.ts'

/** How far the service's time is ahead of real time; only a sandbox's clock is ever moved. */
function useAheadMs(): number {
  const clock = useQuery({ ...read(api.sandbox.clock), enabled: hasSandbox, retry: false })
  return clock.data?.aheadMs ?? 0
}

/** The service's time, which ages are counted by; it moves on by itself. */
export function useServiceNow(everyMs = 10_000): number {
  const aheadMs = useAheadMs()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now + aheadMs
}

/** Today, by the service's time and the clocks at a place; where none is given, those of the service. */
export const useServiceDay = (zone = defaultTimeZone): string => dayIn(useServiceNow(60_000), zone)

/** The same for the loaders of pages, as far as it is known already. */
export function serviceDay(queries: QueryClient): string {
  const clock = queries.getQueryData(read(api.sandbox.clock).queryKey)
  return dayIn(Date.now() + (clock?.aheadMs ?? 0), defaultTimeZone)
}
