import type { GatewayCtx } from '../../http/handler.ts'
import { type CallCtx, type Ctx, inAccounts, inTransaction, type WorkCtx } from '../../platform/context.ts'
import { hashToken } from '../../platform/security/crypto.ts'
import * as audit from '../audit/service.ts'
import { withinQuota } from '../identity/account/service.ts'
import * as notices from '../identity/security-notices/service.ts'
import * as locks from '../locks/service.ts'
import { CLAIM_MS, claimCodeFrom, groupedClaim, readClaim } from './rules.ts'
import * as store from './store.ts'

/** How a box on site becomes a gateway of an account: it shows a code that a person was shown. */

export interface Claim {
  claimCode: string
  until: number
}

/** The code, and the columns that recognise it; it is kept nowhere else. */
function newClaimCode(ctx: Ctx<never>) {
  const code = claimCodeFrom(ctx.ids.random() + ctx.ids.random())
  const until = ctx.clock.now() + CLAIM_MS
  return {
    shown: { claimCode: groupedClaim(code), until },
    columns: { claim_hash: hashToken(code), claim_until: until },
  }
}

export async function create(
  ctx: WorkCtx<'quota_exceeded'>,
  name: string,
): Promise<Claim & { gatewayId: string }> {
  const quota = {
    limit: ctx.limits.gateways,
    of: 'gateways per account',
    count: (tx: typeof ctx) => store.count(tx.db, tx.accountId),
  }
  return withinQuota(ctx, quota, async (tx) => {
    const { shown, columns } = newClaimCode(tx)
    const now = tx.clock.now()
    const gatewayId = tx.ids.timeOrdered()
    await store.insert(tx.db, {
      id: gatewayId,
      account_id: tx.accountId,
      name,
      ...columns,
      token_hash: null,
      claimed_with: null,
      adoption_revision: now,
      version: null,
      started_at: null,
      connected_since: null,
      last_report_at: null,
      hubs: '[]',
      queue: null,
      created_at: now,
    })
    await audit.record(tx, { action: 'gateway.created', subject: gatewayId, detail: { name } })
    return { ...shown, gatewayId }
  })
}

/** Whoever comes with the new code gets the codes of all its locks: who asks has shown who they are (D107). */
export const renewClaim = (ctx: WorkCtx<'not_found'>, gatewayId: string): Promise<Claim> =>
  inTransaction(ctx, async (tx) => {
    const row = (await store.find(tx.db, tx.accountId, gatewayId)) ?? tx.fail('not_found')
    const { shown, columns } = newClaimCode(tx)
    await store.update(tx.db, tx.accountId, gatewayId, columns)
    await audit.record(tx, { action: 'gateway.claimCodeMade', subject: gatewayId })
    if (row.token_hash !== null)
      await notices.warn(tx, tx.accountId, 'deviceCredentialsReplaced', { what: row.name })
    return shown
  })

/** A gateway of this name that nobody has claimed yet, or a new one: starting again and again makes no second. */
export async function createOrRenew(
  ctx: WorkCtx<'quota_exceeded' | 'not_found'>,
  name: string,
): Promise<Claim> {
  const rows = await store.list(ctx.db, ctx.accountId)
  const waiting = rows.find((row) => row.name === name && row.token_hash === null)
  return waiting ? renewClaim(ctx, waiting.id) : create(ctx, name)
}

interface Claimant {
  claimCode: string
  token: string
  version: string
}

/**
 * Takes a gateway's own token on. The same code with the same token again is the same claim, so that a box that went
 * down before it heard the answer asks once more. What is wrong about a code is not told.
 */
export async function claim(
  ctx: CallCtx<'claim_invalid'>,
  { claimCode, token, version }: Claimant,
): Promise<{ gatewayId: string; name: string }> {
  const refuse = () => ctx.fail('claim_invalid', { isGuess: true })
  const code = readClaim(claimCode)
  const known = code === undefined ? undefined : await store.findByClaim(ctx.db, hashToken(code))
  if (!known) return refuse()
  return inAccounts(ctx, [known.account_id], async (tx) => {
    const row = await store.find(tx.db, known.account_id, known.id)
    if (row?.claim_hash !== known.claim_hash) return refuse()
    if (row.claim_until === null || row.claim_until <= tx.clock.now()) return refuse()
    const tokenHash = hashToken(token)
    const isUsed = row.claimed_with === row.claim_hash
    if (isUsed && row.token_hash !== tokenHash) return refuse()
    if (!isUsed) {
      const owned = { ...tx, accountId: row.account_id }
      await takeOver(owned, row, { tokenHash, version })
      // Whoever has the box that was there before opens no door with what it knows.
      if (row.token_hash !== tokenHash) await locks.endServed(owned, row.id)
    }
    return { gatewayId: row.id, name: row.name }
  })
}

async function takeOver(
  ctx: CallCtx<'claim_invalid'>,
  { id, name, claim_hash }: store.GatewayRow,
  { tokenHash, version }: { tokenHash: string; version: string },
): Promise<void> {
  // A token is one gateway's.
  const others = await store.listByToken(ctx.db, tokenHash)
  if (others.some((other) => other.id !== id)) ctx.fail('claim_invalid', { isGuess: true })
  await store.update(ctx.db, ctx.accountId, id, {
    token_hash: tokenHash,
    claimed_with: claim_hash,
    version,
    connected_since: null,
    last_report_at: null,
  })
  const actor = { accountId: null, name: `gateway ${name}` }
  await audit.record({ ...ctx, actor }, { action: 'gateway.claimed', subject: id, detail: { version } })
  // The one that was there before hears it at once.
  ctx.afterCommit(() => ctx.wake.notify('gateway', ctx.accountId))
}

/** Who a gateway's token belongs to; nobody, if two gateways came with the same one. */
export async function lookUp(ctx: Ctx<never>, token: string) {
  const tokenHash = hashToken(token)
  const rows = await store.listByToken(ctx.db, tokenHash)
  const [only] = rows
  return only && rows.length === 1 ? { gatewayId: only.id, accountId: only.account_id, tokenHash } : undefined
}

/** The caller's row; a box that was displaced since it showed its token has none. */
export const ownRow = (
  ctx: GatewayCtx<'token_invalid'>,
  row: store.GatewayRow | undefined,
): store.GatewayRow => (row?.token_hash === ctx.gateway.tokenHash ? row : ctx.fail('token_invalid'))
