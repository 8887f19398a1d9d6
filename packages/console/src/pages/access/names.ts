import { type AccountUser, api } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '../../kit/data/queries.ts'

/** The people of the account by their number. */
export function usePeople(): ReadonlyMap<number, AccountUser> {
  const { data } = useQuery(read(api.accountUsers.list))
  return useMemo(() => new Map((data ?? []).map((user) => [user.accountUserId, user])), [data])
}
