import type { WorkCtx } from '../../../platform/context.ts'
import { assertLocks } from '../../keys/token-limits/service.ts'
import * as locks from '../../locks/service.ts'
import { CellError, type Cells, required } from '../cells.ts'
import {
  type Doors,
  failed,
  type Judged,
  type Kind,
  type Ledger,
  readCells,
  type WantedRow,
} from './judgement.ts'
import { doorNames } from './store.ts'

type Plan = { smartlockId: number; name: string }

/** Names of doors: a door by its number, or by the name it has. */
export const doors: Kind<Plan> = {
  async judge(ctx, rows, ledger) {
    ledger.doors ??= await doorsOf(ctx, rows)
    const { names } = ledger.doors
    const read = rows.map((row) =>
      readCells(row, (cells) => ({
        smartlockId: doorOf(ledger.doors as Doors, row, cells),
        name: required(cells, 'name', 32),
      })),
    )
    return read.map((one) =>
      'error' in one
        ? failed(one.row, one.error.field, one.error.rule)
        : judgeDoor(one.row, one.value, names.get(one.value.smartlockId), ledger),
    )
  },

  async apply(ctx, judged) {
    const plans = judged.flatMap(({ plan }) => plan ?? [])
    const ids = plans.map(({ smartlockId }) => smartlockId)
    if (ctx.principal) assertLocks(ctx, ids)
    for (const { smartlockId, name } of plans) await locks.update(ctx, smartlockId, { name })
    return judged.map(({ plan: _, ...one }) => one)
  },
}

function judgeDoor(
  { number }: WantedRow,
  plan: Plan,
  name: string | undefined,
  ledger: Ledger,
): Judged<Plan> {
  const { smartlockId } = plan
  const earlier = ledger.names.get(smartlockId)
  if (earlier !== undefined && earlier !== plan.name) return failed({ number, smartlockId }, 'door', 'twice')
  ledger.names.set(smartlockId, plan.name)
  if (name === plan.name || earlier !== undefined) return { number, outcome: 'same', smartlockId }
  return { number, outcome: 'changed', smartlockId, plan }
}

/** The doors that the caller is for: all, or those that the rows were found to name before. */
export async function doorsOf(ctx: WorkCtx, rows: readonly WantedRow[]): Promise<Doors> {
  const known = rows.flatMap(({ smartlockId }) => smartlockId ?? [])
  const found = await doorNames(ctx.db, ctx.accountId, known.length === rows.length ? known : undefined)
  const only = ctx.principal?.limits?.smartlockIds
  const theirs = found
    .map(({ smartlock_id, name }) => [Number(smartlock_id), name] as const)
    .filter(([id]) => !only || only.has(id))
  const byName = Map.groupBy(theirs, ([, name]) => nameKey(name))
  return {
    names: new Map(theirs),
    byName: new Map([...byName].map(([name, of]) => [name, of.map(([id]) => id)])),
  }
}

const nameKey = (name: string): string => name.trim().toLowerCase()

/** The door that a row names. A door may be called like the number of another: then the number is meant. */
export function doorOf({ names, byName }: Doors, { smartlockId }: WantedRow, cells: Cells): number {
  const named = required(cells, 'door', 64)
  if (smartlockId !== undefined && names.has(smartlockId)) return smartlockId
  if (/^\d{1,16}$/.test(named) && names.has(Number(named))) return Number(named)
  const [first, ...others] = smartlockId === undefined ? (byName.get(nameKey(named)) ?? []) : []
  if (first === undefined) throw new CellError('door', 'unknownDoor')
  if (others.length > 0) throw new CellError('door', 'severalDoors')
  return first
}
