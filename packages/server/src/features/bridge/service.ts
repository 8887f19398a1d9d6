import { type Ctx, inTransaction, type RequestCtx } from '../../platform/context.ts'
import * as audit from '../audit/service.ts'
import * as notices from '../identity/security-notices/service.ts'
import * as callbacks from './callbacks/service.ts'
import { newBridgeId, newBridgeToken, PAIRING_MS } from './rules.ts'
import * as store from './store.ts'

export interface BridgeView {
  row: store.BridgeRow | undefined
  callbacks: readonly callbacks.CallbackRow[]
}

/** The bridge of the calling account, if it has one. */
export async function get(ctx: RequestCtx): Promise<BridgeView> {
  const row = await store.find(ctx.db, ctx.accountId)
  return { row, callbacks: row ? await callbacks.list(ctx) : [] }
}

/** Where the token is sealed to. */
export const tokenContext = (accountId: number): string => `bridge.token_sealed:${accountId}`

/** Makes the account's token, or another one in its place: the one before is dead at once (D136). */
export async function make(
  ctx: RequestCtx<'bridge_off' | 'quota_exceeded'>,
): Promise<BridgeView & { token: string }> {
  assertOn(ctx)
  const { accountId } = ctx
  const token = newBridgeToken()
  return inTransaction(ctx, async (tx) => {
    const known = await store.find(tx.db, accountId)
    const row = known ? await replaceToken(tx, token) : await insert(tx, token)
    await audit.record(tx, { action: known ? 'bridge.tokenReplaced' : 'bridge.made', subject: row.bridge_id })
    await notices.warn(tx, accountId, 'newToken', { what: `Bridge ${row.bridge_id}` })
    tx.afterCommit(() => tx.wake.notify('credential', accountId))
    return { row, token, callbacks: await callbacks.list(tx) }
  })
}

const sealed = (ctx: Ctx<never>, token: string) => ({
  token_sealed: ctx.sealer.seal(token, tokenContext(ctx.accountId)),
  token_made_at: ctx.clock.now(),
  pairing_until: null,
})

async function insert(ctx: RequestCtx<'quota_exceeded'>, token: string): Promise<store.BridgeRow> {
  const { bridges } = ctx.limits
  if ((await store.count(ctx.db)) >= bridges)
    ctx.fail('quota_exceeded', { message: `At most ${bridges} accounts can have a bridge in this service.` })
  return store.insert(ctx.db, {
    account_id: ctx.accountId,
    bridge_id: newBridgeId(),
    log_cleared_at: null,
    created_at: ctx.clock.now(),
    ...sealed(ctx, token),
  })
}

/** Whoever registered callbacks with the token before is not told any more either. */
async function replaceToken(ctx: RequestCtx, token: string): Promise<store.BridgeRow> {
  await callbacks.removeAll(ctx)
  return (await store.update(ctx.db, ctx.accountId, sealed(ctx, token))) as store.BridgeRow
}

/** The next program that asks the listener gets the token, as after the button on a bridge was pressed. */
export async function openPairing(ctx: RequestCtx<'bridge_off' | 'not_found'>): Promise<BridgeView> {
  assertOn(ctx)
  return inTransaction(ctx, async (tx) => {
    const pairingUntil = tx.clock.now() + PAIRING_MS
    const row =
      (await store.update(tx.db, tx.accountId, { pairing_until: pairingUntil })) ?? tx.fail('not_found')
    await audit.record(tx, { action: 'bridge.pairingOpened', subject: row.bridge_id })
    tx.afterCommit(() => tx.wake.notify('credential', tx.accountId))
    return { row, callbacks: await callbacks.list(tx) }
  })
}

function assertOn(ctx: RequestCtx<'bridge_off'>): void {
  if (ctx.limits.bridges === 0) ctx.fail('bridge_off')
}

export async function remove(ctx: RequestCtx<'not_found'>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (!(await end(tx))) tx.fail('not_found')
  })
}

/** Every token of the account ends, this one with them (D36). */
export const endOf = (ctx: Ctx<never>, accountId: number): Promise<boolean> => end({ ...ctx, accountId })

/** Its callbacks and what was shown with it go with the row. */
async function end(tx: Ctx<never>): Promise<boolean> {
  const row = await store.find(tx.db, tx.accountId)
  if (!row || !(await store.remove(tx.db, tx.accountId))) return false
  await audit.record(tx, { action: 'bridge.removed', subject: row.bridge_id })
  tx.afterCommit(() => tx.wake.notify('credential', tx.accountId))
  return true
}
