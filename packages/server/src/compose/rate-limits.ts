import type { Config } from '../config.ts'
import type { Platform } from '../platform/context.ts'
import { createRateLimiter } from '../platform/net/rate-limit.ts'

/** How often callers may ask, for one listener. */
export function rateLimits({ rate }: Config, { clock }: Platform) {
  const limiter = (perSecond: number, burst: number) =>
    createRateLimiter({ perSecond, burst, clock, maxKeys: 10_000 })
  return {
    tokenRate: limiter(rate.tokenPerSecond, rate.tokenBurst),
    accountRate: limiter(rate.accountPerSecond, rate.accountBurst),
    addressRate: limiter(rate.ipPerSecond, rate.ipBurst),
    // A page asks a few times a minute, and once a second while a door opens; a whole hotel may be behind one address.
    guestRate: limiter(1, 40),
    guestAddressRate: limiter(5, 150),
  }
}
