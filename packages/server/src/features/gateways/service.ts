import type { FoundLock, Gateway, GatewayReport, ListedGateway } from '@latchwork/contract'
import type { GatewayCtx } from '../../http/handler.ts'
import { type Ctx, inTransaction, type RequestCtx } from '../../platform/context.ts'
import * as audit from '../audit/service.ts'
import * as locks from '../locks/service.ts'
import { ownRow } from './claims.ts'
import { presentGateway, presentListed } from './present.ts'
import { AWAY_AFTER_MS, compareFound, stateOf, withoutSecrets } from './rules.ts'
import * as store from './store.ts'

export { adopt, assertMayBecome, credentialsFor, findAdopted, giveUp, waitForAdoptions } from './adoptions.ts'
export { claim, create, createOrRenew, lookUp, renewClaim } from './claims.ts'

export async function list(ctx: RequestCtx): Promise<ListedGateway[]> {
  const adopted = await locks.countServed(ctx)
  const rows = await store.list(ctx.db, ctx.accountId)
  return rows.map((row) => presentListed(row, adopted.get(row.id) ?? 0, ctx.clock.now()))
}

/** The gateway, or the same 404 whether it is missing or somebody else's (D38). */
export async function find(ctx: Ctx<'not_found'>, gatewayId: string): Promise<store.GatewayRow> {
  return (await store.find(ctx.db, ctx.accountId, gatewayId)) ?? ctx.fail('not_found')
}

/** The id of a gateway of this account that somebody claimed; undefined when there is none. */
export async function known(ctx: Ctx<never>, gatewayId: string): Promise<string | undefined> {
  const row = await store.find(ctx.db, ctx.accountId, gatewayId)
  return row?.token_hash ? row.id : undefined
}

/** With what it found; of what it lost only what is adopted. */
export async function get(ctx: RequestCtx<'not_found'>, gatewayId: string): Promise<Gateway> {
  const row = await find(ctx, gatewayId)
  const served = new Map(
    (await locks.listServed(ctx, gatewayId)).map((lock) => [lock.gateway_key, lock.smartlock_id]),
  )
  const views = (await store.listLocks(ctx.db, ctx.accountId, gatewayId))
    .map((lock) => ({ found: lock.found, lostAt: lock.lost_at, smartlockId: served.get(lock.key) }))
    .filter(({ lostAt, smartlockId }) => lostAt === null || smartlockId !== undefined)
  return presentGateway(row, views, ctx.clock.now())
}

export const rename = (ctx: RequestCtx<'not_found'>, gatewayId: string, name: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = (await store.find(tx.db, tx.accountId, gatewayId)) ?? tx.fail('not_found')
    if (row.name === name) return
    await store.update(tx.db, tx.accountId, gatewayId, { name })
    await audit.record(tx, { action: 'gateway.renamed', subject: gatewayId, detail: { name } })
  })

/** Not while it serves locks: it would take their codes off them no more. */
export const remove = (ctx: RequestCtx<'not_found' | 'gateway_in_use'>, gatewayId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = (await store.find(tx.db, tx.accountId, gatewayId)) ?? tx.fail('not_found')
    if ((await locks.listServed(tx, gatewayId)).length > 0) tx.fail('gateway_in_use')
    await store.remove(tx.db, tx.accountId, gatewayId)
    await audit.record(tx, { action: 'gateway.deleted', subject: gatewayId, detail: { name: row.name } })
    tx.afterCommit(() => tx.wake.notify('gateway', tx.accountId))
  })

/** What a gateway says about itself; answers with the revision of what is adopted. */
export const report = (ctx: GatewayCtx<'token_invalid'>, said: GatewayReport): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const { gatewayId } = tx.gateway
    const row = ownRow(tx, await store.find(tx.db, tx.accountId, gatewayId))
    const now = tx.clock.now()
    const wasHere = row.last_report_at !== null && now - row.last_report_at < AWAY_AFTER_MS
    await store.update(tx.db, tx.accountId, gatewayId, {
      version: said.version,
      started_at: said.startedDate === undefined ? null : Date.parse(said.startedDate),
      connected_since: wasHere && row.connected_since !== null ? row.connected_since : now,
      last_report_at: now,
      hubs: JSON.stringify(said.hubs.map(withoutSecrets)),
      queue: JSON.stringify(said.queue),
    })
    if (said.locks) await storeFound(tx, gatewayId, said.locks.map(soundLock))
    return row.adoption_revision
  })

/** With what it can do as far as that makes sense (D167). */
const soundLock = ({ capability, ...lock }: FoundLock): FoundLock => ({
  ...lock,
  ...(capability && { capability: locks.soundCapability(capability) }),
})

/** What is not named any more is lost; of those only adopted ones are worth remembering. */
async function storeFound(
  ctx: GatewayCtx<'token_invalid'>,
  gatewayId: string,
  named: NonNullable<GatewayReport['locks']>,
): Promise<void> {
  const { accountId } = ctx
  const rows = await store.listLocks(ctx.db, accountId, gatewayId)
  const known = new Map(rows.map(({ key, found, lost_at }) => [key, { found, isLost: lost_at !== null }]))
  const { changed, missing } = compareFound(known, named)
  await store.putLocks(
    ctx.db,
    changed.map((lock) => ({ ...lock, gateway_id: gatewayId, account_id: accountId, lost_at: null })),
  )
  const gone = [...missing, ...rows.filter(({ lost_at }) => lost_at !== null).map(({ key }) => key)].filter(
    (key) => !named.some((lock) => lock.key === key),
  )
  if (gone.length === 0) return
  const served = new Set((await locks.listServed(ctx, gatewayId)).map((lock) => lock.gateway_key))
  const forgotten = gone.filter((key) => !served.has(key))
  const newlyLost = missing.filter((key) => served.has(key))
  if (forgotten.length > 0) await store.removeLocks(ctx.db, accountId, gatewayId, forgotten)
  if (newlyLost.length > 0) await store.markLost(ctx.db, accountId, gatewayId, newlyLost, ctx.clock.now())
}

/** As many gateways have figures of their own, those that reported last. */
const MAX_MEASURED = 200

/** Figures of gateways, counted when somebody looks. */
export async function measure(ctx: Ctx<never>): Promise<void> {
  const { gatewayUp, gatewayLocks, gatewayQueue } = ctx.metrics
  for (const gauge of [gatewayUp, gatewayLocks, gatewayQueue]) gauge.reset()
  const rows = await store.listReporting(ctx.db, MAX_MEASURED)
  const found = await store.countLocks(
    ctx.db,
    rows.map(({ id }) => id),
  )
  for (const row of rows) {
    const gateway = row.id
    gatewayUp.set({ gateway }, stateOf(row, ctx.clock.now()) === 'connected' ? 1 : 0)
    gatewayLocks.set({ gateway }, found.get(gateway) ?? 0)
    const queue = row.queue === null ? undefined : (JSON.parse(row.queue) as GatewayReport['queue'])
    gatewayQueue.set({ gateway }, queue?.waiting ?? 0)
  }
}
