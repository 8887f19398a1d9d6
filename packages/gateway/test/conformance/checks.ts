import { CODE_CHECKS } from './code-checks.ts'
import type { Check } from './harness.ts'
import { MOVEMENT_CHECKS } from './movement-checks.ts'
import { REMAINING_CHECKS } from './remaining-checks.ts'

/** All of them, in the order in which people read them. */
export const CHECKS: readonly Check[] = [...MOVEMENT_CHECKS, ...CODE_CHECKS, ...REMAINING_CHECKS].sort(
  (one, other) => one.number - other.number,
)
