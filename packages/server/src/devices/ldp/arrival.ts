import type { UpLeaf } from '@latchwork/contract/device'

/** A message on its way in. */
export interface Arrival {
  readonly deviceId: string
  readonly leaf: UpLeaf
  readonly topic: string
  readonly payload: Buffer
  readonly retained: boolean
  /** Counts up with every message that came. */
  readonly order: number
}
