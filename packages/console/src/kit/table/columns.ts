import type { TableThProps } from '@mantine/core'

/** A column of a table: its heading, and what else is known of it. */
export interface Column<Row> extends Omit<TableThProps, 'children' | 'id'> {
  children: string
  /** What the address calls it; one without a name is always in sight. */
  name?: string
  /** How rows stand one after the other, where they may be ordered by it; it stays the same from one drawing to the next. */
  compare?: Compare<Row>
}

/** The address names those that are in sight. The first one says what a row is, and stays. */
export function shownColumns<Row>(columns: readonly Column<Row>[], wanted: string | undefined): boolean[] {
  const names = wanted?.split('.')
  const isKnown = names?.some((name) => columns.some((column) => column.name === name))
  return columns.map(
    ({ name }, index) => index === 0 || name === undefined || !isKnown || names?.includes(name) === true,
  )
}

/** What the address is to say; nothing when all are in sight. */
export function columnsText<Row>(
  columns: readonly Column<Row>[],
  shown: readonly boolean[],
): string | undefined {
  const names = columns.flatMap(({ name }, index) => (name !== undefined && shown[index] ? [name] : []))
  return shown.every(Boolean) ? undefined : names.join('.') || undefined
}

export type Compare<Row> = (a: Row, b: Row) => number

/** The order that the address asks for, if one of the columns has it. */
export function orderOf<Row>(columns: readonly Column<Row>[], sort: string | undefined) {
  const isDown = sort?.startsWith('-') === true
  const wanted = isDown ? sort?.slice(1) : sort
  const compare = columns.find(({ name }) => name !== undefined && name === wanted)?.compare
  return { compare, isDown }
}

/** An order that is not known changes nothing. */
export function orderedRows<Row>(
  rows: readonly Row[],
  compare: Compare<Row> | undefined,
  isDown: boolean,
): readonly Row[] {
  if (!compare) return rows
  return rows.toSorted(isDown ? (a, b) => compare(b, a) : compare)
}

/** Up, then down, then as the list itself would have it. */
export function nextSort(name: string, sort: string | undefined): string | undefined {
  if (sort === name) return `-${name}`
  return sort === `-${name}` ? undefined : name
}
