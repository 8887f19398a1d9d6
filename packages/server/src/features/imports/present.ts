import type { Import, ListedImport } from '@latchwork/contract'
import { toWireDate } from '../../platform/clock.ts'
import { percentOf } from './rules.ts'
import type { RunRow } from './store.ts'

const isWaiting = ({ state, failures, next_at }: RunRow): boolean =>
  (state === 'planning' || state === 'running') && failures > 0 && next_at !== null

export const presentListed = (row: RunRow): ListedImport => ({
  importId: row.id,
  url: row.url,
  state: row.state,
  ...(row.phase !== null && { phase: row.phase }),
  percent: percentOf(row),
  ...(row.error !== null && { error: row.error }),
  ...(isWaiting(row) && { waitsUntilDate: toWireDate(Number(row.next_at)) }),
  logDays: row.log_days,
  creationDate: toWireDate(Number(row.created_at)),
  ...(row.ended_at !== null && { endDate: toWireDate(Number(row.ended_at)) }),
})

export const presentImport = (row: RunRow): Import => ({
  ...presentListed(row),
  counts: JSON.parse(row.counts) as Import['counts'],
  lines: JSON.parse(row.lines) as Import['lines'],
  moreLines: row.more_lines,
})
