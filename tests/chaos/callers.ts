import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type Reply } from '@latchwork/sdk'
import type { ServiceProcess } from '../../packages/server/test/service-process.ts'
import type { Call } from './history.ts'
import type { House } from './house.ts'

type Api = ServiceProcess['api']

export interface Patience {
  /** How long one attempt waits for its answer. */
  readonly attemptMs: number
  /** How long a client asks until it gives up. */
  readonly patienceMs: number
}

const OF_WRITERS: Patience = { attemptMs: 4000, patienceMs: 90_000 }
const OF_READERS: Patience = { attemptMs: 4000, patienceMs: 4000 }

export interface Asked<T> {
  readonly call: Call
  readonly data: T | undefined
  readonly operationId: string | undefined
}

/** Asks with one idempotency key, at any process, until somebody answers: what a careful client does. */
export interface Callers {
  ask<T>(
    wish: Pick<Call, 'kind' | 'smartlockId'>,
    run: (api: Api, options: { idempotencyKey: string; signal: AbortSignal }) => Promise<Reply<T>>,
    patience?: Patience,
  ): Promise<Asked<T>>
  /** Reads; undefined when nobody answered in time. */
  read<T>(
    run: (api: Api, signal: AbortSignal) => Promise<Reply<T>>,
    patience?: Patience,
  ): Promise<T | undefined>
  /** Answers that were no refusal and no success: what callers met while something was broken. */
  readonly troubles: Map<string, number>
  readonly calls: Call[]
}

export function createCallers(house: House, random: () => number, isOver: () => boolean): Callers {
  const troubles = new Map<string, number>()
  const calls: Call[] = []

  async function attempt<T>(
    run: (api: Api, signal: AbortSignal) => Promise<Reply<T>>,
    attemptMs: number,
  ): Promise<Reply<T> | ApiError | undefined> {
    const live = house.slots.flatMap(({ process }) => (process ? [process] : []))
    const process = live[Math.floor(random() * live.length)]
    if (!process) return undefined
    try {
      return await run(process.api, AbortSignal.timeout(attemptMs))
    } catch (error) {
      if (error instanceof ApiError && isAnswer(error)) return error
      const what = error instanceof ApiError ? `${error.status} ${error.code}` : (error as Error).name
      troubles.set(what, (troubles.get(what) ?? 0) + 1)
      return undefined
    }
  }

  async function untilAnswered<T>(
    run: (api: Api, signal: AbortSignal) => Promise<Reply<T>>,
    { attemptMs, patienceMs }: Patience,
  ): Promise<{ answer: Reply<T> | ApiError | undefined; attempts: number }> {
    const deadline = performance.now() + patienceMs
    for (let attempts = 1; ; attempts++) {
      const answer = await attempt(run, attemptMs)
      if (answer || performance.now() > deadline) return { answer, attempts }
      await sleep(100 + random() * 400)
    }
  }

  return {
    troubles,
    calls,
    async ask(wish, run, patience = OF_WRITERS) {
      const key = randomUUID()
      const at = Date.now()
      const send = (api: Api, signal: AbortSignal) => run(api, { idempotencyKey: key, signal })
      const { answer, attempts } = await untilAnswered(send, patience)
      // A client that is not sure asks again; it must be told the same.
      const isUnsure = isAccepted(answer) && random() < 0.2 && !isOver()
      const again = isUnsure ? (await untilAnswered(send, OF_READERS)).answer : undefined
      const operationIds = [answer, again].flatMap((reply) =>
        isAccepted(reply) && reply.operationId !== undefined ? [reply.operationId] : [],
      )
      const outcome = isAccepted(answer) ? 'accepted' : answer ? 'refused' : 'open'
      const refusal = answer instanceof ApiError ? answer.code : undefined
      const call: Call = { ...wish, key, at, attempts, outcome, operationIds, refusal }
      calls.push(call)
      return { call, data: isAccepted(answer) ? answer.data : undefined, operationId: operationIds[0] }
    },
    async read(run, patience = OF_READERS) {
      const { answer } = await untilAnswered(run, patience)
      return isAccepted(answer) ? answer.data : undefined
    },
  }
}

const isAccepted = <T>(answer: Reply<T> | ApiError | undefined): answer is Reply<T> =>
  answer !== undefined && !(answer instanceof ApiError)

/** A refusal says something about the call; troubles of the service pass. */
const isAnswer = ({ status, code }: ApiError): boolean =>
  status < 500 && status !== 429 && code !== 'idempotency_in_progress'
