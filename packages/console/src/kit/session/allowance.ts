import { type Account, api, RIGHTS, type Right } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { read } from '../data/queries.ts'

/** What a page or a part of it is for: everybody, masters, who has a right, or who runs the service. */
export interface Need {
  readonly operator?: true
  readonly master?: true
  readonly right?: Right
}

/** May this account do what the need says? Nobody knows before the account was read; then only what all may do. */
function isAllowed(account: Account | undefined, { operator, master, right }: Need): boolean {
  if (!operator && !master && right === undefined) return true
  if (!account) return false
  if (operator) return account.operator === true
  if (account.masterAccountId === undefined) return true
  return !master && right !== undefined && ((account.rights ?? 0) & RIGHTS[right]) !== 0
}

/** Asks what the person who is signed in may do; the frame has read their account already. */
export function useAllowance(): (need: Need) => boolean {
  const { data: account } = useQuery(read(api.account.get))
  return (need) => isAllowed(account, need)
}
