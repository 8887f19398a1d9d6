import * as access from '../features/access/service.ts'
import * as users from '../features/identity/users/service.ts'
import * as operations from '../features/operations/service.ts'
import * as stayCodes from '../features/places/stays/codes/service.ts'
import * as units from '../features/places/units/service.ts'
import { type Ctx, inTransaction } from '../platform/context.ts'
import type { Asking } from '../platform/store/asking.ts'
import { type JobKind, schedule } from '../platform/work/jobs.ts'

/** Who hears of the ends of operations that were carried out for it. */

type Operation = operations.OperationRow
type Ended = (ctx: Ctx<never>, ended: readonly Operation[]) => Promise<void>

/** For areas whose operations end one at a time. */
const each =
  (follow: (ctx: Ctx<never>, operation: Operation) => Promise<void>): Ended =>
  async (ctx, ended) => {
    for (const operation of ended) await follow(ctx, operation)
  }

/**
 * Follows the end of an operation with rows that come before those of locks (schema/row-order.ts). False when one of
 * them is not to be had as it is asked for.
 */
type FollowAbove = (ctx: Ctx<never>, operation: Operation, asking: Asking) => Promise<boolean>

/** Whoever ends an operation of several locks holds the last of them, and waits for nothing that comes before. */
const above = (follow: FollowAbove): Ended =>
  each(async (ctx, operation) => {
    const asking = operation.open_children === null ? 'waiting' : 'free'
    if (!(await follow(ctx, operation, asking)) && asking === 'free') await followLater(ctx, operation)
  })

const ABOVE = {
  'user.delete': users.endRemoval,
  'token.redeem': units.followRedemption,
  'unit.delete': units.followDeletion,
} as const satisfies { readonly [type in Operation['type']]?: FollowAbove }

const RIGHTS: readonly Ended[] = [access.endJoined, stayCodes.followCodes]

const FOLLOWERS: { readonly [type in Operation['type']]?: readonly Ended[] } = {
  'auth.create': [each(access.emitCreationCallback), ...RIGHTS],
  'auth.update': RIGHTS,
  'auth.delete': RIGHTS,
  'user.delete': [above(ABOVE['user.delete'])],
  'token.redeem': [above(ABOVE['token.redeem'])],
  'unit.delete': [above(ABOVE['unit.delete'])],
}

export const operationsEnded: Ended = async (ctx, ended) => {
  for (const [type, ofType] of Map.groupBy(ended, (operation) => operation.type))
    for (const follow of FOLLOWERS[type] ?? []) await follow(ctx, ofType)
}

interface LeftOver {
  accountId: number
  operationId: string
}

const followLater = (ctx: Ctx<never>, { account_id: accountId, id: operationId }: Operation) =>
  schedule(ctx, {
    kind: 'followOperation',
    payload: { accountId, operationId } satisfies LeftOver,
    runAt: ctx.clock.now(),
  })

/** Follows an operation in a transaction that begins with what somebody else held when it ended. */
export const followOperation: JobKind = {
  retryDelayMs: () => 10_000,
  async run(system, payload) {
    const { accountId, operationId } = payload as LeftOver
    await inTransaction({ ...system, accountId }, async (tx) => {
      const operation = (await operations.findAny(tx, new Set([operationId]))).get(operationId)
      const follow = operation && ABOVE[operation.type as keyof typeof ABOVE]
      if (follow) await follow(tx, operation, 'waiting')
    })
  },
}
