import type { Ctx, RequestCtx } from '../../../platform/context.ts'
import { hashToken } from '../../../platform/security/crypto.ts'
import { SEALED_VALUE } from '../../../platform/security/sealer.ts'
import * as smartlocks from '../../locks/service.ts'
import * as addresses from '../addresses/service.ts'
import { doorsOf } from './doors.ts'
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
  const smartlockIds = await doorsOf(owner, { addressId: unit.address_id, unitId: unit.id })
  const { given, leftOut } = await reach(owner, smartlockIds)
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

export async function byToken(
  ctx: Ctx<'not_found'>,
  tokenId: string,
  forUpdate = false,
): Promise<store.UnitRow> {
  return (await store.findByToken(ctx.db, ctx.engine, hashToken(tokenId), forUpdate)) ?? ctx.fail('not_found')
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
}

/** The token with its invite keys where the caller is the owner or redeemed it (D80). */
export function tokenView(ctx: RequestCtx, row: store.UnitRow): TokenView {
  const { accountId } = ctx.principal
  const maySee = ctx.accountId === row.account_id || accountId === row.redeem_account_id
  if (!maySee || row.invite_keys_sealed === null) return { row }
  return {
    row,
    inviteKeys: JSON.parse(ctx.sealer.open(row.invite_keys_sealed, sealContext(row.id))) as string[],
  }
}

/** Invite keys are sealed for the unit they belong to. */
export const sealContext = (unitId: string): string => `unit-invites:${unitId}`
