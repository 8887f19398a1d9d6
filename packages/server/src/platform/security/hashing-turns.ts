import { fail } from '../app-error.ts'
import { Lines } from '../work/lines.ts'

/** On whose behalf a password is hashed. */
export interface Asker {
  /** Where the call comes from. */
  readonly network: string
  /** Whose password it is, or would be: a mail address is counted whether it has an account or not. */
  readonly account: string
}

/** The service itself, at its start and at the command line. */
export const LOCALLY: Asker = { network: 'local', account: 'local' }

export interface TurnLimits {
  readonly running: number
  /** Who may wait, in all and of one kind. */
  readonly waiting: number
  readonly waitingPerNetwork: number
  readonly waitingPerAccount: number
}

interface Waiter {
  readonly asker: Asker
  readonly begin: () => void
  readonly refuse: (error: unknown) => void
}

/** What can be seen of the turns. */
interface TurnFigures {
  readonly begun: number
  readonly refused: number
  readonly waiting: number
}

interface HashingTurns {
  take<T>(asker: Asker, work: () => Promise<T>): Promise<T>
  readonly figures: TurnFigures
}

const RETRY_SECONDS = 1

/**
 * Lets a few work at a time. Networks take turns, so nobody waits for more than one call of every other network; how
 * many wait is bounded per network, per account and in all. When all places are taken the network that holds most of
 * them gives one up for one that holds fewer: a flood pushes out itself.
 */
export function createHashingTurns(limits: TurnLimits): HashingTurns {
  const waiters = new Waiters(limits)
  let running = 0
  let begun = 0
  return {
    figures: {
      get begun() {
        return begun
      },
      get refused() {
        return waiters.refused
      },
      get waiting() {
        return waiters.size
      },
    },
    async take(asker, work) {
      if (running < limits.running) running += 1
      // The one that ends hands its place over, so nobody can slip in between.
      else await new Promise<void>((begin, refuse) => waiters.add({ asker, begin, refuse }))
      begun += 1
      try {
        return await work()
      } finally {
        const waiter = waiters.next()
        if (waiter) waiter.begin()
        else running -= 1
      }
    },
  }
}

/** Those who wait, networks by turns. */
class Waiters {
  readonly #limits: TurnLimits
  readonly #networks = new Lines<string, Waiter>()
  readonly #ofAccount = new Map<string, number>()
  #refused = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#networks.size
  }

  get refused(): number {
    return this.#refused
  }

  /** Throws when there is no place left for it. */
  add(waiter: Waiter): void {
    const { network, account } = waiter.asker
    const ofNetwork = this.#networks.sizeOf(network)
    if (ofNetwork >= this.#limits.waitingPerNetwork) this.#refuse('rate_limited')
    if ((this.#ofAccount.get(account) ?? 0) >= this.#limits.waitingPerAccount) this.#refuse('rate_limited')
    if (this.size >= this.#limits.waiting) this.#makeRoom(ofNetwork + 1)
    this.#networks.add(network, waiter)
    this.#count(account, 1)
  }

  /** The first of the network whose turn it is; that network is the last one then. */
  next(): Waiter | undefined {
    const waiter = this.#networks.next()
    if (waiter) this.#count(waiter.asker.account, -1)
    return waiter
  }

  /** Sends the last of the longest line away, if that is longer than the one the newcomer makes. */
  #makeRoom(newLength: number): void {
    const longest = this.#networks.longest()
    if (longest === undefined || this.#networks.sizeOf(longest) <= newLength) this.#refuse('overloaded')
    const last = this.#networks.takeLast(longest) as Waiter
    this.#count(last.asker.account, -1)
    try {
      this.#refuse('overloaded')
    } catch (error) {
      last.refuse(error)
    }
  }

  #refuse(code: 'rate_limited' | 'overloaded'): never {
    this.#refused += 1
    return fail(code, { retryAfterSeconds: RETRY_SECONDS })
  }

  #count(account: string, by: 1 | -1): void {
    const n = (this.#ofAccount.get(account) ?? 0) + by
    if (n === 0) this.#ofAccount.delete(account)
    else this.#ofAccount.set(account, n)
  }
}
