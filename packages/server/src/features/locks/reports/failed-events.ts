import { BoundedCache } from '../../../platform/bounded-cache.ts'

/** How often an event may fail before it is given up: a store that is unreachable for a while must cost nobody a log entry. */
const TRIES = 5
/** Devices remembered; whoever has the oldest failure starts to count anew. */
const MAX_DEVICES = 1000

export interface FailedEvents {
  /** Notes that the event at the head of a device's line failed; true when it has failed too often. */
  isHopeless(deviceId: string, seq: number): boolean
}

/** Remembers what devices send in vain again and again. */
export function createFailedEvents(): FailedEvents {
  const counts = new BoundedCache<string, { seq: number; times: number }>(MAX_DEVICES)
  return {
    isHopeless(deviceId, seq) {
      const last = counts.get(deviceId)
      const times = last?.seq === seq ? last.times + 1 : 1
      if (times >= TRIES) counts.delete(deviceId)
      else counts.set(deviceId, { seq, times })
      return times >= TRIES
    },
  }
}
