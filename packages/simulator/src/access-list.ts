import { decide, type WindowRule } from '@latchwork/access-window'
import type { AccessEntry, HeldAccess } from '@latchwork/contract/device'
import { accessDigest, accessPages } from '@latchwork/ldp-device'
import type { Faults } from './faults.ts'
import type { Attempt } from './machine-step.ts'

/** An access right with the number the device gave it. */
export interface HeldRight {
  readonly number: number
  readonly entry: AccessEntry
}

/** The access rights a device holds. They survive a loss of power. */
export class AccessList {
  readonly #held = new Map<string, HeldRight>()
  readonly #key: Buffer
  readonly #faults: Pick<Faults, 'maskCodes'>
  /** Never given twice: a number in an old log entry must not point to somebody else. */
  #lastNumber = 0

  constructor(key: Buffer, faults: Pick<Faults, 'maskCodes'>) {
    this.#key = key
    this.#faults = faults
  }

  get size(): number {
    return this.#held.size
  }

  get rights(): HeldRight[] {
    return [...this.#held.values()]
  }

  /** What stands under the key now; its number stays when the entry changes. */
  set(key: string, entry: AccessEntry): void {
    const number = this.#held.get(key)?.number ?? ++this.#lastNumber
    this.#held.set(key, { number, entry })
  }

  get(key: string): HeldRight | undefined {
    return this.#held.get(key)
  }

  delete(key: string): void {
    this.#held.delete(key)
  }

  /** As after a reset with the device's own app. */
  clear(): void {
    this.#held.clear()
  }

  /** Rights under other keys than these. */
  except(keys: ReadonlySet<string>): AccessEntry[] {
    return [...this.#held].flatMap(([key, { entry }]) => (keys.has(key) ? [] : [entry]))
  }

  /** Somebody typed a code. Of several rights with the same code the one that holds now counts. */
  tryCode(code: string, zone: string, now: number): Attempt {
    const known = this.rights.filter(({ entry }) => entry.type === 13 && String(entry.code) === code)
    return attemptOf(
      known.find(({ entry }) => ruleFor(entry, zone, now) === 'allowed') ?? known[0],
      zone,
      now,
    )
  }

  /** Somebody came with what stands for the right of this number: a fob, a finger. */
  tryNumber(number: number, zone: string, now: number): Attempt {
    return attemptOf(
      this.rights.find((right) => right.number === number),
      zone,
      now,
    )
  }

  /** What it reports of what stands under these keys; never a code. */
  report(keys: Iterable<string>): Record<string, HeldAccess> {
    const entries: Record<string, HeldAccess> = {}
    for (const key of keys) {
      const right = this.#held.get(key)
      if (right) entries[key] = this.#present(right)
    }
    return entries
  }

  /** The whole list. */
  pages() {
    return accessPages(this.report(this.#held.keys()))
  }

  #present({ number, entry }: HeldRight): HeldAccess {
    if (this.#faults.maskCodes) return { n: number }
    return { n: number, h: accessDigest(this.#key, entry) }
  }
}

/** Which rule decides about a right at an instant of the device's own clock. */
export const ruleFor = (entry: AccessEntry, zone: string, now: number): WindowRule | 'disabled' =>
  entry.enabled ? decide(entry, zone, now) : 'disabled'

function attemptOf(right: HeldRight | undefined, zone: string, now: number): Attempt {
  if (!right) return { allowed: false }
  const { number: authId, entry } = right
  return { who: { authId, name: entry.name }, allowed: ruleFor(entry, zone, now) === 'allowed' }
}
