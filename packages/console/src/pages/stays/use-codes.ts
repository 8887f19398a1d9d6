import { api, type Reservation, type SmartlockAuth } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '../../kit/data/queries.ts'

/** The code of a stay as each of its doors has it. */
export function useCodes({ authIds }: Reservation): readonly SmartlockAuth[] {
  const { data } = useQuery(read(api.authorizations.list))
  return useMemo(() => {
    const own = new Set(authIds)
    return (data ?? []).filter(({ id }) => own.has(id))
  }, [data, authIds])
}
