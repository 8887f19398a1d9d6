import { api, MAX_IDS_ASKED, type Reservation, type SmartlockAuth } from '@latchwork/contract'
import { keepPreviousData, type UseQueryResult, useQueries } from '@tanstack/react-query'
import { read } from '../../kit/data/queries.ts'

/** The code of a stay as each of its doors has it; of all the account's access, only that is asked for. */
export function useCodes({ authIds = [] }: Reservation): readonly SmartlockAuth[] {
  return useQueries({
    queries: inParts(authIds).map((ids) => ({
      ...read(api.authorizations.list, { query: { ids } }),
      placeholderData: keepPreviousData,
    })),
    combine: together,
  })
}

function inParts(ids: readonly string[]): string[][] {
  const parts = Math.ceil(ids.length / MAX_IDS_ASKED)
  return Array.from({ length: parts }, (_, part) =>
    ids.slice(part * MAX_IDS_ASKED, (part + 1) * MAX_IDS_ASKED),
  )
}

const together = (parts: UseQueryResult<SmartlockAuth[]>[]): SmartlockAuth[] =>
  parts.flatMap(({ data }) => data ?? [])
