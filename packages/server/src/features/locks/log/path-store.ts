import { DENIED_LOG_STATES } from '@latchwork/contract'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../../platform/store/engine.ts'

/** What entries are looked for by. Several locks or actions stand for any of them. */
export interface Wanted {
  smartlockIds?: readonly number[] | undefined
  actions?: readonly number[] | undefined
  accountUserId?: number | undefined
  authId?: string | undefined
  /** Only when somebody was not let in. */
  denied?: boolean | undefined
}

type Where = ExpressionBuilder<Tables, 'smartlock_log'>
export type Condition = (e: Where) => Expression<SqlBool>

/** Of what there may be several, each value is one look into the index. */
export type Several = 'smartlock_id' | 'action'

/** How entries are found: what an index answers, and what is then looked for among those. */
export interface Path {
  /** The name of the index, after that of the table. */
  index: string
  conditions: readonly Condition[]
  /** Columns of the index of which these values are wanted. */
  each: Partial<Record<Several, readonly number[]>>
  /** What the index does not know; there is none where `each` has several values. */
  rest: Pick<Wanted, 'smartlockIds' | 'actions' | 'accountUserId' | 'denied'>
}

/** In words of its own, and not as values: only so do the engines see that the index has it. */
const DENIED = sql<SqlBool>`state in (${sql.raw(DENIED_LOG_STATES.join(', '))})`
export const isDenied: Condition = () => DENIED

const isOne = (values: readonly number[] | undefined): boolean => values === undefined || values.length === 1

/** `isByDate`: in the order of their day, otherwise as they came in. */
export function pathOf(wanted: Wanted, isByDate: boolean): Path {
  const { authId, accountUserId, denied } = wanted
  if (authId !== undefined) return ofRight(authId, wanted)
  if (denied && accountUserId !== undefined) return ofDeniedPerson(accountUserId, wanted)
  if (denied) return narrowed('denied', [isDenied], wanted)
  if (accountUserId !== undefined) return narrowed('user', [isOf(accountUserId)], wanted)
  return ofAll(wanted, isByDate)
}

const isOf =
  (accountUserId: number): Condition =>
  (e) =>
    e('account_user_id', '=', accountUserId)

const ofRight = (authId: string, { authId: _, ...rest }: Wanted): Path => ({
  index: 'auth',
  conditions: [(e) => e('auth_id', '=', authId)],
  each: {},
  rest,
})

const ofDeniedPerson = (accountUserId: number, { smartlockIds, actions }: Wanted): Path => ({
  index: 'denied_user',
  conditions: [isDenied, isOf(accountUserId)],
  each: {},
  rest: { smartlockIds, actions },
})

/** By lock or by action, whichever is told more exactly; where the other has to be looked for, only by a single one. */
function narrowed(index: string, conditions: readonly Condition[], { smartlockIds, actions }: Wanted): Path {
  if (smartlockIds && (actions === undefined || smartlockIds.length === 1))
    return {
      index: `${index}_smartlock`,
      conditions,
      each: { smartlock_id: smartlockIds },
      rest: { actions },
    }
  if (actions && (smartlockIds === undefined || isOne(actions)))
    return { index: `${index}_action`, conditions, each: { action: actions }, rest: { smartlockIds } }
  return { index, conditions, each: {}, rest: { smartlockIds, actions } }
}

/** Every order of all of it has its index. */
function ofAll({ smartlockIds, actions }: Wanted, isByDate: boolean): Path {
  const order = isByDate ? ['date'] : smartlockIds ? [] : ['account']
  return {
    index: [...(smartlockIds ? ['smartlock'] : []), ...(actions ? ['action'] : order)].join('_'),
    conditions: [],
    each: { ...(smartlockIds && { smartlock_id: smartlockIds }), ...(actions && { action: actions }) },
    rest: {},
  }
}
