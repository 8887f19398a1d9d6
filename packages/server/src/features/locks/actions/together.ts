import { inTransaction, type WorkCtx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/store/database.ts'
import { isDatabaseAway } from '../../../platform/store/database-away.ts'
import { isUncommitted } from '../../../platform/store/uncommitted.ts'
import { whenQuiet } from '../../../platform/work/when-quiet.ts'
import * as operations from '../../operations/service.ts'
import * as store from '../store.ts'
import { type Asked, objectionTo, type Planned, planned } from './acceptance.ts'
import { takeActionSlots } from './slot-store.ts'

/** So many calls at most share a transaction, and so many such transactions are under way. */
const MOST = 64
const AT_ONCE = 2

interface Waiting {
  readonly ctx: WorkCtx
  readonly asked: Asked
  readonly ended: PromiseWithResolvers<string | undefined>
}

/** Calls that want the slot of a lock, each of another, and share a transaction. */
class Gathered {
  readonly #waiting = new Map<number, Waiting>()
  #underWay = 0
  #isAboutToBegin = false

  /** Undefined where the call has to go alone: another one for the lock is there already. */
  join(ctx: WorkCtx, asked: Asked): Promise<string | undefined> | undefined {
    if (this.#waiting.has(asked.smartlockId)) return undefined
    const ended = Promise.withResolvers<string | undefined>()
    this.#waiting.set(asked.smartlockId, { ctx, asked, ended })
    this.#goOn()
    return ended.promise
  }

  #goOn(): void {
    if (this.#isAboutToBegin || this.#underWay >= AT_ONCE || this.#waiting.size === 0) return
    this.#isAboutToBegin = true
    whenQuiet(
      () => this.#waiting.size,
      () => this.#begin(),
    )
  }

  #begin(): void {
    this.#isAboutToBegin = false
    const group = [...this.#waiting.values().take(MOST)].sort(inOrder)
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
    this.#goOn()
  }
}

/** In which rows are held (docs/architecture.md, "The order of rows"). */
const inOrder = (a: Waiting, b: Waiting): number => a.asked.smartlockId - b.asked.smartlockId

/** By store. */
const gathered = new WeakMap<Db, Gathered>()

/**
 * Accepts an action in one transaction with others that were asked for at the same time (ADR 90). Undefined where it was
 * not: nobody else asked, the slot is not free or not to be had without waiting, or the lock must not do that. Whoever goes
 * alone then does it, or finds out why not.
 */
export async function acceptTogether(ctx: WorkCtx, asked: Asked): Promise<string | undefined> {
  if (ctx.db.isTransaction) return undefined
  const { db } = ctx
  const those = gathered.get(db) ?? new Gathered()
  gathered.set(db, those)
  return those.join(ctx, asked)
}

async function acceptAll(waiting: readonly Waiting[]): Promise<void> {
  const group = waiting.map(inTransactionOfItsOwn)
  const [first] = group
  if (!first) return
  let isReadyToCommit = false
  try {
    const accepted = await inTransaction({ ...first.ctx, span: undefined }, async (tx) => {
      isReadyToCommit = false
      const ids = await acceptWithin(tx, group)
      isReadyToCommit = true
      return ids
    })
    for (const { ctx, asked, ended } of group) {
      ctx.span?.end()
      ended.resolve(accepted.get(asked.smartlockId))
    }
  } catch (error) {
    // Nothing of it is stored, and it may be the fault of one of them: each finds out by itself.
    const isUndone = !isDatabaseAway(error) && (!isReadyToCommit || isUncommitted(error))
    for (const { ctx, ended } of group) {
      ctx.span?.end('failed')
      if (isUndone) ended.resolve(undefined)
      else ended.reject(error)
    }
  }
}

/** As whoever looks at the trace of a call sees it. */
function inTransactionOfItsOwn(waiting: Waiting): Waiting {
  const { ctx } = waiting
  if (!ctx.span) return waiting
  return { ...waiting, ctx: { ...ctx, span: ctx.traces?.begin('transaction', 'internal', ctx.span) } }
}

/** The operations that were accepted, by lock. */
async function acceptWithin(tx: WorkCtx, group: readonly Waiting[]): Promise<Map<number, string>> {
  const { db, afterCommit } = tx
  const slots = group.map(({ ctx, asked: { smartlockId } }) => ({
    accountId: ctx.accountId,
    smartlockId,
    operationId: ctx.ids.timeOrdered(),
  }))
  const rows = await takeActionSlots(db, slots)
  const locks = new Map(rows.map((row) => [row.smartlock_id, row]))
  await tx.ports.locksWanted(tx, rows)
  const refused: store.SmartlockRow[] = []
  const accepted: (Planned & { ctx: WorkCtx; id: string })[] = []
  for (const { ctx, asked } of group) {
    const lock = locks.get(asked.smartlockId)
    if (!lock) continue
    const id = lock.action_operation_id as string
    const own = { ...ctx, db, afterCommit }
    if (objectionTo(lock, asked)) refused.push({ ...lock, action_operation_id: null })
    else accepted.push({ ...(await planned(own, lock, id, asked)), ctx: own, id })
  }
  await store.setAll(db, refused, ['action_operation_id'])
  await operations.acceptAll(db, accepted)
  for (const { leave } of accepted) afterCommit(leave)
  return new Map(accepted.map(({ operation, id }) => [operation.smartlockId as number, id]))
}
