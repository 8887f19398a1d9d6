import type { Event, EventFeature } from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import type { EventRow } from './store.ts'

export const present = (row: EventRow): Event => ({
  id: row.id,
  date: toWireDate(row.created_at),
  feature: row.feature as EventFeature,
  ...(row.smartlock_id !== null && { smartlockId: row.smartlock_id }),
  payload: JSON.parse(row.payload) as Event['payload'],
})

/** One server-sent event: JSON holds no line breaks, so the data is one line. */
export const frameOf = (row: EventRow): Buffer =>
  Buffer.from(`id: ${row.id}\nevent: ${row.feature}\ndata: ${row.payload}\n\n`)
