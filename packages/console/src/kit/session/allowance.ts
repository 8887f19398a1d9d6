import { type Account, api, isForAll, RIGHTS, type Right, ROLES } from '@latchwork/contract'
import { useQuery } from '@tanstack/react-query'
import { read } from '../data/queries.ts'

/** What a page or a part of it is for: everybody, masters, who has a right, or who runs the service. */
export interface Need {
  readonly operator?: true
  readonly master?: true
  readonly right?: Right
  /** It is about the whole account: a role that is for some doors does not do (D209). */
  readonly everywhere?: true
}

/** May this account do what the need says? Nobody knows before the account was read; then only what all may do. */
function isAllowed(account: Account | undefined, { operator, master, right, everywhere }: Need): boolean {
  if (!operator && !master && right === undefined) return true
  if (!account) return false
  if (operator) return account.operator === true
  if (account.masterAccountId === undefined) return true
  if (master || right === undefined) return false
  return ((everywhere ? rightsEverywhere(account) : account.rights) & RIGHTS[right]) !== 0
}

/** The rights that are for no door in particular. */
function rightsEverywhere({ rights, roles }: Account): number {
  const forAll = roles?.filter(isForAll)
  return (
    forAll?.reduce((mask, role) => mask | (role.role ? ROLES[role.role].rights : (role.rights ?? 0)), 0) ??
    rights
  )
}

/** Asks what the person who is signed in may do; the frame has read their account already. */
export function useAllowance(): (need: Need) => boolean {
  const { data: account } = useQuery(read(api.account.get))
  return (need) => isAllowed(account, need)
}
