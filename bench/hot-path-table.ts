import type { Row } from './row.ts'

/** The part whose rows have a table of their own: one line for each component. */
export const HOT_PATH = 'hot-path'

/** Microseconds of cpu time for each component, a column for each call on each store. */
export function componentTable(rows: readonly Row[]): string {
  const columns = Map.groupBy(
    rows.filter(({ part }) => part === HOT_PATH),
    ({ engine, detail }) => `${detail?.call} (${engine})`,
  )
  const micros = [...columns.values()].map(
    (column) => new Map(column.map((row) => [componentOf(row), row.ours])),
  )
  const components = [...new Set(micros.flatMap((column) => [...column.keys()]))]
  const weight = (component: string) => Math.max(...micros.map((column) => column.get(component) ?? 0))
  const lines = [
    ['µs of cpu time for one', ...columns.keys()],
    ['---', ...micros.map(() => '---')],
    ...components
      .sort((a, b) => weight(b) - weight(a))
      .map((component) => [component, ...micros.map((column) => shown(column.get(component)))]),
    ['all of it', ...[...columns.values()].map(([row]) => shown(row?.baseline))],
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const componentOf = ({ detail }: Row): string => String(detail?.component)

/** A component that is not worth a line of its own in one column is in its rest. */
const shown = (micros: number | undefined): string =>
  micros === undefined ? '–' : micros < 10 ? micros.toFixed(1) : micros.toFixed(0)
