import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@latchwork/sdk'
import type { House } from './house.ts'

const UNLOCK = 1
const LOCK = 2
const SETTLE_MS = 120_000
const LONGEST_PAUSE_MS = 400
const UNDER_WAY: ReadonlySet<string> = new Set(['queued', 'sent'])
/** Ends that say that surely nothing moved. */
const NOT_DONE: ReadonlySet<string> = new Set(['failed', 'expired'])

interface Asked {
  readonly lock: string
  readonly action: number
  /** Undefined: the answer got lost with the service, and the order was perhaps taken. */
  readonly operationId: string | undefined
}

/** Somebody who locks and unlocks doors all the time, and knows what was agreed to. */
export class Movements {
  readonly #house: House
  readonly #doors: readonly (readonly [string, number])[]
  readonly #random: () => number
  readonly #asked: Asked[] = []
  #isOver = false

  constructor(house: House, doors: ReadonlyMap<string, number>, random: () => number) {
    this.#house = house
    this.#doors = [...doors]
    this.#random = random
  }

  get orders(): number {
    return this.#asked.length
  }

  stop(): void {
    this.#isOver = true
  }

  async run(): Promise<void> {
    while (!this.#isOver) {
      const [lock, smartlockId] = this.#doors[Math.floor(this.#random() * this.#doors.length)] as [
        string,
        number,
      ]
      await this.#order(lock, smartlockId, this.#random() < 0.5 ? UNLOCK : LOCK)
      await sleep(this.#random() * LONGEST_PAUSE_MS)
    }
  }

  async #order(lock: string, smartlockId: number, action: number): Promise<void> {
    const { smartlocks } = this.#house.api
    const call = action === UNLOCK ? smartlocks.unlock : smartlocks.lock
    try {
      const { operationId } = await call({ params: { smartlockId } })
      this.#asked.push({ lock, action, operationId })
    } catch (error) {
      // A lock that is busy or offline: refused, and nothing happens.
      if (error instanceof ApiError && error.status < 500) return
      this.#asked.push({ lock, action, operationId: undefined })
    }
  }

  /** What the hub saw, against what was asked and how the service says it ended. */
  async breaches(): Promise<string[]> {
    const ends = await this.#ends()
    const counted = this.#doors.flatMap(([lock]) =>
      [UNLOCK, LOCK].flatMap((action) => this.#miscounted(lock, action, ends)),
    )
    return [...this.#lateOrTwice(), ...counted]
  }

  #lateOrTwice(): string[] {
    const breaches: string[] = []
    const seen = new Set<string>()
    for (const { lock, action, deadline, at } of this.#house.moves) {
      if (at > deadline) breaches.push(`${lock}: moved ${at - deadline} ms late`)
      const order = `${lock} ${action} ${deadline}`
      if (seen.has(order)) breaches.push(`${lock}: one order moved it twice`)
      seen.add(order)
    }
    return breaches
  }

  /** Every confirmed order moved the lock, and none that is told as not done. */
  #miscounted(lock: string, action: number, ends: ReadonlyMap<string, string>): string[] {
    const asked = this.#asked.filter((one) => one.lock === lock && one.action === action)
    const ended = asked.map(({ operationId }) => (operationId ? ends.get(operationId) : 'perhaps'))
    const isOpen = ended.some((end) => end === undefined || UNDER_WAY.has(end))
    const moved = this.#house.moves.filter((move) => move.lock === lock && move.action === action).length
    const most = ended.filter((end) => end && !NOT_DONE.has(end)).length
    const least = ended.filter((end) => end === 'confirmed').length
    return [
      ...(isOpen ? [`${lock}: an order has not ended`] : []),
      ...(moved > most ? [`${lock}: ${moved} movements ${action} for ${most} orders`] : []),
      ...(moved < least ? [`${lock}: ${least} confirmed and ${moved} movements ${action}`] : []),
    ]
  }

  /** How each operation ended, as soon as all have. */
  async #ends(): Promise<Map<string, string>> {
    const deadline = performance.now() + SETTLE_MS
    const ends = new Map<string, string>()
    for (const { operationId } of this.#asked) {
      if (operationId === undefined) continue
      do {
        const shown = await this.#house.api.operations.get({ params: { operationId } }).catch(() => undefined)
        if (shown) ends.set(operationId, shown.data.status)
        if (shown && !UNDER_WAY.has(shown.data.status)) break
        await sleep(200)
      } while (performance.now() < deadline)
    }
    return ends
  }

  /** By how they ended, for people to read. */
  async summary(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const end of (await this.#ends()).values()) counts[end] = (counts[end] ?? 0) + 1
    return counts
  }
}
