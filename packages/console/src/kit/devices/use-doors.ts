import { zoneOf } from '@latchwork/access-window'
import { api, type Smartlock } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '../data/queries.ts'

/** The doors of the account by their number. */
export function useDoors(): ReadonlyMap<number, Smartlock> {
  const { data } = useQuery(read(api.smartlocks.list))
  return useMemo(() => new Map((data ?? []).map((lock) => [lock.smartlockId, lock])), [data])
}

/** By which clock a door goes. */
export const zoneOfDoor = (lock: Pick<Smartlock, 'config'> | undefined): string =>
  zoneOf(lock?.config?.timezoneId)
