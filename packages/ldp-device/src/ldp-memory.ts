import { randomBytes } from 'node:crypto'
import { EventBuffer } from './event-buffer.ts'

/** What the numbers of a device count in. A device that keeps it when the power fails goes on where it was. */
export interface LdpMemory {
  readonly epoch: string
  readonly events: EventBuffer
  /** Greater than any before in this epoch. */
  nextStateNumber(): number
}

/** The memory of a device that forgets with the power: a new epoch, numbers from 1. */
export function freshMemory(): LdpMemory {
  let stateNumber = 0
  return {
    epoch: randomBytes(8).toString('hex'),
    events: new EventBuffer(),
    nextStateNumber: () => ++stateNumber,
  }
}
