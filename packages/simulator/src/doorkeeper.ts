import { zoneOf } from '@latchwork/access-window'
import type { Clock } from '@latchwork/ldp-device'
import { AccessList, ruleFor } from './access-list.ts'
import { AccessOrders } from './access-orders.ts'
import type { LockSpec } from './device-spec.ts'
import type { Faults } from './faults.ts'
import type { Attempt } from './machine-step.ts'
import type { AccessView } from './simulated-lock.ts'

/** Who decides at a lock who comes in: its access rights, by the lock's own clock and in its zone. */
export class Doorkeeper {
  readonly orders: AccessOrders
  readonly #list: AccessList
  readonly #clock: Clock
  readonly #faults: Faults
  readonly #spec: () => LockSpec

  constructor(key: Buffer, clock: Clock, faults: Faults, spec: () => LockSpec) {
    this.#list = new AccessList(key, faults)
    this.orders = new AccessOrders(this.#list, () => this.hasKeypad, faults)
    this.#clock = clock
    this.#faults = faults
    this.#spec = spec
  }

  get hasKeypad(): boolean {
    const { keypadPaired, keypad2Paired } = this.#spec().config
    return keypadPaired === true || keypad2Paired === true
  }

  tryCode(code: string): Attempt {
    return this.#list.tryCode(code, this.#zone, this.#clock.now())
  }

  /** Somebody with something that belongs to no access right is let in if it is known. */
  tryNumber(known: boolean, authId: number | undefined): Attempt {
    if (authId === undefined) return { allowed: known }
    return this.#list.tryNumber(authId, this.#zone, this.#clock.now())
  }

  pages() {
    return this.#list.pages()
  }

  forget(): void {
    this.#list.clear()
  }

  view(): AccessView[] {
    const now = this.#clock.now()
    return this.#list.rights.map(({ number: authId, entry }) => ({
      authId,
      type: entry.type,
      name: entry.name,
      ...(entry.code !== undefined && { code: this.#shown(String(entry.code)) }),
      allowed: ruleFor(entry, this.#zone, now) === 'allowed',
    }))
  }

  get #zone(): string {
    return zoneOf(this.#spec().config.timezoneId)
  }

  #shown(code: string): string {
    return this.#faults.maskCodes ? '*'.repeat(code.length) : code
  }
}
