import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure, Loading } from './states.tsx'

export interface QueryViewProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'isError' | 'error'> & { refetch: () => unknown }
  /** What stands there until the answer is here. */
  loading?: ReactNode
  children: (data: T) => ReactNode
}

/** Loading, failed or there. Data that was read before stays in sight while the service cannot be reached. */
export function QueryView<T>({ query, loading = <Loading />, children }: QueryViewProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Failure error={query.error} retry={() => void query.refetch()} />
  return loading
}
