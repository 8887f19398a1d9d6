import type { Changes, WebConfig } from '@latchwork/contract'
import { failParameter } from '../../../platform/app-error.ts'
import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import { emit, type NewEvent } from '../../events/outbox/service.ts'
import { configPayload, presentSection, webConfigOf } from '../present.ts'
import { type AdvancedKind, advancedKindOf } from '../rules.ts'
import * as store from '../store.ts'
import { desire, desireReport } from './desired.ts'
import { maxAdminPin, settleAutoLock } from './rules.ts'
import * as desired from './store.ts'

/** Use cases around what is set on a lock and about it. */

type SettingRefusal = 'not_found' | 'resource_locked'
type Values = Record<string, unknown>

/** Changes the configuration (4.8); undefined when there was nothing to change. */
export const changeConfig = (ctx: RequestCtx<SettingRefusal>, smartlockId: number, changes: Values) =>
  withLock(ctx, smartlockId, async (tx, lock) =>
    isEmpty(changes) ? undefined : desire(tx, lock, { section: 'config', type: 'config', changes }),
  )

/** Changes the advanced configuration, which has to be of the kind that this type of device has (D49). */
export const changeAdvancedConfig = (
  ctx: RequestCtx<SettingRefusal | 'not_supported_by_device'>,
  smartlockId: number,
  operation: AdvancedKind['operation'],
  changes: Values,
) =>
  withLock(ctx, smartlockId, async (tx, lock) => {
    const kind = advancedKindOf(lock.type)
    if (kind?.operation !== operation) return tx.fail('not_supported_by_device')
    if (isEmpty(changes)) return undefined
    const pending = await desired.listPendingOf(tx.db, lock.account_id, lock.smartlock_id)
    const current = presentSection(lock.advanced_config, 'advanced', pending) ?? {}
    const settled = settleAutoLock(kind, changes, current)
    return desire(tx, lock, { section: 'advanced', type: operation, changes: settled })
  })

const isEmpty = (changes: Values) => Object.keys(changes).length === 0

/** What the service shows the lock for protected commands; kept sealed and never shown again (D64). */
export const setAdminPin = (
  ctx: RequestCtx<SettingRefusal | 'invalid_parameter'>,
  smartlockId: number,
  adminPin: number,
) =>
  withLock(ctx, smartlockId, async (tx, lock) => {
    const max = maxAdminPin(lock.type)
    if (adminPin > max) failParameter(tx.fail, 'adminPin', `must be an integer from 0 to ${max}`)
    const operationId = await desire(tx, lock, { section: 'pin', type: 'adminPin', changes: {} })
    await store.update(tx.db, tx.accountId, smartlockId, {
      admin_pin_sealed: tx.sealer.seal(String(adminPin), pinContext(smartlockId)),
    })
    return operationId
  })

const pinContext = (smartlockId: number) => `smartlock.admin_pin ${smartlockId}`

/** The PIN as the lock is to be shown it. */
export function openAdminPin(ctx: Ctx<never>, lock: store.SmartlockRow): Values {
  if (lock.admin_pin_sealed === null) return {}
  return { adminPin: Number(ctx.sealer.open(lock.admin_pin_sealed, pinContext(lock.smartlock_id))) }
}

/** Makes the lock report everything; waits for it while it is offline (D65). */
export const requestSync = (ctx: RequestCtx<'not_found'>, smartlockId: number) =>
  withLock(ctx, smartlockId, desireReport)

function withLock<C extends RequestCtx<'not_found'>, T>(
  ctx: C,
  smartlockId: number,
  work: (tx: C, lock: store.SmartlockRow) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    const lock = await store.find(tx.db, tx.accountId, smartlockId)
    return work(tx, lock ?? tx.fail('not_found'))
  })
}

export interface WebConfigRequest {
  smartlockId: number
  webConfig: Changes<WebConfig>
}

/** Changes what the service itself keeps about locks (4.12): all of them, or none when one is not there (D27). */
export async function changeWebConfigs(
  ctx: RequestCtx<'not_found'>,
  requests: readonly WebConfigRequest[],
): Promise<void> {
  if (requests.length === 0) return
  await inTransaction(ctx, async (tx) => {
    const ids = [...new Set(requests.map(({ smartlockId }) => smartlockId))]
    const locks = await store.listByIds(tx.db, tx.accountId, ids)
    if (locks.length < ids.length) tx.fail('not_found')
    const pending = Map.groupBy(await desired.listPending(tx.db, tx.accountId), (row) => row.smartlock_id)
    const events: NewEvent[] = []
    for (const lock of locks) {
      const merged = webConfigAfter(lock, requests)
      if (merged === lock.web_config) continue
      const row = await store.update(tx.db, tx.accountId, lock.smartlock_id, {
        web_config: merged,
        updated_at: tx.clock.now(),
      })
      const payload = configPayload({ row, pending: pending.get(row.smartlock_id) ?? [] })
      events.push({ feature: 'DEVICE_CONFIG', smartlockId: row.smartlock_id, payload })
    }
    await emit(tx, events)
  })
}

/** Absent and null both leave a field as it is here (4.12); a lock named twice takes both, the later one last. */
function webConfigAfter(lock: store.SmartlockRow, requests: readonly WebConfigRequest[]): string | null {
  const merged: Values = { ...webConfigOf(lock) }
  for (const { smartlockId, webConfig } of requests) {
    if (smartlockId !== lock.smartlock_id) continue
    for (const [name, value] of Object.entries(webConfig)) if (value != null) merged[name] = value
  }
  return isEmpty(merged) ? lock.web_config : JSON.stringify(merged)
}
