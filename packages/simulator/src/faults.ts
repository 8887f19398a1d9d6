/** What can be made to go wrong with a simulated lock, at any time. */
export interface Faults {
  /** Receives commands but neither answers nor moves. */
  mute: boolean
  /** Moves and reports its state, but sends no acks and no events until this is switched off. */
  dropAcks: boolean
  /** The motor gets stuck. */
  jam: boolean
  /** Refuses every setting it is asked to change. */
  rejectConfig: boolean
  /** Acks are sent this much later. */
  ackDelayMs: number
}

export const noFaults = (): Faults => ({
  mute: false,
  dropAcks: false,
  jam: false,
  rejectConfig: false,
  ackDelayMs: 0,
})
