import { type AdvancedKeyStatus, OPERATOR_ACTS, type OperatorAct } from '@latchwork/contract'

const TRANSITIONS: Record<OperatorAct, Partial<Record<AdvancedKeyStatus, AdvancedKeyStatus>>> = {
  test: { APPLIED: 'TESTING' },
  approve: { APPLIED: 'ACTIVE', TESTING: 'ACTIVE' },
  reject: { APPLIED: 'INACTIVE' },
  suspend: { TESTING: 'INACTIVE', ACTIVE: 'INACTIVE' },
}

/** The status after the act, or undefined where the table of states has no such transition. */
export const statusAfter = (act: OperatorAct, status: AdvancedKeyStatus): AdvancedKeyStatus | undefined =>
  TRANSITIONS[act][status]

/** What the operator can do in this state. */
export const actsIn = (status: AdvancedKeyStatus): OperatorAct[] =>
  OPERATOR_ACTS.filter((act) => statusAfter(act, status) !== undefined)

/** The secret is shown and accepted in these states only (D244). */
export const isInUse = (status: AdvancedKeyStatus): boolean => status === 'TESTING' || status === 'ACTIVE'
