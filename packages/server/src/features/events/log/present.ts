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

/** How events are sent on a stream: each under the name of its feature, or all without one (D139). */
export type StreamFormat = 'event' | 'message'

/** One server-sent event: JSON holds no line breaks, so the data is one line. */
const frame = (id: string, name: string, data: string) => ({
  event: Buffer.from(`${id}event: ${name}\ndata: ${data}\n\n`),
  message: Buffer.from(`${id}data: ${data}\n\n`),
})

export const frameOf = (row: EventRow): Record<StreamFormat, Buffer> =>
  frame(`id: ${row.id}\n`, row.feature, row.payload)

/** What the client missed is no longer there: it begins anew. */
export const RESET = { event: 'event: reset\ndata: {}\n\n', message: 'data: {"reset":true}\n\n' }
