import { type FoundLock, SMARTLOCK_TYPE, type SmartlockType } from '@latchwork/contract'
import type { Ctx } from '../../../platform/context.ts'
import * as audit from '../../audit/service.ts'
import { emit } from '../../events/outbox/service.ts'
import * as notices from '../../identity/security-notices/service.ts'
import { capabilityOf } from '../capability/service.ts'
import { masterdataPayload } from '../present.ts'
import { smartlockIdOf } from '../rules.ts'
import * as store from '../store.ts'
import { insertLock } from './new-lock.ts'

/**
 * Locks that another service knows, made here before anything reaches them (ADR 0064). They keep their ids, so that
 * clients go on as before, have no credentials, and are offline until somebody connects them.
 */

/** Through what it is reached: nothing yet. */
const UNCONNECTED = 'imported'

export const isUnconnected = ({ driver }: Pick<store.SmartlockRow, 'driver'>): boolean =>
  driver === UNCONNECTED

/** Since when what happens at a lock is written down here: what another service tells of that would be there twice. */
export const keepsLogSince = (
  row: Pick<store.SmartlockRow, 'driver' | 'connected_at' | 'created_at'>,
): number => (isUnconnected(row) ? Number.POSITIVE_INFINITY : Number(row.connected_at ?? row.created_at))

export interface BroughtLock {
  /** As it is there. */
  id: number
  type: SmartlockType
  name: string
  isFavorite: boolean
  /** JSON: the configuration as last known there. */
  config: string | null
  firmwareVersion: number | null
  hardwareVersion: number | null
}

/** Device ids are of eight digits: with a million locks one in four thousand is taken. */
const TRIES = 8

/**
 * Stores a lock under the id it has there. `taken`: another account has it. One whose id says something else than its type
 * gets another one.
 */
export async function bringOver(
  ctx: Ctx<never>,
  lock: BroughtLock,
): Promise<store.SmartlockRow | 'exists' | 'taken'> {
  const deviceId = deviceIdOf(lock)
  if (deviceId === undefined) return insertAnywhere(ctx, lock)
  const row = await insert(ctx, lock, deviceId)
  if (row) return row
  return (await store.find(ctx.db, ctx.accountId, lock.id)) ? 'exists' : 'taken'
}

/** The eight digits behind the type in an id (D19); undefined where it is not made like that. */
function deviceIdOf({ id, type }: BroughtLock): string | undefined {
  const deviceId = (id % 0x1_0000_0000).toString(16).padStart(8, '0').toUpperCase()
  return smartlockIdOf(type, deviceId) === id ? deviceId : undefined
}

async function insertAnywhere(ctx: Ctx<never>, lock: BroughtLock): Promise<store.SmartlockRow> {
  for (let i = 0; i < TRIES; i++) {
    const row = await insert(ctx, lock, ctx.ids.random().slice(0, 8).toUpperCase())
    if (row) return row
  }
  throw new Error('no free device id was found')
}

const insert = (
  ctx: Ctx<never>,
  { type, name, isFavorite, config, firmwareVersion, hardwareVersion }: BroughtLock,
  deviceId: string,
) =>
  insertLock(ctx, {
    ...{ type, name, deviceId, config, driver: UNCONNECTED, favorite: isFavorite ? 1 : 0 },
    firmware_version: firmwareVersion,
    hardware_version: hardwareVersion,
  })

/**
 * A gateway serves a lock that was brought over from now on. It keeps its id, its type and its codes, which are compared with
 * what the lock holds as soon as it is there; it is what its gateway says it can do that counts.
 */
export async function connect(
  ctx: Ctx<'not_found' | 'lock_not_ready'>,
  smartlockId: number,
  { gatewayId, key, family, vendor, model, kind, capability }: FoundLock & { gatewayId: string },
): Promise<store.SmartlockRow> {
  const { name } = (await store.find(ctx.db, ctx.accountId, smartlockId)) ?? ctx.fail('not_found')
  // The account's rows come before those of the lock.
  await notices.warn(ctx, ctx.accountId, 'deviceCredentialsReplaced', { what: name })
  const row = (await store.find(ctx.db, ctx.accountId, smartlockId)) ?? ctx.fail('not_found')
  if (!isUnconnected(row)) ctx.fail('lock_not_ready', { message: `${row.name} is connected already.` })
  if ((row.type === SMARTLOCK_TYPE.opener) !== (kind === 'opener'))
    ctx.fail('lock_not_ready', { message: 'One of the two is an opener, and the other is not.' })
  const now = ctx.clock.now()
  const served = await store.update(ctx.db, ctx.accountId, smartlockId, {
    driver: family,
    gateway_id: gatewayId,
    gateway_key: key,
    vendor: vendor ?? null,
    model: model ?? null,
    capability: capability ? JSON.stringify(capability) : null,
    connected_at: now,
    updated_at: now,
  })
  const detail = { name: row.name, driver: family }
  await audit.record(ctx, { action: 'smartlock.connected', subject: smartlockId, detail })
  await emit(ctx, [{ feature: 'DEVICE_MASTERDATA', smartlockId, payload: masterdataPayload(served) }])
  await ctx.ports.windowsMoved(ctx, served, true, row)
  return served
}

/** What a lock that is not here yet will be able to do, as far as is known. */
export const capabilityOfBrought = ({ id, type, name, config }: BroughtLock) => {
  const nothing = { driver: UNCONNECTED, gateway_id: null, gateway_key: null, vendor: null, model: null }
  const labels = { name, favorite: 0, remote_unlock: null, remove_ungranted: null }
  const row = { ...nothing, ...labels, smartlock_id: id, type, config, capability: null }
  return capabilityOf({ row, pending: [] }, 0)
}

/** Those of these that are here. */
export const listBrought = (ctx: Ctx<never>, smartlockIds: readonly number[]) =>
  smartlockIds.length === 0 ? Promise.resolve([]) : store.listByIds(ctx.db, ctx.accountId, smartlockIds)
