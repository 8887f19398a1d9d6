import {
  BULK_MOVE_MINUTES,
  type BulkAction,
  type BulkOrder,
  RIGHTS,
  type Right,
  type Scope,
} from '@latchwork/contract'
import { limitsFor, type Principal } from '../../platform/context.ts'

interface Need {
  /** One of these. */
  readonly scopes: readonly Scope[]
  readonly right: Right
}

const GIVES: Need = { scopes: ['smartlock.auth'], right: 'manageAuthorizations' }

/** What the single calls need, of which this is many. */
const NEEDS: Record<BulkAction, Need> = {
  lockDoors: { scopes: ['smartlock.action'], right: 'operateSmartlock' },
  renameDoors: { scopes: ['smartlock'], right: 'manageSmartlock' },
  revokeRights: GIVES,
  extendRights: GIVES,
  revokePeople: GIVES,
}

export type Caller = Pick<Principal, 'isMaster' | 'rights' | 'scopes' | 'limits' | 'reach' | 'tokenLimits'>

/** The scope or the right that a caller lacks; people are not for tokens that are for some doors (D119). */
export function lackOf(caller: Caller, action: BulkAction): 'scope_missing' | 'right_missing' | undefined {
  const { scopes, right } = NEEDS[action]
  if (!scopes.some((scope) => caller.scopes.has(scope))) return 'scope_missing'
  if (action === 'revokePeople' && caller.tokenLimits) return 'scope_missing'
  return caller.isMaster || (caller.rights & RIGHTS[right]) !== 0 ? undefined : 'right_missing'
}

/** The caller within what the right of the action is for (D209). */
export const asFor = <P extends Caller>(caller: P, action: BulkAction): P => ({
  ...caller,
  limits: limitsFor(caller, NEEDS[action].right),
})

/** What of the call is needed while it runs. */
export type Terms = Pick<BulkOrder, 'untilDate' | 'days'>

/** What is wrong with the terms of an action. */
export function problemOf({
  action,
  rename,
  untilDate,
  days,
}: BulkOrder): readonly [string, string] | undefined {
  if (action === 'renameDoors' && !rename) return ['rename', 'is required for renameDoors']
  if (action !== 'renameDoors' && rename) return ['rename', 'is for renameDoors alone']
  const ends = [untilDate, days].filter((end) => end !== undefined).length
  if (action === 'extendRights' && ends !== 1)
    return ['untilDate', 'or days is required for extendRights, one of them']
  if (action !== 'extendRights' && ends > 0) return ['untilDate', 'and days are for extendRights alone']
  return undefined
}

const LONGEST_NAME = 32

/** The name a door gets; undefined where that is none. */
export function newName(
  { find, to }: NonNullable<BulkOrder['rename']>,
  name: string,
  number: number,
): string | undefined {
  const filled = to.replaceAll(/\{(name|n)\}/g, (_, which) => (which === 'n' ? String(number) : name))
  const named = (find === undefined ? filled : name.replaceAll(find, () => filled)).trim()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they have no business in a name
  const isName = named !== '' && [...named].length <= LONGEST_NAME && !/[\x00-\x1f\x7f]/.test(named)
  return isName ? named : undefined
}

const DAY_MS = 86_400_000

/** When a right ends then; undefined where nothing changes. */
export function newEnd({ untilDate, days }: Terms, endsAt: number | null): number | undefined {
  if (untilDate !== undefined) return Date.parse(untilDate)
  return days === undefined || endsAt === null ? undefined : endsAt + days * DAY_MS
}

export const isDoorAction = (action: BulkAction): boolean =>
  action === 'lockDoors' || action === 'renameDoors'
export const isRightAction = (action: BulkAction): boolean =>
  action === 'revokeRights' || action === 'extendRights'

/** Until when doors may be asked to move. */
export const movesUntil = ({ created_at }: { created_at: number }): number =>
  Number(created_at) + BULK_MOVE_MINUTES * 60_000
