/**
 * Codes of the protocol itself, beside the device errors. In an ack all mean that the motor did not move; `unproven` is
 * only in an answer to settings: it was written, and nothing shows that the lock has it.
 */
export const LDP_REFUSAL = {
  expired: 0xf0,
  duplicate: 0xf1,
  badSignature: 0xf2,
  wrongSession: 0xf3,
  notCapable: 0xf4,
  unproven: 0xf5,
  notReached: 0xf6,
  /** The answer to `down/ask`: it never came, and will not be run if it still does. */
  neverCame: 0xf7,
} as const
