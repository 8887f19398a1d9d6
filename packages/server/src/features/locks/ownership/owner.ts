/**
 * Which locks this process serves. Any process takes any call, and has the actions it accepted leave; what a lock
 * reports, and all else that is sent to it, goes through the one process that owns it, so that its row is not fought over.
 */
export interface Ownership {
  /**
   * Whether what the device says is taken on here. It is stored only if it is still ours by then: a process that stood
   * still for a moment has not lost what came meanwhile.
   */
  isHeard(deviceId: string): boolean
  /**
   * Whether this process may act for the device now. Asked right before each step: a lock can have moved to another
   * process since the last one. In a transaction that is the only writer of the
   * lock's account it stays true until the transaction ends, because the next owner has to wait for that account.
   */
  isOurs(deviceId: string): boolean
  /**
   * Whether an action that this process accepted may leave from here, whoever serves its lock (ADR 42): it was heard of a
   * moment ago, and the broker can be reached. Asked when it is accepted, and right before it leaves.
   */
  maySend(): boolean
  /** The shares whose locks this process sends something to; undefined for all there are. */
  shares(): readonly number[] | undefined
}

/** The one process there is, because it has the broker or the store to itself. */
export const soleOwnership = (): Ownership => ({
  isHeard: () => true,
  isOurs: () => true,
  maySend: () => true,
  shares: () => undefined,
})
