import type { Changes } from '@latchwork/contract'
import type { Selectable } from 'kysely'
import { failParameter } from '../../../platform/app-error.ts'
import { toWireDate } from '../../../platform/clock.ts'
import type { Ctx, Principal, RequestCtx } from '../../../platform/context.ts'
import { areWithin, networksOf, networkText } from '../../../platform/net/networks.ts'
import type { ApiTokenTable } from '../../../schema/credentials.ts'
import * as tokenLimits from '../token-limits/service.ts'
import { NO_LOCKS } from './rules.ts'

/** Until when, from where and for which doors a token works (D119); what is left out does not bound it. */
export interface TokenBounds {
  expiresAt?: string
  networks?: string[]
  smartlockIds?: number[]
  addressIds?: number[]
  doorGroupIds?: string[]
}

export type BoundsRefusal = 'invalid_parameter' | 'not_found' | 'token_limited'

export type BoundColumns = Partial<
  Pick<
    Selectable<ApiTokenTable>,
    'expires_at' | 'networks' | 'smartlock_ids' | 'address_ids' | 'door_group_ids'
  >
>

/** What a bounded token makes is bounded like itself where nothing narrower is asked for. */
export const inherited = ({ kind, expiresAt, networks }: Principal): TokenBounds => ({
  ...(kind === 'api' && Number.isFinite(expiresAt) && { expiresAt: toWireDate(expiresAt) }),
  ...(networks && { networks: networks.map(([address, bits]) => `${address}/${bits}`) }),
})

/** The columns of what is asked for. Nobody gives more than they have: nothing ends later, or is taken from elsewhere. */
export async function columnsOf(
  ctx: RequestCtx<BoundsRefusal>,
  { expiresAt, networks, smartlockIds, addressIds, doorGroupIds }: Changes<TokenBounds>,
): Promise<BoundColumns> {
  await tokenLimits.assertOwn(ctx, {
    smartlockIds: smartlockIds ?? [],
    addressIds: addressIds ?? [],
    doorGroupIds: doorGroupIds ?? [],
  })
  return {
    ...(expiresAt !== undefined && { expires_at: endOf(ctx, expiresAt) }),
    ...(networks !== undefined && { networks: networksFor(ctx, networks) }),
    ...(smartlockIds !== undefined && { smartlock_ids: smartlockIds && JSON.stringify(smartlockIds) }),
    ...(addressIds !== undefined && { address_ids: addressIds && JSON.stringify(addressIds) }),
    ...(doorGroupIds !== undefined && { door_group_ids: doorGroupIds && JSON.stringify(doorGroupIds) }),
  }
}

/**
 * What is stored, of columns that fit each other. A version that knows no groups takes a token without locks and
 * addresses for one of the whole account: an empty list of locks tells it otherwise, while both run side by side (ADR 62).
 */
export function fitting(before: BoundColumns, changes: BoundColumns): BoundColumns {
  const after = { ...before, ...changes }
  const locks = after.smartlock_ids === NO_LOCKS ? null : (after.smartlock_ids ?? null)
  const isByGroups = after.door_group_ids != null && locks === null && after.address_ids == null
  const stored = isByGroups ? NO_LOCKS : locks
  return stored === (before.smartlock_ids ?? null) && changes.smartlock_ids === undefined
    ? changes
    : { ...changes, smartlock_ids: stored }
}

function endOf(ctx: RequestCtx<BoundsRefusal>, expiresAt: string | null): number | null {
  const end = expiresAt === null ? null : Date.parse(expiresAt)
  if (end !== null && end <= ctx.clock.now()) failParameter(ctx.fail, 'expiresAt', 'must lie ahead')
  assertEndsInTime(ctx, end)
  return end
}

function assertEndsInTime(ctx: RequestCtx<'token_limited'>, end: number | null): void {
  const { kind, expiresAt: own } = ctx.principal
  if (kind === 'api' && (end ?? Number.POSITIVE_INFINITY) > own)
    ctx.fail('token_limited', { message: 'The calling token ends earlier than that.' })
}

function networksFor(ctx: RequestCtx<BoundsRefusal>, networks: string[] | null): string | null {
  const texts = networks?.map((text, i) => networkAt(ctx, text, i))
  assertNear(ctx, texts)
  return texts ? JSON.stringify([...new Set(texts)]) : null
}

