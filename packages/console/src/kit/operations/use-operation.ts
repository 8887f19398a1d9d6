import { api, type Operation, type OperationStatus } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { read } from '../data/queries.ts'

const FINAL: readonly OperationStatus[] = ['confirmed', 'failed', 'expired', 'cancelled']

/** Nothing more will become of it. `unknown` is an end only for now: a proof that comes late still settles it. */
const isSettled = (operation: Operation): boolean => FINAL.includes(operation.status)

/** How soon to ask again: a movement takes seconds, a setting may wait for a lock that is offline for days. */
function intervalFor(operation: Operation, askedTimes: number): number | false {
  if (isSettled(operation)) return false
  if (operation.status === 'unknown') return 10_000
  if (askedTimes < 12) return 400
  return askedTimes < 60 ? 1000 : 15_000
}

/** What becomes of an accepted call, asked until it is settled. */
export const useOperation = (operationId: string) =>
  useQuery({
    ...read(api.operations.get, { params: { operationId } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data === undefined ? 1000 : intervalFor(state.data, state.dataUpdateCount),
  })
