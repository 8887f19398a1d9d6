import { readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, release, totalmem } from 'node:os'
import { componentTable, HOT_PATH } from './hot-path-table.ts'
import { isPinned } from './processes.ts'
import type { Machine, Results, Row } from './row.ts'
import { markdownTable } from './table.ts'

export const describeMachine = (): Machine => ({
  date: new Date().toISOString(),
  node: process.versions.node,
  platform: `${process.platform} ${release()}`,
  arch: arch(),
  cpus: cpus().length,
  cpuModel: cpus()[0]?.model ?? 'unknown',
  memoryGb: Math.round(totalmem() / 2 ** 30),
  pinned: isPinned,
})

const RESULTS = new URL('./results.json', import.meta.url)
const DOCUMENT = new URL('../docs/benchmarks.md', import.meta.url)
const TABLE = /(<!-- results:start -->\n)[\s\S]*(\n<!-- results:end -->)/
const COMPONENTS = /(<!-- components:start -->\n)[\s\S]*(\n<!-- components:end -->)/

/** Keeps the results, and shows them where people read about them. */
export function keepResults(results: Results): void {
  writeFileSync(RESULTS, `${JSON.stringify(results, shortNumbers, 2)}\n`)
  const rows = results.rows.filter(({ part }) => part !== HOT_PATH)
  const document = readFileSync(DOCUMENT, 'utf8')
  writeFileSync(
    DOCUMENT,
    [
      [TABLE, markdownTable({ ...results, rows })] as const,
      [COMPONENTS, componentTable(results.rows)] as const,
    ].reduce((text, [place, table]) => withTable(text, place, table), document),
  )
}

function withTable(document: string, place: RegExp, table: string): string {
  if (!place.test(document)) throw new Error('docs/benchmarks.md has no place for the results.')
  return document.replace(place, (_all, start: string, end: string) => `${start}${table}${end}`)
}

/** Puts the rows of a part on a store in place of its earlier ones there; the others stay as they were measured. */
export function keepParts(results: Results): void {
  const earlier = JSON.parse(readFileSync(RESULTS, 'utf8')) as Results
  const placeOf = ({ part, engine }: Row) => `${part} ${engine}`
  const measured = new Set(results.rows.map(placeOf))
  const others = earlier.rows.filter((row) => !measured.has(placeOf(row)))
  keepResults({ ...earlier, rows: [...others, ...results.rows] })
}

/** Digits beyond these are noise, and would make every change of the file unreadable. */
const shortNumbers = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
