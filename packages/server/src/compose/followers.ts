import * as access from '../features/access/service.ts'
import * as users from '../features/identity/users/service.ts'
import * as operations from '../features/operations/service.ts'
import * as stayCodes from '../features/places/stays/codes/service.ts'
import * as units from '../features/places/units/service.ts'
import { type Ctx, inTransaction } from '../platform/context.ts'
import type { JobKind } from '../platform/work/jobs.ts'

/** Who hears of the ends of operations that were carried out for it. */

type Operation = operations.OperationRow
type Ended = (ctx: Ctx<never>, ended: readonly Operation[]) => Promise<void>

/** For areas whose operations end one at a time. */
const each =
  (follow: (ctx: Ctx<never>, operation: Operation) => Promise<void>): Ended =>
  async (ctx, ended) => {
    for (const operation of ended) await follow(ctx, operation)
  }

const RIGHTS: readonly Ended[] = [access.endJoined, stayCodes.followCodes]

const FOLLOWERS: { readonly [type in Operation['type']]?: readonly Ended[] } = {
  'auth.create': [each(access.emitCreationCallback), ...RIGHTS],
  'auth.update': RIGHTS,
  'auth.delete': RIGHTS,
  'user.delete': [each(users.endRemoval)],
  'token.redeem': [each(units.followRedemption)],
  'unit.delete': [each(units.followDeletion)],
}

export const operationsEnded: Ended = async (ctx, ended) => {
  for (const [type, ofType] of Map.groupBy(ended, (operation) => operation.type))
    for (const follow of FOLLOWERS[type] ?? []) await follow(ctx, ofType)
}

interface LeftOver {
  accountId: number
  operationId: string
}

/** An earlier version put this off to a job when another transaction had what follows. */
export const followOperation: JobKind = {
  retryDelayMs: () => 10_000,
  async run(system, payload) {
    const { accountId, operationId } = payload as LeftOver
    await inTransaction({ ...system, accountId }, async (tx) => {
      const operation = (await operations.findAny(tx, new Set([operationId]))).get(operationId)
      if (operation) await operationsEnded(tx, [operation])
    })
  },
}
