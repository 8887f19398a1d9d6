import { type SmartlockConfig, TIME_ZONES } from '@latchwork/contract'
import type { WorkCtx } from '../../../platform/context.ts'
import type { SmartlockRow } from '../store.ts'
import { note } from './desired.ts'
import * as desired from './store.ts'

/** It says that it has none: times of day count in UTC there until it is sent another one. */
function lacksZone({ config }: SmartlockRow): boolean {
  if (config === null) return false
  const { timezoneId } = JSON.parse(config) as SmartlockConfig
  return TIME_ZONES[timezoneId] === undefined
}

/**
 * A lock without a zone of its own is sent the service's default (D15), where there is a number for it (6.14): locks
 * decide by themselves. Somebody else's desired change that waits goes first.
 */
export async function desireDefaultZone(ctx: WorkCtx, lock: SmartlockRow): Promise<void> {
  const timezoneId = (TIME_ZONES as readonly string[]).indexOf(ctx.defaultTimeZone)
  if (timezoneId === -1 || !lacksZone(lock)) return
  const waiting = await desired.find(ctx.db, lock.account_id, lock.smartlock_id, 'config')
  if (waiting?.operation_id) return
  await note(ctx, lock, { section: 'config', type: 'config', changes: { timezoneId } }, waiting)
}
