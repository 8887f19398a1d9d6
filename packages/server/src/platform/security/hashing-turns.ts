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
  begun: number
  refused: number
  readonly waiting: number
}

interface Turns {
  take<T>(asker: Asker, work: () => Promise<T>): Promise<T>
  readonly figures: TurnFigures
}

const RETRY_SECONDS = 1

/**
 * Lets a few work at a time. Networks take turns, so nobody waits for more than one call of every other network; how
 * many wait is bounded per network, per account and in all. When all places are taken the network that holds most of
 * them gives one up for one that holds fewer: a flood pushes out itself.
 */
export function createTurns(limits: TurnLimits): Turns {
  const networks = new Lines<string, Waiter>()
  const ofAccount = new Map<string, number>()
  let running = 0
  const figures = {
    begun: 0,
    refused: 0,
    get waiting() {
      return networks.size
    },
  }

  function count(account: string, by: 1 | -1): void {
    const n = (ofAccount.get(account) ?? 0) + by
    if (n === 0) ofAccount.delete(account)
    else ofAccount.set(account, n)
  }

  function refuse(code: 'rate_limited' | 'overloaded'): never {
    figures.refused += 1
    return fail(code, { retryAfterSeconds: RETRY_SECONDS })
  }

  function enqueue(waiter: Waiter): void {
    const { network, account } = waiter.asker
    const ofNetwork = networks.sizeOf(network)
    if (ofNetwork >= limits.waitingPerNetwork) refuse('rate_limited')
    if ((ofAccount.get(account) ?? 0) >= limits.waitingPerAccount) refuse('rate_limited')
    if (networks.size >= limits.waiting) makeRoom(ofNetwork + 1)
    networks.add(network, waiter)
    count(account, 1)
  }

  /** Sends the last of the longest queue away, if that is longer than the one the newcomer makes. */
  function makeRoom(newLength: number): void {
    const longest = networks.longest()
    if (longest === undefined || networks.sizeOf(longest) <= newLength) refuse('overloaded')
    const last = networks.takeLast(longest) as Waiter
    count(last.asker.account, -1)
    try {
      refuse('overloaded')
    } catch (error) {
      last.refuse(error)
    }
  }

  /** The first of the network whose turn it is; that network is the last one then. */
  function next(): Waiter | undefined {
    const waiter = networks.next()
    if (waiter) count(waiter.asker.account, -1)
    return waiter
  }

  return {
    figures,
    async take(asker, work) {
      if (running < limits.running) running += 1
      // The one that ends hands its place over, so nobody can slip in between.
      else await new Promise<void>((begin, refused) => enqueue({ asker, begin, refuse: refused }))
      figures.begun += 1
      try {
        return await work()
      } finally {
        const waiter = next()
        if (waiter) waiter.begin()
        else running -= 1
      }
    },
  }
}
