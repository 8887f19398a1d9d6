import { type Adoption, type FoundLock, RIGHTS, type SmartlockType } from '@latchwork/contract'
import type { GatewayCtx } from '../../http/handler.ts'
import { type Ctx, inTransaction, limitsFor, type RequestCtx } from '../../platform/context.ts'
import * as locks from '../locks/service.ts'
import type { AdoptionWaits } from './adoption-waits.ts'
import { ownRow } from './claims.ts'
import * as store from './store.ts'

/** Which of the locks that gateways found are smartlocks of their account. */

type AdoptCtx = RequestCtx<'not_found' | 'lock_not_ready' | 'quota_exceeded'>

interface Found {
  gatewayId: string
  key: string
}

/** The smartlock that a lock of a gateway is already. */
export const findAdopted = async (ctx: Ctx<never>, { gatewayId, key }: Found): Promise<number | undefined> =>
  (await locks.findServed(ctx, gatewayId, key))?.smartlock_id

/**
 * A gateway that serves a lock which is here already receives the codes of that lock, like whoever replaces its credentials
 * (D107). So the scope and the right to register new locks are not enough, nor is a role that changes some doors only.
 */
export function assertMayBecome({ principal, fail }: RequestCtx<'scope_missing' | 'right_missing'>): void {
  if (!principal.scopes.has('smartlock')) fail('scope_missing')
  if (principal.isMaster) return
  const hasRight = (principal.rights & RIGHTS.manageConfig) !== 0
  if (!hasRight || limitsFor(principal, 'manageConfig') !== undefined) fail('right_missing')
}

/**
 * Makes a lock that a gateway found a smartlock of the account, or the connection of one that was brought over.
 */
export async function adopt(
  ctx: AdoptCtx,
  found: Found,
  { name, smartlockId }: { name: string; smartlockId?: number | undefined },
): Promise<number> {
  return smartlockId === undefined
    ? locks.withinLockQuota(ctx, (tx) => adoptHeld(tx, found, (lock) => locks.adopt(tx, { ...lock, name })))
    : inTransaction(ctx, (tx) => adoptHeld(tx, found, (lock) => locks.connect(tx, smartlockId, lock)))
}

/** With the gateway in hand. */
async function adoptHeld(
  tx: AdoptCtx,
  { gatewayId, key }: Found,
  make: (lock: FoundLock & { gatewayId: string }) => Promise<locks.SmartlockRow>,
): Promise<number> {
  const gateway = (await store.find(tx.db, tx.accountId, gatewayId)) ?? tx.fail('not_found')
  const meanwhile = await locks.findServed(tx, gatewayId, key)
  if (meanwhile) return meanwhile.smartlock_id
  const row = (await store.findLock(tx.db, tx.accountId, gatewayId, key)) ?? tx.fail('not_found')
  const found = JSON.parse(row.found) as FoundLock
  if (!found.ready || row.lost_at !== null) tx.fail('lock_not_ready')
  const { smartlock_id } = await make({ ...found, gatewayId })
  await noteChange(tx, gateway)
  return smartlock_id
}

/** What is adopted has changed: the gateway gets to know at once if it waits for that. */
async function noteChange(
  ctx: Ctx<never>,
  { id, adoption_revision }: Pick<store.GatewayRow, 'id' | 'adoption_revision'>,
): Promise<void> {
  // By the clock too, so that a store restored from a backup does not repeat a number it gave out later.
  const revision = Math.max(adoption_revision + 1, ctx.clock.now())
  await store.update(ctx.db, ctx.accountId, id, { adoption_revision: revision })
  ctx.afterCommit(() => ctx.wake.notify('gateway', ctx.accountId))
}

/** A smartlock is being deleted; if a gateway served it, it is one of those found again. */
export async function giveUp(ctx: Ctx<never>, lock: locks.SmartlockRow): Promise<void> {
  if (lock.gateway_id === null) return
  const gateway = await store.find(ctx.db, ctx.accountId, lock.gateway_id)
  if (gateway) await noteChange(ctx, gateway)
}

export interface Adopted {
  revision: number
  adoptions: Adoption[]
}

/** What is adopted, as soon as it is another revision than the gateway has, or its time is up. */
export async function waitForAdoptions(
  ctx: GatewayCtx<'token_invalid'>,
  waits: AdoptionWaits,
  { revision, waitSeconds = 0 }: { revision?: number; waitSeconds?: number },
): Promise<Adopted> {
  const { gatewayId } = ctx.gateway
  if (revision === undefined || waitSeconds === 0) return adopted(ctx)
  const waiting = waits.begin(gatewayId, ctx.accountId, waitSeconds * 1000)
  try {
    const now = await store.find(ctx.db, ctx.accountId, gatewayId)
    if (now?.adoption_revision === revision) await waiting.done
  } finally {
    waiting.end()
  }
  return adopted(ctx)
}

async function adopted(ctx: GatewayCtx<'token_invalid'>): Promise<Adopted> {
  const { gatewayId } = ctx.gateway
  // First the number, then the list: a change in between is told again, and not missed.
  const row = (await store.find(ctx.db, ctx.accountId, gatewayId)) ?? ctx.fail('token_invalid')
  const rows = await locks.listServed(ctx, gatewayId)
  return { revision: row.adoption_revision, adoptions: rows.map(adoptionOf) }
}

const adoptionOf = (row: locks.SmartlockRow): Adoption => ({
  key: row.gateway_key as string,
  smartlockId: row.smartlock_id,
  deviceId: row.device_id,
  type: row.type as SmartlockType,
  name: row.name,
})

/**
 * New credentials for one of its locks: a gateway that lost what it was given asks again. Whether it still is the gateway is
 * looked at with the lock in hand: a claim that came in between ends what is given here, or has to be seen.
 */
export const credentialsFor = (ctx: GatewayCtx<'not_found' | 'token_invalid'>, key: string) =>
  inTransaction(ctx, async (tx) => {
    const { gatewayId } = tx.gateway
    const lock = (await locks.findServed(tx, gatewayId, key)) ?? tx.fail('not_found')
    const name = (await store.find(tx.db, tx.accountId, gatewayId))?.name ?? ''
    const actor = { accountId: null, name: `gateway ${name}` }
    const { username, secret } = await locks.renewServed({ ...tx, actor }, lock.smartlock_id)
    ownRow(tx, await store.find(tx.db, tx.accountId, gatewayId))
    return { smartlockId: lock.smartlock_id, deviceId: lock.device_id, username, secret }
  })
