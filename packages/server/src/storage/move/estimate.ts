import { type Link, pages } from '../link/link.ts'
import { keyColumns, quoted, quotedList, type TableShape } from '../link/tables.ts'
import type { Target } from './ends.ts'

/** The trial copies so many rows of the largest table. */
const ROWS = 5000
/** Measured with 300,000 log entries: reading both sides and making the indexes takes twice as long as copying. */
const FACTOR = 3
/** Making the tables of the target. */
const BASE_MS = 5000

/** How long a move takes, judged by copying some rows into a temporary table of the target. */
export async function estimate(
  source: Link,
  target: Target,
  largest: TableShape,
  total: number,
): Promise<{ ms: number; tried: number }> {
  const { name, columns, isNumber } = largest
  const typed = columns.map((column, i) => `${quoted(column)} ${isNumber[i] ? 'bigint' : 'text'}`)
  const scratch = await target.openScratch()
  try {
    await scratch.ask(
      `create temp table ${quoted(name)} (${typed}, primary key (${quotedList(keyColumns(largest))}))`,
    )
    const startedAt = performance.now()
    let tried = 0
    for await (const page of pages(source, largest)) {
      await scratch.insert(largest, page)
      tried += page.length
      if (tried >= ROWS) break
    }
    const msPerRow = (performance.now() - startedAt) / Math.max(tried, 1)
    return { ms: BASE_MS + total * msPerRow * FACTOR, tried }
  } finally {
    await scratch.close()
  }
}

const MINUTE_MS = 60_000

export function inWords(ms: number): string {
  const minutes = Math.ceil(ms / MINUTE_MS)
  if (minutes <= 1) return 'less than a minute'
  return minutes < 120 ? `about ${minutes} minutes` : `about ${Math.round(minutes / 60)} hours`
}
