import type { Changes, Scope } from '@latchwork/contract'
import { inTransaction, type RequestCtx } from '../../../platform/context.ts'
import * as audit from '../../audit/service.ts'
import * as notices from '../../identity/security-notices/service.ts'
import { titleOf } from './rules.ts'
import { getToken, type TokenFields } from './service.ts'
import * as store from './store.ts'
import {
  assertBoundedLikeCaller,
  assertNoLimits,
  type BoundColumns,
  type BoundsRefusal,
  boundsText,
  columnsOf,
  fitting,
  reachesFurther,
} from './token-bounds.ts'

export async function updateToken(
  ctx: RequestCtx<BoundsRefusal>,
  apiKeyId: number,
  id: string,
  changes: Changes<TokenFields>,
): Promise<void> {
  const { description, scopes, management, ...bounds } = changes
  const named = {
    ...(description !== undefined && { description }),
    ...(scopes && { scopes: JSON.stringify(scopes) }),
    ...(management != null && { management: management ? 1 : 0 }),
  }
  const wanted = await columnsOf(ctx, bounds)
  if (Object.keys({ ...named, ...wanted }).length === 0) return
  await inTransaction(ctx, async (tx) => {
    const { accountId } = tx.principal
    const row = (await store.findToken(tx.db, accountId, apiKeyId, id)) ?? tx.fail('not_found')
    const columns = fitting(row, wanted)
    if (management ?? row.management === 1) assertNoLimits(tx, { ...row, ...columns }, changes)
    await lookAtMore(tx, row, { scopes: scopes ?? [], columns })
    const isPromoted = management === true && row.management !== 1
    if (isPromoted) await notices.warn(tx, accountId, 'managementToken', { what: titleOf(row) })
    const seenHere = isPromoted && { known_networks: JSON.stringify([tx.network]) }
    await store.updateToken(tx.db, accountId, apiKeyId, id, { ...named, ...columns, ...seenHere })
    const kind = management == null ? {} : { management: String(management) }
    await audit.record(tx, {
      action: 'apiToken.updated',
      subject: id,
      detail: { ...(scopes && { scopes: scopes.join(' ') }), ...kind, ...boundsText(bounds) },
    })
    tx.afterCommit(() => tx.wake.notify('credential', tx.principal.accountId))
  })
}

/** A token that may do more than before is as good as a new one: bounded like who asks for it (D119), and mailed. */
async function lookAtMore(
  ctx: RequestCtx<BoundsRefusal>,
  row: Awaited<ReturnType<typeof getToken>>,
  { scopes, columns }: { scopes: readonly Scope[]; columns: BoundColumns },
) {
  const held = new Set(scopesOf(row))
  if (scopes.every((scope) => held.has(scope)) && !reachesFurther(row, columns)) return
  assertBoundedLikeCaller(ctx, { ...row, ...columns })
  await notices.warn(ctx, ctx.principal.accountId, 'tokenWidened', { what: titleOf(row) })
}

/** The changes of a token, without the kind that it has already: that is sent back as it was read and needs no proof. */
export async function withoutSameKind(
  ctx: RequestCtx<'not_found'>,
  apiKeyId: number,
  id: string,
  { management, ...others }: Changes<TokenFields>,
): Promise<Changes<TokenFields>> {
  if (management == null) return others
  const row = await getToken(ctx, apiKeyId, id)
  return management === (row.management === 1) ? others : { ...others, management }
}

const scopesOf = ({ scopes }: { scopes: string }): Scope[] => JSON.parse(scopes) as Scope[]

/**
 * What a change gives away: the scopes it names, and without those all that the token has, where it is to end later, or
 * work from more networks or for more doors than it does.
 */
export async function scopesGivenBy(
  ctx: RequestCtx<BoundsRefusal>,
  apiKeyId: number,
  id: string,
  { scopes, description: _name, management: _kind, ...bounds }: Changes<TokenFields>,
): Promise<Scope[]> {
  if (scopes) return scopes
  const row = await getToken(ctx, apiKeyId, id)
  return reachesFurther(row, fitting(row, await columnsOf(ctx, bounds))) ? scopesOf(row) : []
}
