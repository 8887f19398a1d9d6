import type { Clock } from '@latchwork/ldp-device'

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(() => void callback(), Math.max(0, delayMs))
    return () => clearTimeout(timer)
  },
}
