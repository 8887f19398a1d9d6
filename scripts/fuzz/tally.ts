import { type FuzzCaller, learn } from './callers.ts'
import type { Outcome } from './client.ts'
import type { FuzzRequest, Target } from './requests.ts'

export const MAX_LISTED = 50

/** A request that got a 5xx or nothing, with all it takes to send it again. */
export interface Failure {
  readonly number: number
  readonly route: string
  readonly outcome: string
  readonly request: string
  readonly log: string
}

/** What came of the requests. */
export function createTally() {
  const statuses = new Map<string, number>()
  const failures: Omit<Failure, 'log'>[] = []
  const reached = new Set<string>()
  return {
    statuses,
    failures,
    reached,
    judge(number: number, target: Target, outcome: Outcome, shown: string): void {
      const kind = kindOf(outcome.status)
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
      if (outcome.status > 0 && !AT_THE_DOOR.has(outcome.status)) reached.add(target.label)
      if (outcome.status > 0 && outcome.status < 500) return
      if (kind === 'closed') return
      if (failures.length >= MAX_LISTED) return
      const said = `${outcome.status} ${outcome.text.slice(0, 300)}`
      failures.push({ number, route: target.label, outcome: said, request: shown })
    },
  }
}

/** What an answer says; undefined where it is no JSON. */
export function learnFrom(caller: FuzzCaller, outcome: Outcome): unknown {
  if (outcome.text.length > 200_000) return undefined
  try {
    const answer: unknown = JSON.parse(outcome.text)
    learn(caller, answer)
    return answer
  } catch {
    // A page or a stream; there is nothing to learn.
    return undefined
  }
}

/** Refusals that say nothing about how a route reads its input. */
const AT_THE_DOOR = new Set([401, 403, 404, 405, 429])

function kindOf(status: number): string {
  if (status === 0) return 'unanswered'
  return status === -2 ? 'closed' : String(status)
}

export function describe({ method, url, headers, body }: FuzzRequest): string {
  const { authorization, ...shown } = headers
  const who = authorization === undefined ? 'no token' : 'a token'
  return `${method} ${url.slice(0, 500)} ${JSON.stringify(shown).slice(0, 500)} (${who}) ${body?.toString().slice(0, 1000) ?? ''}`
}
