import type { Results, Row } from './row.ts'

const HEADINGS = ['row', 'concurrency', 'ours', 'baseline', 'ratio', 'aim', 'met?']

/** Three significant digits say all that a run can know. */
function rounded(value: number): string {
  if (value >= 100) return value.toFixed(0)
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** Nothing compares with nothing; a file keeps null of it. */
const ratioOf = ({ ratio }: Row): string => (Number.isFinite(ratio) ? rounded(ratio) : '–')

const metOf = ({ met }: Row): string => (met === undefined ? '' : met ? 'yes' : 'no')

const cellsOf = (row: Row): string[] => [
  row.engine === undefined || row.engine === 'SQLite' ? row.row : `${row.row} (${row.engine})`,
  row.concurrency === undefined ? '' : String(row.concurrency),
  `${rounded(row.ours)} ${row.unit}`,
  `${row.against}: ${rounded(row.baseline)} ${row.unit}`,
  ratioOf(row),
  row.aim ?? '',
  metOf(row),
]

const atConcurrency = ({ concurrency }: Row): string =>
  concurrency === undefined ? '' : `, concurrency ${concurrency}`

const notesOf = (rows: readonly Row[]): string[] => {
  const noted = rows.filter((row) => row.note !== undefined)
  return [...new Set(noted.map((row) => `${row.row}${atConcurrency(row)}: ${row.note}.`))]
}

/** For a terminal. */
export const textTable = ({ rows }: Results): string =>
  [aligned([HEADINGS, ...rows.map(cellsOf)]), '', ...notesOf(rows)].join('\n').trimEnd()

/** What was aimed at, and whether it was reached. */
export function targetTable({ rows }: Results): string {
  const aimed = rows.filter(({ aim }) => aim !== undefined)
  const lines = aimed.map((row) => [...cellsOf(row).slice(0, -1), row.met ? 'pass' : 'MISS'])
  const passed = aimed.filter(({ met }) => met).length
  const end = `${passed} of ${aimed.length} targets are reached.`
  return [aligned([[...HEADINGS.slice(0, -1), 'target'], ...lines]), '', ...notesOf(aimed), end].join('\n')
}

function aligned(lines: readonly (readonly string[])[]): string {
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  const text = lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  return [text[0], rule, ...text.slice(1)].join('\n')
}

/** For the documentation. */
export function markdownTable({ rows, machine }: Results): string {
  const { date, cpus, cpuModel, arch, memoryGb, node, pinned } = machine
  const facts = `Measured on ${date.slice(0, 10)}: ${cpus} × ${cpuModel} (${arch}), ${memoryGb} GB, Node ${node}`
  const lines = [HEADINGS, HEADINGS.map(() => '---'), ...rows.map(cellsOf)].map(
    (cells) => `| ${cells.join(' | ')} |`,
  )
  const where = pinned ? ', the server under test on a cpu of its own' : ''
  const notes = notesOf(rows).map((note) => `- ${note}`)
  return [`${facts}${where}.`, '', ...lines, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n')
}
