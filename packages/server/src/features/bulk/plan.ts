import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BulkAction, BulkOrder } from '@latchwork/contract'
import { failParameter } from '../../platform/app-error.ts'
import type { RequestCtx } from '../../platform/context.ts'
import { isKnownTo } from '../identity/users/service.ts'
import * as items from './item-store.ts'
import { asFor, isDoorAction, isRightAction, lackOf, newName, problemOf } from './rules.ts'

/** Things of one statement: on SQLite nobody else is served meanwhile. */
export const AT_ONCE = 500

/** One thing, and what is to become of it. */
export interface Planned {
  id: string
  name: string
  newName?: string
  /** Why nothing can become of it, as far as that is known already. */
  error?: string
}

/** What would become of each, in the order in which they were named; each of them once. */
export async function planOf(
  ctx: RequestCtx<'invalid_parameter' | 'scope_missing' | 'right_missing'>,
  order: BulkOrder,
): Promise<Planned[]> {
  const lack = lackOf(ctx.principal, order.action)
  if (lack) ctx.fail(lack)
  const problem = problemOf(order)
  if (problem) failParameter(ctx.fail, ...problem)
  const ids = [...new Set(order.ids)]
  assertIds(ctx, order.action, ids)
  const own = { ...ctx, principal: asFor(ctx.principal, order.action) }
  const planned: Planned[] = []
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    if (i > 0) await nextTurn()
    const part = ids.slice(i, i + AT_ONCE)
    const found = await namedOf(own, order.action, part)
    for (const id of part) planned.push(plannedOf(order, id, found.get(id), planned.length + 1))
  }
  return planned
}

function plannedOf({ rename }: BulkOrder, id: string, name: string | undefined, number: number): Planned {
  // The same for what is somebody else's, or outside of what the caller is for (D38, D209).
  if (name === undefined) return { id, name: '', error: 'not_found' }
  if (!rename) return { id, name }
  const named = newName(rename, name, number)
  return named === undefined ? { id, name, error: 'invalid_parameter' } : { id, name, newName: named }
}

const RIGHT_ID = /^[0-9a-f]{24}$/
const NUMBER = /^[1-9]\d{0,15}$|^0$/

function assertIds(ctx: RequestCtx<'invalid_parameter'>, action: BulkAction, ids: readonly string[]): void {
  const shape = isRightAction(action) ? RIGHT_ID : NUMBER
  const wrong = ids.findIndex(
    (id) => !shape.test(id) || (shape === NUMBER && !Number.isSafeInteger(Number(id))),
  )
  if (wrong >= 0) failParameter(ctx.fail, `ids[${wrong}]`, 'is no id of what the action is for')
}

/** The names of those that are there and that the caller is for. */
async function namedOf(
  ctx: RequestCtx,
  action: BulkAction,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { db, accountId, principal } = ctx
  const rows = isDoorAction(action)
    ? await items.doorsNamed(db, accountId, ids)
    : isRightAction(action)
      ? await items.rightsNamed(db, accountId, ids)
      : await items.peopleNamed(db, accountId, ids, isKnownTo(ctx))
  const only = principal.limits?.smartlockIds
  const theirs = rows.filter(({ smartlockId: id }) => id === undefined || !only || only.has(id))
  return new Map(theirs.map(({ id, name }) => [id, name]))
}
