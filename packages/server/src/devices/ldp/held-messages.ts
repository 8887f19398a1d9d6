import type { UpLeaf } from '@latchwork/contract/device'
import type { Clock } from '../../platform/clock.ts'
import type { Arrival } from './arrival.ts'

/** Of these only the newest counts. They are let in, in this order, as a device reports them when it connects. */
const NEWEST_COUNTS: readonly UpLeaf[] = ['presence', 'info', 'state']
const LOOK_EVERY_MS = 250
/** Of all devices together; beyond this nothing more is kept. */
const MAX_BYTES = 16 * 1024 * 1024

export interface HeldMessages {
  /** Keeps a message in place of an older one of its kind; false when it is not of that kind, or there is no room. */
  keep(arrival: Arrival): boolean
  /** A newer one got in: what is older is not needed any more. */
  supersede(arrival: Arrival): void
  stop(): void
}

/** Messages that came when their device had said too much. `release` says whether one may go in now. */
export function createHeldMessages(clock: Clock, release: (arrival: Arrival) => boolean): HeldMessages {
  const held = new Map<string, Map<UpLeaf, Arrival>>()
  let bytes = 0
  let cancelTimer: (() => void) | undefined

  function forget(deviceId: string, leaf: UpLeaf): void {
    const ofDevice = held.get(deviceId)
    bytes -= ofDevice?.get(leaf)?.payload.length ?? 0
    ofDevice?.delete(leaf)
    if (ofDevice?.size === 0) held.delete(deviceId)
  }

  /** One of each device, then the others: nobody waits for somebody else's turn. */
  function look(): void {
    cancelTimer = undefined
    for (const [deviceId, ofDevice] of [...held]) {
      const next = NEWEST_COUNTS.find((leaf) => ofDevice.has(leaf))
      const arrival = next && ofDevice.get(next)
      if (!arrival) continue
      // Taken out before: whoever it is released to may have to keep it again, at once or later.
      forget(deviceId, arrival.leaf)
      if (!release(arrival)) keep(arrival)
    }
    plan()
  }

  function keep(arrival: Arrival): boolean {
    const { deviceId, leaf, order, payload } = arrival
    if (!NEWEST_COUNTS.includes(leaf)) return false
    const known = held.get(deviceId)?.get(leaf)
    if (known && known.order > order) return true
    if (bytes + payload.length > MAX_BYTES) return false
    forget(deviceId, leaf)
    const ofDevice = held.get(deviceId) ?? new Map<UpLeaf, Arrival>()
    held.set(deviceId, ofDevice.set(leaf, arrival))
    bytes += payload.length
    plan()
    return true
  }

  function plan(): void {
    if (held.size > 0) cancelTimer ??= clock.after(LOOK_EVERY_MS, look)
  }

  return {
    keep,

    supersede({ deviceId, leaf, order }) {
      const known = held.size > 0 ? held.get(deviceId)?.get(leaf) : undefined
      if (known && known.order < order) forget(deviceId, leaf)
    },

    stop() {
      cancelTimer?.()
      held.clear()
    },
  }
}
