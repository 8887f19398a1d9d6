/**
 * Which locks this process serves. Any process takes any call; what a lock reports and what is sent to it goes through
 * the one process that owns it, so that its row is not fought over.
 */
export interface Ownership {
  /**
   * Whether this process may act for the device now. Asked right before each step: a lock can have moved to another
   * process since the last one. Asked while the lock's row is held it stays true until the row is let go, because
   * whoever comes to own it next has to wait for that row.
   */
  isOurs(deviceId: string): boolean
  /** The shares whose locks this process sends something to; undefined for all there are. */
  shares(): readonly number[] | undefined
}

/** The one process there is, because it has the broker or the store to itself. */
export const soleOwnership = (): Ownership => ({ isOurs: () => true, shares: () => undefined })
