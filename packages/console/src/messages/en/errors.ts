import { ERRORS, type ErrorCode } from '@latchwork/contract'

/** The contract's own sentences. */
export const errors = Object.fromEntries(
  Object.entries(ERRORS).map(([code, { title }]) => [code, title]),
) as Record<ErrorCode, string>