function assertNear(ctx: RequestCtx<'token_limited'>, texts: readonly string[] | undefined): void {
  const own = ctx.principal.networks
  if (own && !(texts && areWithin(networksOf(texts), own)))
    ctx.fail('token_limited', {
      message: 'The calling token is not taken from all of these networks itself.',
    })
}

/** A token that gets more by the call ends no later than the calling one, and is taken from no further away. */
export function assertBoundedLikeCaller(ctx: RequestCtx<'token_limited'>, row: BoundColumns): void {
  assertEndsInTime(ctx, row.expires_at ?? null)
  assertNear(ctx, row.networks == null ? undefined : (JSON.parse(row.networks) as string[]))
}

const networkAt = (ctx: Ctx<'invalid_parameter'>, text: string, i: number): string =>
  networkText(text) ??
  failParameter(ctx.fail, `networks[${i}]`, 'must be an address or a network such as 192.0.2.0/24')

/** What the audit log says of them. */
export const boundsText = ({
  expiresAt,
  networks,
  smartlockIds,
  addressIds,
  doorGroupIds,
}: Changes<TokenBounds>) => ({
  ...(expiresAt !== undefined && { expiresAt: expiresAt ?? 'never' }),
  ...(networks !== undefined && { networks: networks?.join(' ') ?? 'all' }),
  ...(smartlockIds !== undefined && { smartlockIds: smartlockIds?.join(' ') ?? 'all' }),
  ...(addressIds !== undefined && { addressIds: addressIds?.join(' ') ?? 'all' }),
  ...(doorGroupIds !== undefined && { doorGroupIds: doorGroupIds?.join(' ') ?? 'all' }),
})

/** Does a token with these columns end later, work from more networks or for more doors than before? */
export function reachesFurther(before: Selectable<ApiTokenTable>, changes: BoundColumns): boolean {
  const after = { ...before, ...changes }
  const end = (at: number | null) => at ?? Number.POSITIVE_INFINITY
  const list = <T>(json: string | null) => (json === null ? [] : (JSON.parse(json) as T[]))
  const isFree = (row: BoundColumns) =>
    row.smartlock_ids === null && row.address_ids === null && row.door_group_ids === null
  const hasMore = (of: 'smartlock_ids' | 'address_ids' | 'door_group_ids') =>
    list<number | string>(after[of]).some((id) => !list<number | string>(before[of]).includes(id))
  return (
    end(after.expires_at) > end(before.expires_at) ||
    (before.networks !== null &&
      (after.networks === null ||
        !areWithin(networksOf(list<string>(after.networks)), networksOf(list<string>(before.networks))))) ||
    (!isFree(before) &&
      (isFree(after) || hasMore('smartlock_ids') || hasMore('address_ids') || hasMore('door_group_ids')))
  )
}

/** The limits of a token, as a caller names them and as they are stored. */
const LIMITS = [
  ['expiresAt', 'expires_at'],
  ['networks', 'networks'],
  ['doorGroupIds', 'door_group_ids'],
  ['addressIds', 'address_ids'],
  ['smartlockIds', 'smartlock_ids'],
] as const satisfies readonly [keyof TokenBounds, keyof BoundColumns][]

/**
 * Refuses limits on a management token (D243). It can change the password and sign in, so a limit would protect nothing.
 * The error names the field of the call that does not fit.
 */
export function assertNoLimits(
  ctx: Ctx<'invalid_parameter'>,
  columns: BoundColumns,
  sent: { [K in keyof TokenBounds]?: unknown },
): void {
  const set = LIMITS.filter(([, column]) => columns[column] != null).map(([field]) => field)
  const [limit] = set
  if (limit === undefined) return
  const named = set.find((field) => sent[field] != null)
  if (named !== undefined) failParameter(ctx.fail, named, 'cannot be set on a management token')
  failParameter(ctx.fail, 'management', `cannot be true while ${limit} limits the token`)
}

/** Has a token with these columns neither an end nor limits? */
export const hasNoLimits = (columns: BoundColumns): boolean =>
  LIMITS.every(([, column]) => columns[column] == null)
