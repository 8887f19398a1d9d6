import type { FamilyTools, LockSight, SlotEntry, SlotSight, WriteRefusal } from '../../family.ts'
import type { CodeFacts } from './capability.ts'
import type { LockNode } from './lock-node.ts'

/** One lock, for as long as one connection to its hub lasts. */
export class KnownLock {
  readonly key: string
  node: LockNode
  facts: CodeFacts | undefined
  /** What the lock itself said or showed last; at first what the hub remembers. */
  sight: LockSight = { bolt: 'unknown' }
  /** What the hub says and the lock has not: to be read. */
  hearsay: LockSight['bolt'] | undefined
  isOnline: boolean | undefined
  heardAt = 0
  /** The hub's own date of the last sign of life. */
  lastSeen: unknown
  showsDigits = false
  isJammed = false
  /** The slot that is being written: what the hub tells of it is our own doing. */
  writing: number | undefined
  /** Slots that were found free when they were last read. */
  readonly free = new Set<number>()
  /** Slots that somebody is said to have changed: the hub does not always look at them itself. */
  readonly toRead = new Set<number>()
  /** What a reading of all slots that a movement stopped has seen, and when: it goes on where it was. */
  readonly listed = new Map<number, { readonly sight: SlotSight | undefined; readonly at: number }>()
  readonly #boltListeners = new Map<() => void, LockSight['bolt']>()
  readonly #duplicateListeners = new Set<() => void>()

  constructor(key: string, node: LockNode) {
    this.key = key
    this.node = node
  }

  boltTold(bolt: LockSight['bolt']): void {
    for (const [tell, wanted] of [...this.#boltListeners]) if (bolt === wanted) tell()
  }

  duplicateTold(): void {
    for (const tell of [...this.#duplicateListeners]) tell()
  }

  /** What an order that is under way has to know of the lock. */
  ears(): { isJammed(): boolean; boltTold(bolt: LockSight['bolt']): Promise<void> } {
    return {
      isJammed: () => this.isJammed,
      boltTold: (bolt) =>
        new Promise((resolve) => {
          const tell = () => {
            this.#boltListeners.delete(tell)
            resolve()
          }
          this.#boltListeners.set(tell, bolt)
        }),
    }
  }

  /** Listens from now on; who asks is answered at once where it was told already, else after `waitMs` at the latest. */
  listenForDuplicate(clock: FamilyTools['clock'], waitMs: number): () => Promise<boolean> {
    let isTold = false
    let answer: ((isTold: boolean) => void) | undefined
    const end = () => {
      this.#duplicateListeners.delete(tell)
      answer?.(isTold)
    }
    const tell = () => {
      isTold = true
      end()
    }
    this.#duplicateListeners.add(tell)
    return () =>
      new Promise((resolve) => {
        answer = resolve
        if (isTold) resolve(true)
        else clock.after(waitMs, end)
      })
  }

  /** The connection is over, or the hub has forgotten the lock: whoever listens hears no more. */
  end(): void {
    this.isOnline = false
    for (const tell of [...this.#boltListeners.keys()]) tell()
    this.#duplicateListeners.clear()
  }
}

/** What a lock's own rules say against a code, before anything is sent. */
export function refusalOf(
  { facts, node }: KnownLock,
  slot: number,
  { digits, window }: SlotEntry,
): WriteRefusal | undefined {
  if (!facts || (window && !facts.schedules)) return 'notCapable'
  if (slot < 1 || slot > facts.places) return 'full'
  if (!/^\d+$/.test(digits)) return 'digits'
  const min = node.codeLength ?? facts.min
  const max = node.codeLength ?? facts.max
  return digits.length < min || digits.length > max ? 'length' : undefined
}
