import { addressOf, type createCallers, type FuzzCaller } from './callers.ts'
import type { Outcome } from './client.ts'
import type { Operation } from './document.ts'
import type { Random } from './random.ts'
import type { FuzzRequest, Target } from './requests.ts'
import { type createTally, describe, learnFrom } from './tally.ts'
import {
  idsIn,
  learnIds,
  makeValidRequest,
  operationOf,
  readsAfter,
  type ValidRequest,
  wrongAnswerOf,
} from './valid-requests.ts'

interface ValidRun {
  readonly callers: Awaited<ReturnType<typeof createCallers>>
  readonly tally: ReturnType<typeof createTally>
  readonly timed: (route: string, caller: FuzzCaller, request: FuzzRequest) => Promise<Outcome>
}

/** Sends a valid request and, after a change, some that read what it may have touched. */
export async function sendValid(
  { callers, tally, timed }: ValidRun,
  number: number,
  random: Random,
  target: Target,
  caller: FuzzCaller,
): Promise<void> {
  const send = async (operation: Operation, valid: ValidRequest, label: string) => {
    const headers = {
      ...valid.headers,
      'x-request-id': `fuzz-${number}`,
      'x-forwarded-for': addressOf(random.below(1_000_000)),
    }
    const outcome = await timed(label, caller, { ...valid, headers })
    const checked = { ...outcome, ...wrongAnswerOf(operation, valid, outcome) }
    tally.judge(number, { ...target, label }, checked, describe({ ...valid, headers }))
    if (outcome.status === 200) learnIds(caller, operation, valid.ids, learnFrom(caller, outcome))
    return outcome
  }
  const operation = operationOf(target) as Operation
  const request = makeValidRequest(random, operation, caller)
  const { status, text } = await send(operation, request, target.label)
  const isOwnToken = request.headers.authorization === `Bearer ${caller.token}`
  if (status === 401 && isOwnToken && text.includes('token_invalid')) await callers.replace(caller)
  if (operation.method === 'GET' || status < 200 || status >= 300) return
  const ids = { ...request.ids, ...idsIn(text) }
  for (const { read, request: next } of readsAfter(random, operation, caller, ids))
    await send(read, next, `${read.operationId} after ${target.label}`)
}
