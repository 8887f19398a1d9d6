import { VARIES, variationOf } from '@latchwork/ldp-device'

/** Charge is counted in hundredths of a percent: a set of batteries lasts for about five thousand movements. */
const CHARGE_PER_PERCENT = 100
const CHARGE_PER_MOVEMENT = 2
const CRITICAL_PERCENT = 20

/** A battery that drains with every movement. New locks start between 70 and 95 percent. */
export class Battery {
  #charge: number

  constructor(deviceId: string, percent = 70 + Math.floor(26 * variationOf(deviceId, VARIES.battery))) {
    this.#charge = percent * CHARGE_PER_PERCENT
  }

  /** A set of batteries with this much left is put in. */
  replace(percent: number) {
    this.#charge = percent * CHARGE_PER_PERCENT
  }

  drain() {
    this.#charge = Math.max(0, this.#charge - CHARGE_PER_MOVEMENT)
  }

  report() {
    const pct = Math.floor(this.#charge / CHARGE_PER_PERCENT)
    return { pct, critical: pct < CRITICAL_PERCENT, charging: false }
  }
}
