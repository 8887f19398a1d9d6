import type { AdvancedKeyStatus } from '@latchwork/contract'

/** What the operator can do with an application (8.5). */
export type OperatorAct = 'approve' | 'test' | 'reject' | 'suspend'

const TRANSITIONS: Record<OperatorAct, Partial<Record<AdvancedKeyStatus, AdvancedKeyStatus>>> = {
  test: { APPLIED: 'TESTING' },
  approve: { APPLIED: 'ACTIVE', TESTING: 'ACTIVE' },
  reject: { APPLIED: 'INACTIVE' },
  suspend: { TESTING: 'INACTIVE', ACTIVE: 'INACTIVE' },
}

/** The status after the act, or undefined where the table of states has no such transition. */
export const statusAfter = (act: OperatorAct, status: AdvancedKeyStatus): AdvancedKeyStatus | undefined =>
  TRANSITIONS[act][status]

/** The secret is shown and accepted in these states only (D35). */
export const isInUse = (status: AdvancedKeyStatus): boolean => status === 'TESTING' || status === 'ACTIVE'
