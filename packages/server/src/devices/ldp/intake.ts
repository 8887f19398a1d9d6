import { BoundedCache } from '../../platform/bounded-cache.ts'
import type { Clock } from '../../platform/clock.ts'
import { createRateLimiter } from '../../platform/net/rate-limit.ts'
import type { FloodLimit } from '../driver.ts'
import type { Arrival } from './arrival.ts'
import { createHeldMessages } from './held-messages.ts'

/** Messages a second, and at once after a pause; 0 a second switches a limit off. */
export interface IntakeLimits {
  readonly devicePerSecond: number
  readonly deviceBurst: number
  readonly accountPerSecond: number
  readonly accountBurst: number
}

export interface IntakeOptions {
  readonly limits: IntakeLimits
  readonly clock: Clock
  /** Takes on what was held back and may enter now. */
  readonly enter: (arrival: Arrival) => void
  readonly dropped: (arrival: Arrival) => void
  /** Somebody says more than they may; once until they have kept within it for a while. */
  readonly flooded: (deviceId: string, limit: FloodLimit) => void
}

/**
 * How much devices may say. It is asked before a signature is looked at, so what is too much costs next to nothing. Nothing
 * is lost by that for good: events come again until they are acknowledged, and of what only the newest counts the newest
 * is kept until there is room.
 */
export interface Intake {
  mayEnter(arrival: Arrival): boolean
  /** The same for the account the device belongs to, once that is known. */
  mayEnterAccount(accountId: number, arrival: Arrival): boolean
  /** How long not to read on from a device, in milliseconds. */
  pauseAfter(deviceId: string): number
  stop(): void
}

/** Whoever said too much is left waiting for this long: shorter than any keep-alive. */
const PAUSE_MS = 1000
/** A flood is over when nothing was too much for this long. */
const EPISODE_MS = 600_000
/** Floods remembered; the one that was quiet for longest is forgotten first. */
const MAX_FLOODS = 10_000

export function createIntake(options: IntakeOptions): Intake {
  const { limits, clock, enter, dropped, flooded } = options
  const devices = createRateLimiter({ perSecond: limits.devicePerSecond, burst: limits.deviceBurst, clock })
  const accounts = createRateLimiter({
    perSecond: limits.accountPerSecond,
    burst: limits.accountBurst,
    clock,
  })
  const held = createHeldMessages(clock, (arrival) => {
    const isAllowed = devices.take(arrival.deviceId).allowed
    if (isAllowed) enter(arrival)
    return isAllowed
  })
  const floods = new BoundedCache<string, number>(MAX_FLOODS)
  const silenced = new BoundedCache<string, true>(MAX_FLOODS)

  function refuse(arrival: Arrival, key: string, limit: FloodLimit): false {
    const now = clock.now()
    const last = floods.get(key)
    floods.set(key, now)
    if (last === undefined || now - last > EPISODE_MS) flooded(arrival.deviceId, limit)
    if (!held.keep(arrival)) dropped(arrival)
    return false
  }

  return {
    mayEnter(arrival) {
      const { deviceId } = arrival
      if (!devices.take(deviceId).allowed) {
        silenced.set(deviceId, true)
        return refuse(arrival, deviceId, 'device')
      }
      silenced.delete(deviceId)
      held.supersede(arrival)
      return true
    },

    mayEnterAccount(accountId, arrival) {
      if (!accounts.take(String(accountId)).allowed) return refuse(arrival, `account ${accountId}`, 'account')
      held.supersede(arrival)
      return true
    },

    pauseAfter: (deviceId) => (silenced.size > 0 && silenced.has(deviceId) ? PAUSE_MS : 0),

    stop: () => held.stop(),
  }
}
