import type { GroupKind } from '@latchwork/contract'
import { useAllowance } from '../../kit/session/allowance.ts'

/** Groups of doors are changed for the whole account: roles are given by them (D206). */
export function useMayChange(): (kind: GroupKind) => boolean {
  const may = useAllowance()
  return (kind) => kind === 'people' || may({ right: 'manageAuthorizations', everywhere: true })
}
