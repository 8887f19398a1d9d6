import type { CreatorKind } from '@latchwork/contract'
import type { Ctx, RequestCtx } from '../../../platform/context.ts'
import { hashToken } from '../../../platform/security/crypto.ts'
import { SEALED_VALUE } from '../../../platform/security/sealer.ts'
import * as makers from '../../events/makers/service.ts'
import * as smartlocks from '../../locks/service.ts'
import * as addresses from '../addresses/service.ts'
import * as creators from './creators.ts'
import { doorsOf, withDoors } from './doors.ts'
import * as store from './store.ts'

export interface TokenInfo {
  id: string
  addressName: string
  smartlockNames: string[]
  leftOutSmartlockNames?: string[]
}

/** What anybody who holds the token's id may know (D37). */
export async function tokenInfo(ctx: Ctx<'not_found'>, tokenId: string): Promise<TokenInfo> {
  const unit = await byToken(ctx, tokenId)
  const owner = { ...ctx, accountId: unit.account_id }
  const address = await addresses.get(owner, unit.address_id)
  const doors = await doorsOf(owner, { addressId: unit.address_id, unitId: unit.id })
  // A token that gives nothing any more is as good as one that never was, but who redeemed it may ask about it.
  if (unit.redeemed_at === null && (await creators.hasEnded(owner, unit, doors))) ctx.fail('not_found')
  const { given, leftOut } = await reach(owner, (await creators.givenBy(owner, unit, doors)) ?? [])
  return {
    id: tokenId,
    addressName: address.name,
    smartlockNames: given.map(({ name }) => name),
    ...presentLeftOut(leftOut),
  }
}

interface NamedLock {
  smartlockId: number
  name: string
}

/** Which locks of an address a token gives access to, in their order, and which take no apps (D168). */
export async function reach(
  ctx: Ctx<never>,
  smartlockIds: readonly number[],
): Promise<{ given: NamedLock[]; leftOut: NamedLock[] }> {
  const names = await smartlocks.namesOf(ctx, smartlockIds)
  const able = new Set(await smartlocks.forApps(ctx, smartlockIds))
  const named = smartlockIds.map((smartlockId) => ({ smartlockId, name: names.get(smartlockId) ?? '' }))
  return {
    given: named.filter(({ smartlockId }) => able.has(smartlockId)),
    leftOut: named.filter(({ smartlockId }) => !able.has(smartlockId)),
  }
}

export const presentLeftOut = (leftOut: readonly Pick<NamedLock, 'name'>[]) =>
  leftOut.length > 0 ? { leftOutSmartlockNames: leftOut.map(({ name }) => name) } : {}

export async function byToken(ctx: Ctx<'not_found'>, tokenId: string): Promise<store.UnitRow> {
  return (await store.findByToken(ctx.db, hashToken(tokenId))) ?? ctx.fail('not_found')
}

const tokenContext = (unitId: string): string => `address_unit.token_sealed:${unitId}`

/** The id of a token opens doors: it is found by its hash, and kept encrypted for its owner. */
export const tokenColumns = (ctx: Ctx<never>, unitId: string, tokenId: string) => ({
  token_hash: hashToken(tokenId),
  token_sealed: ctx.sealer.seal(tokenId, tokenContext(unitId)),
})

/** Rows of earlier versions are in clear until the first process that starts has sealed them. */
export const tokenIdOf = (ctx: Ctx<never>, { id, token_sealed }: store.UnitRow): string =>
  SEALED_VALUE.test(token_sealed) ? ctx.sealer.open(token_sealed, tokenContext(id)) : token_sealed

export interface TokenView {
  row: store.UnitRow
  inviteKeys?: string[]
  /** For the owner of the address. */
  origin?: { creator: CreatorKind; hasEnded: boolean }
}

/** The token with its invite keys where the caller redeemed it, or could give the same access for the owner (D80, D256). */
export async function tokenView(ctx: RequestCtx, row: store.UnitRow): Promise<TokenView> {
  if (ctx.principal.accountId === row.redeem_account_id) return { row, ...keysOf(ctx, row) }
  if (ctx.accountId !== row.account_id) return { row }
  const doors = await doorsOf(ctx, { addressId: row.address_id, unitId: row.id })
  return { row, ...(creators.mayGive(ctx.principal, doors) && keysOf(ctx, row)) }
}

const keysOf = (ctx: Ctx<never>, row: store.UnitRow): { inviteKeys?: string[] } =>
  row.invite_keys_sealed === null
    ? {}
    : { inviteKeys: JSON.parse(ctx.sealer.open(row.invite_keys_sealed, sealContext(row.id))) as string[] }

/** The tokens of an address, for callers who may give what they give (D256). */
export async function listTokens(
  ctx: RequestCtx<'not_found' | 'scope_missing' | 'right_missing'>,
  addressId: number,
): Promise<TokenView[]> {
  await addresses.get(ctx, addressId)
  creators.assertMayReadTokens(ctx)
  const rows = await store.list(ctx.db, ctx.accountId, addressId)
  const views = await withDoors(ctx, rows)
  const readable = await creators.readable(ctx, views)
  const shared = await addresses.smartlockIdsOf(ctx, addressId)
  const backings = await makers.backingsOf(ctx, rows)
  return views
    .filter(({ row }) => readable.has(row.id))
    .map(({ row, smartlockIds }) => ({
      row,
      ...keysOf(ctx, row),
      origin: {
        creator: makers.creatorKindOf(row),
        hasEnded: creators.isPowerless(backings.get(row), [...shared, ...smartlockIds]),
      },
    }))
}

/** Invite keys are sealed for the unit they belong to. */
export const sealContext = (unitId: string): string => `unit-invites:${unitId}`
