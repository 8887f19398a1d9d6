import type { UpLeaf } from '@latchwork/contract/device'

/**
 * What is between a device and the wire. Nothing, as a rule; a simulated lock has one that loses, repeats and delays, and
 * a device that sleeps.
 */
export interface Medium {
  /** How many copies of the next message that comes in get through. */
  copiesIn(): number
  /** How many copies of the next message that goes out get through. */
  copiesOut(leaf: UpLeaf): number
  /** Looks at an order now, later, or never. */
  attend(look: () => void): void
  /** Whether an order can be taken now; if so, the next one may have to wait. */
  takeTurn(): boolean
  /** Answers and tells now, later, or never. */
  tell(say: () => void): void
}

/** A device that is awake, on a line that works. */
export const CLEAR: Medium = {
  copiesIn: () => 1,
  copiesOut: () => 1,
  attend: (look) => look(),
  takeTurn: () => true,
  tell: (say) => say(),
}
