import { api } from '@latchwork/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { hasSandbox } from '../facts.ts'
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

const asDay = (instant: number): string => new Date(instant).toLocaleDateString('sv')

/** Today, by the service's time and this browser's zone. */
export const useServiceDay = (): string => asDay(useServiceNow(60_000))

/** The same for the loaders of pages, as far as it is known already. */
export function serviceDay(queries: QueryClient): string {
  const clock = queries.getQueryData(read(api.sandbox.clock).queryKey)
  return asDay(Date.now() + (clock?.aheadMs ?? 0))
}
