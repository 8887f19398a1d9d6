import { SERVER_STATE, type SmartlockType } from '@latchwork/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { ServedColumns, SmartlockTable } from '../../../schema/smartlocks.ts'
import * as audit from '../../audit/service.ts'
import { emit } from '../../events/outbox/service.ts'
import { masterdataPayload } from '../present.ts'
import { smartlockIdOf } from '../rules.ts'
import * as store from '../store.ts'

export interface NewSmartlock {
  type: SmartlockType
  name: string
  deviceId?: string
  virtualDevice?: boolean
}

/** What is known of a lock before it has said anything. */
type KnownColumns = Pick<SmartlockTable, 'favorite' | 'config' | 'firmware_version' | 'hardware_version'>

/** Stores a lock that nobody can log in as yet, and tells of it; undefined when the device id is taken. */
export async function insertLock(
  ctx: Ctx<never>,
  lock: NewSmartlock & { deviceId: string } & Partial<ServedColumns & KnownColumns>,
): Promise<store.SmartlockRow | undefined> {
  const { type: _type, name: _name, deviceId: _id, virtualDevice: _virtual, ...served } = lock
  const now = ctx.clock.now()
  const row = await store.insert(ctx.db, {
    smartlock_id: smartlockIdOf(lock.type, lock.deviceId),
    account_id: ctx.accountId,
    device_id: lock.deviceId,
    type: lock.type,
    name: lock.name,
    favorite: 0,
    virtual: lock.virtualDevice ? 1 : 0,
    driver: 'native',
    gateway_id: null,
    gateway_key: null,
    vendor: null,
    model: null,
    capability: null,
    auth_id: 0,
    server_state: SERVER_STATE.unregistered,
    admin_pin_state: 0,
    firmware_version: null,
    hardware_version: null,
    state: null,
    config: null,
    advanced_config: null,
    web_config: null,
    admin_pin_sealed: null,
    error: null,
    action_operation_id: null,
    session_id: null,
    session_username: null,
    session_counter: 0,
    epoch: null,
    state_seq: 0,
    event_seq: 0,
    last_seen_at: null,
    credentials_warning: null,
    remote_unlock: null,
    remove_ungranted: null,
    created_at: now,
    connected_at: null,
    updated_at: now,
    ...served,
  })
  if (!row) return undefined
  ctx.afterCommit(() => ctx.wake.notify('lock', row.smartlock_id))
  const payload = masterdataPayload(row)
  await emit(ctx, [
    { feature: 'DEVICE_MASTERDATA', smartlockId: row.smartlock_id, payload, notices: ['added'] },
  ])
  const detail = { name: row.name, deviceId: row.device_id }
  await audit.record(ctx, { action: 'smartlock.created', subject: row.smartlock_id, detail })
  return row
}
