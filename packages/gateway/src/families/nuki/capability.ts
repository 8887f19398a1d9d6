import type { LockCapability } from '@latchwork/contract'
import type { Bus } from './bus.ts'
import { ACTIONS } from './topics.ts'

/** The network itself may hold an order for a moment longer than we wait for it. */
const IN_THE_AIR_MS = 1000
/** Another broker passes an order on at once, or never; what it has given to its network we cannot take back. */
const AT_ANOTHER_BROKER_MS = 60_000
/** A lock on another broker is missed when that broker misses it; how long that takes is its affair and the lock's. */
const MISSED_BY_ANOTHER_MS = 120_000
/** One that need not be missed is asked by TCP: after a minute, and ten times. */
const ASKED_MS = 90_000

/** What a lock on the official topics promises. There is no way to codes there. */
export function officialCapability(bus: Bus, keepaliveSeconds: number | undefined): LockCapability {
  return {
    actions: [...ACTIONS],
    expiry: bus.isOwn
      ? { by: 'sender', worstLateMs: IN_THE_AIR_MS }
      : { by: 'none', worstLateMs: AT_ANOTHER_BROKER_MS },
    proof: 'report',
    mayRepeat: false,
    presence: { detectMs: bus.isOwn ? missedAfterMs(keepaliveSeconds) : MISSED_BY_ANOTHER_MS, probe: false },
    windows: { dates: 'service', weekly: 'service', acrossMidnight: true },
    events: { who: false, denied: false, buffered: false },
    secretsOnWire: false,
  }
}

/** A broker gives a device half as much again as it promised to speak up. */
function missedAfterMs(keepaliveSeconds = 0): number {
  return keepaliveSeconds === 0 ? ASKED_MS : Math.min(keepaliveSeconds * 1500 + 1000, ASKED_MS)
}
