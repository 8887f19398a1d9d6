import { BoundedCache } from '../../../platform/bounded-cache.ts'
import { inAccounts, type WorkCtx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/store/database.ts'
import { isDatabaseAway } from '../../../platform/store/database-away.ts'
import { isCommitRefused, isUncommitted } from '../../../platform/store/uncommitted.ts'
import { whenQuiet } from '../../../platform/work/when-quiet.ts'
import * as operations from '../../operations/service.ts'
import { type SmartlockRow, setAll } from '../store.ts'
import {
  type Asked,
  objectionTo,
  type Planned,
  planned,
  type Refusal,
  refusalOf,
  type SlotRefusal,
} from './acceptance.ts'
import { takeActionSlots } from './slot-store.ts'

/** At most this many calls share a transaction. */
const MOST = 64
/** At most this many shared transactions run at a time. On PostgreSQL each belongs to one account, which has one writer. */
const AT_ONCE = { sqlite: 2, postgres: 1 }
/** The service remembers of this many accounts whether they are busy. */
const MOST_ACCOUNTS = 10_000
/** Whoever waited for so long for those goes alone: what takes them is not the work of a moment. */
const PATIENCE_MS = 1000
/** After so many calls in a row that met nobody none is made to wait for company. */
const LONELY_AFTER = 3

/** What became of a call. Undefined where it has to go alone: with others it was neither accepted nor refused. */
type Outcome =
  | { readonly operationId: string; readonly refusal?: undefined }
  | { readonly refusal: Refusal; readonly operationId?: undefined }
  | undefined

interface Waiting {
  readonly ctx: WorkCtx
  readonly asked: Asked
  readonly ended: PromiseWithResolvers<Outcome>
}

/** Calls that want the slot of a lock, each of another, and share a transaction. */
class Gathered {
  readonly #atOnce: number
  readonly #waiting = new Map<number, Waiting>()
  #alone = 0
  #underWay = 0
  #metNobody = 0
  #isAboutToBegin = false
  #nextBeginning: PromiseWithResolvers<undefined> | undefined
  #patience: NodeJS.Timeout | undefined

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  async alone<T>(work: () => Promise<T>): Promise<T> {
    this.#alone += 1
    try {
      return await work()
    } finally {
      this.#alone -= 1
    }
  }

  /** Undefined where nobody else is there, nor was for a while: nobody is waited for. */
  join(ctx: WorkCtx, asked: Asked): Promise<Outcome> | undefined {
    const isEmpty = this.#alone === 0 && this.#underWay === 0 && this.#waiting.size === 0
    this.#metNobody = isEmpty ? this.#metNobody + 1 : 0
    if (this.#metNobody > LONELY_AFTER) return undefined
    if (this.#waiting.has(asked.smartlockId)) {
      // Whoever came first for the lock is served first.
      this.#nextBeginning ??= Promise.withResolvers<undefined>()
      return this.#nextBeginning.promise
    }
    const ended = Promise.withResolvers<Outcome>()
    this.#waiting.set(asked.smartlockId, { ctx, asked, ended })
    this.#goOn()
    return ended.promise
  }

  #goOn(): void {
    if (this.#isAboutToBegin || this.#waiting.size === 0) return
    if (this.#underWay >= this.#atOnce) {
      this.#patience ??= setTimeout(() => this.#letGo(), PATIENCE_MS)
      return
    }
    this.#isAboutToBegin = true
    whenQuiet(
      () => this.#waiting.size,
      () => this.#begin(),
    )
  }

  #begin(): void {
    this.#isAboutToBegin = false
    clearTimeout(this.#patience)
    this.#patience = undefined
    const group = [...this.#waiting.values().take(MOST)]
    for (const { asked } of group) this.#waiting.delete(asked.smartlockId)
    const [first] = group
    if (group.length === 1) first?.ended.resolve(undefined)
    else {
      this.#underWay += 1
      void acceptAll(group).finally(() => {
        this.#underWay -= 1
        this.#goOn()
      })
    }
    this.#hasBegun()
    this.#goOn()
  }

  /** A database that does not answer is told of by the pool of its connections, not by a queue before it. */
  #letGo(): void {
    this.#patience = undefined
    for (const { ended } of this.#waiting.values()) ended.resolve(undefined)
    this.#waiting.clear()
    this.#hasBegun()
  }

  #hasBegun(): void {
    this.#nextBeginning?.resolve(undefined)
    this.#nextBeginning = undefined
  }
}

/** The groups of calls, by store and, on PostgreSQL, by account. */
const gathered = new WeakMap<Db, BoundedCache<number, Gathered>>()

function gatheredOf({ db, engine, accountId }: WorkCtx): Gathered {
  const ofStore = gathered.get(db) ?? new BoundedCache<number, Gathered>(MOST_ACCOUNTS)
  gathered.set(db, ofStore)
  const key = engine === 'postgres' ? accountId : 0
  const known = ofStore.get(key) ?? new Gathered(AT_ONCE[engine])
  ofStore.set(key, known)
  return known
}

/**
 * Accepts or refuses an action in one transaction with others that were asked for at the same time (ADR 90). It goes alone
 * where nobody else asked, or something failed.
 */
export async function acceptTogether(
  ctx: WorkCtx<SlotRefusal>,
  asked: Asked,
  alone: () => Promise<string>,
): Promise<string> {
  const { db } = ctx
  if (db.isTransaction) return alone()
  const those = gatheredOf(ctx)
  const joined = those.join(ctx, asked)
  // Not awaited where it is nothing: the next call has to find that this one is there.
  const outcome = joined && (await joined)
  if (outcome?.refusal) return ctx.fail(outcome.refusal.code, outcome.refusal.detail)
  return outcome?.operationId ?? those.alone(alone)
}

/** Never fails: each of the calls hears what became of it. */
async function acceptAll(waiting: readonly Waiting[]): Promise<void> {
  const outcomes = await outcomesOf(waiting).catch((error: unknown) => ({ error }))
  for (const { asked, ended } of waiting) {
    if ('error' in outcomes) ended.reject(outcomes.error)
    else ended.resolve(outcomes.get(asked.smartlockId))
  }
}

type Outcomes = Map<number, Outcome>

async function outcomesOf(waiting: readonly Waiting[]): Promise<Outcomes> {
  const group = waiting.map(inTransactionOfItsOwn)
  const [first] = group
  if (!first) return new Map()
  let isReadyToCommit = false
  let ended: 'ok' | 'failed' = 'failed'
  try {
    const accountIds = group.map(({ ctx }) => ctx.accountId)
    const outcomes = await inAccounts({ ...first.ctx, span: undefined }, accountIds, async (tx) => {
      isReadyToCommit = false
      const found = await acceptWithin(tx, group)
      isReadyToCommit = true
      return found
    })
    ended = 'ok'
    return outcomes
  } catch (error) {
    const isUndone = !isReadyToCommit || isUncommitted(error) || isCommitRefused(error)
    // It may be the fault of one of them: each finds out by itself.
    if (isUndone && !isDatabaseAway(error)) return new Map()
    throw error
  } finally {
    for (const { ctx } of group) ctx.span?.end(ended)
  }
}

/** As whoever looks at the trace of a call sees it. */
function inTransactionOfItsOwn(waiting: Waiting): Waiting {
  const { ctx } = waiting
  if (!ctx.span) return waiting
  return { ...waiting, ctx: { ...ctx, span: ctx.traces?.begin('transaction', 'internal', ctx.span) } }
}

async function acceptWithin(tx: WorkCtx, group: readonly Waiting[]): Promise<Outcomes> {
  const { db, afterCommit, late } = tx
  const slots = group.map(({ ctx, asked: { smartlockId, operationId } }) => ({
    accountId: ctx.accountId,
    smartlockId,
    operationId,
  }))
  const { taken, others } = await takeActionSlots(db, slots)
  await tx.ports.locksWanted(tx, taken)
  const holds = new Map(taken.map((row) => [row.smartlock_id, row]))
  const rest = new Map(others.map((row) => [row.smartlock_id, row]))
  const outcomes: Outcomes = new Map()
  const freed: SmartlockRow[] = []
  const accepted: (Planned & { ctx: WorkCtx; id: string })[] = []
  for (const { ctx, asked } of group) {
    const { smartlockId } = asked
    const lock = holds.get(smartlockId)
    const refusal = lock ? objectionTo(lock, asked) : refusalOf(rest.get(smartlockId), asked)
    if (refusal) outcomes.set(smartlockId, { refusal })
    if (!lock) continue
    const own = { ...ctx, db, afterCommit, late }
    const plan = refusal ? undefined : await planOf(own, lock, asked)
    if (plan) accepted.push({ ...plan, ctx: own, id: lock.action_operation_id as string })
    else freed.push({ ...lock, action_operation_id: null })
  }
  await setAll(db, freed, ['action_operation_id'])
  await operations.acceptAll(db, accepted)
  for (const { leave, operation, id } of accepted) {
    afterCommit(leave)
    outcomes.set(operation.smartlockId as number, { operationId: id })
  }
  return outcomes
}

/** Undefined where it fails: that is no matter of the others, and the call alone hears why. */
const planOf = (ctx: WorkCtx, lock: SmartlockRow, asked: Asked): Promise<Planned | undefined> =>
  planned(ctx, lock, lock.action_operation_id as string, asked).catch(() => undefined)
