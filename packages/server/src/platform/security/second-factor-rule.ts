/** Of whom more than a password is demanded (D116). */
export type SecondFactorRule = 'off' | 'operators' | 'all'

export const isDemandedOf = (
  rule: SecondFactorRule,
  { operator_since }: { operator_since: number | null },
): boolean => rule === 'all' || (rule === 'operators' && operator_since !== null)
