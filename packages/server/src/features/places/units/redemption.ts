import { AUTH_TYPE } from '@latchwork/contract'
import { type Ctx, inAccounts, type RequestCtx } from '../../../platform/context.ts'
import * as authorizations from '../../access/service.ts'
import * as account from '../../identity/account/service.ts'
import * as accountUsers from '../../identity/users/service.ts'
import * as smartlocks from '../../locks/service.ts'
import * as mail from '../../mail/service.ts'
import type * as operations from '../../operations/service.ts'
import * as addresses from '../addresses/service.ts'
import * as creators from './creators.ts'
import { doorsOf } from './doors.ts'
import * as store from './store.ts'
import { byToken, reach, sealContext } from './tokens.ts'

type RedeemRefusal = 'token_already_redeemed' | 'quota_exceeded' | authorizations.GrantRefusal

export interface Redemption {
  row: store.UnitRow
  operationId: string | undefined
  /** Locks of the address that the caller gets nothing for. */
  leftOut: readonly { name: string }[]
}

/**
 * Gives the caller access to every lock of the address and the unit that takes apps, in the owner's account: once (D81, D168).
 * Two calls at the same time cannot both be the first, because one transaction at a time writes the owner's account.
 */
export async function redeem(
  ctx: RequestCtx<RedeemRefusal>,
  tokenId: string,
  isMailed: boolean,
): Promise<Redemption> {
  const { account_id: ownerId } = await byToken(ctx, tokenId)
  return inAccounts(ctx, [ownerId], async (tx) => {
    const unit = await byToken(tx, tokenId)
    if (unit.redeemed_at !== null) tx.fail('token_already_redeemed')
    // What is granted belongs to the owner of the address; the caller stays the one who did it.
    const owner = { ...tx, accountId: unit.account_id }
    const { smartlockIds, leftOut } = await doorsGiven(owner, unit)
    const caller = (await account.find(tx, tx.principal.accountId)) ?? tx.fail('not_found')
    const granted = smartlockIds.length > 0 ? await grantAll(owner, caller, smartlockIds) : undefined
    if (granted && isMailed) await mailKeys(owner, caller, unit, smartlockIds, granted.inviteKeys)
    await store.update(owner.db, owner.accountId, [unit.id], {
      redeemed_at: tx.clock.now(),
      redeem_account_id: tx.principal.accountId,
      redeem_result: granted ? null : 'ok',
      operation_id: granted?.operationId ?? null,
      auth_ids: JSON.stringify(granted?.authIds ?? []),
      creator_check_at: unit.creator_account_id === null ? null : tx.clock.now(),
      invite_keys_sealed: tx.sealer.seal(JSON.stringify(granted?.inviteKeys ?? []), sealContext(unit.id)),
    })
    return { row: await byToken(tx, tokenId), operationId: granted?.operationId, leftOut }
  })
}

/** Which doors the token gives now, and which of them take no apps. */
async function doorsGiven(owner: Ctx<'not_found'>, unit: store.UnitRow) {
  const all = await doorsOf(owner, { addressId: unit.address_id, unitId: unit.id })
  // No token gives what its creator could not give at this moment (D256).
  const allowed = (await creators.givenBy(owner, unit, all)) ?? owner.fail('not_found')
  if (allowed.length === 0 && all.length > 0) owner.fail('not_found')
  const { given, leftOut } = await reach(owner, allowed)
  // If no lock takes apps, the grant refuses, as it refuses any other call.
  return { smartlockIds: given.length > 0 ? given.map(({ smartlockId }) => smartlockId) : allowed, leftOut }
}

type Caller = NonNullable<Awaited<ReturnType<typeof account.find>>>

interface Invites {
  operationId: string
  authIds: string[]
  /** In the order of the address's locks. */
  inviteKeys: string[]
}

async function grantAll(
  ctx: RequestCtx<'quota_exceeded' | authorizations.GrantRefusal>,
  caller: Caller,
  smartlockIds: readonly number[],
): Promise<Invites> {
  const user = await accountUsers.ensure(ctx, { email: caller.email, name: caller.name })
  const byId = smartlockIds.toSorted((a, b) => a - b)
  const wanted = {
    smartlockIds: byId,
    type: AUTH_TYPE.app,
    name: caller.name,
    remoteAllowed: true,
    accountUserId: user.account_user_id,
  }
  const {
    operationId,
    authIds,
    inviteKeys = [],
  } = await authorizations.grant(ctx, wanted, { type: 'token.redeem' })
  // Locks are answered for in the order of their ids.
  const keys = new Map(byId.map((id, i) => [id, inviteKeys[i] as string]))
  return { operationId, authIds, inviteKeys: smartlockIds.map((id) => keys.get(id) as string) }
}

async function mailKeys(
  ctx: Ctx<'not_found'>,
  caller: Caller,
  unit: store.UnitRow,
  smartlockIds: readonly number[],
  inviteKeys: readonly string[],
): Promise<void> {
  const names = await smartlocks.namesOf(ctx, smartlockIds)
  const address = await addresses.get(ctx, unit.address_id)
  const keys = smartlockIds.map((id, i) => ({
    smartlockName: names.get(id) ?? '',
    key: inviteKeys[i] as string,
  }))
  const values = { name: caller.name, addressName: address.name, keys }
  await mail.send(ctx, { to: caller.email, template: 'addressKeys', language: caller.language, values })
}

/** Every lock has answered: the redemption shows how it went (8.9). */
export async function followRedemption(ctx: Ctx<never>, operation: operations.OperationRow): Promise<void> {
  const unit = await store.findByOperation(ctx.db, ctx.accountId, operation.id)
  if (!unit) return
  const redeem_result = operation.status === 'confirmed' ? 'ok' : 'failed'
  await store.update(ctx.db, ctx.accountId, [unit.id], { redeem_result, operation_id: null })
}
