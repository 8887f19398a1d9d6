import { api, type Operation } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '../data/queries.ts'

const MOST = 1000

export const openOperations = {
  queued: read(api.operations.list, { query: { status: 'queued', limit: MOST } }),
  sent: read(api.operations.list, { query: { status: 'sent', limit: MOST } }),
}

const NONE: readonly Operation[] = []

/** What every lock was asked for and has not answered yet, oldest first; movements aside, which live for seconds. */
export function usePendingChanges(): (smartlockId: number) => readonly Operation[] {
  const queued = useQuery(openOperations.queued)
  const sent = useQuery(openOperations.sent)
  return useMemo(() => {
    const all = [...(queued.data ?? []), ...(sent.data ?? [])]
      .filter(({ type }) => type !== 'action')
      .sort((a, b) => a.createdDate.localeCompare(b.createdDate))
    const byLock = Map.groupBy(all, ({ smartlockId }) => smartlockId)
    return (smartlockId) => byLock.get(smartlockId) ?? NONE
  }, [queued.data, sent.data])
}
