/**
 * Which locks this process serves. Any process takes any call; what a lock reports and what is sent to it goes through
 * the one process that owns it, so that its row is not fought over.
 */
export interface Ownership {
  /**
   * Whether this process may act for the device now. Asked right before each step: a lock can have moved to another
   * process since the last one.
   */
  isOurs(deviceId: string): boolean
}

/** A process with its own broker: no other can reach the locks that are connected to it. */
export const soleOwnership = (): Ownership => ({ isOurs: () => true })
