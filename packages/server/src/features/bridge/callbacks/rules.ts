import type { DeviceLogs, DeviceStatus } from '@latchwork/contract'
import { timeOfId } from '../../../platform/ids.ts'
import { RING } from '../rules.ts'

/** Something that programs are posted. */
export interface News {
  smartlockId: number
  /** As the event has it; a ring has none, and shows the opener as it is. */
  state?: NonNullable<DeviceStatus['state']>
  rungAt?: number
}

/** Undefined for what is none of their business. */
export function newsOf(payload: string): News | undefined {
  const event = JSON.parse(payload) as DeviceStatus | DeviceLogs
  if (event.feature === 'DEVICE_STATUS')
    return event.state && { smartlockId: event.smartlockId, state: event.state }
  const { smartlockLog: entry } = event
  return entry.action === RING
    ? { smartlockId: entry.smartlockId, rungAt: Date.parse(entry.date) }
    : undefined
}

/** Every change of the last half minute is told; of what is older, how each device came out of it. */
const FRESH_MS = 30_000

export function worthTelling<E extends { id: string; smartlock_id: number | null }>(
  events: readonly E[],
  now: number,
): E[] {
  const last = new Map(events.map(({ id, smartlock_id }) => [smartlock_id, id]))
  return events.filter(
    ({ id, smartlock_id }) => now - timeOfId(id) < FRESH_MS || last.get(smartlock_id) === id,
  )
}

const FIRST_REST_MS = 5000
const LONGEST_REST_MS = 5 * 60_000

/** How long a receiver rests that has not answered so many times in a row. */
export const restMs = (failures: number): number =>
  Math.min(FIRST_REST_MS * 2 ** Math.min(failures - 1, 10), LONGEST_REST_MS)
