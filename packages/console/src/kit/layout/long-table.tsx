import { Paper, rem, Table, type TableProps } from '@mantine/core'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import { ColumnChoice } from '../table/column-choice.tsx'
import type { Column } from '../table/columns.ts'
import { Headings } from '../table/headings.tsx'
import { ChoiceCell, type RowSelection } from '../table/row-choice.tsx'
import { useRowKeys } from '../table/row-keys.ts'
import classes from '../table/table.module.css'
import { useListView } from '../table/use-list-view.ts'
import { useWindowRows } from './window-rows.ts'

/** As high as one line of a table at a desk. */
const LINE = 32

interface LongTableProps<Row> extends TableProps {
  /** What the list is called where its columns are kept; without it all are shown, and in the order of the rows. */
  list?: string
  /** A heading, or one with a name, an order, a width or another direction. */
  columns: readonly (string | Column<Row>)[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The cells of a row, one `Table.Td` for each column. Scrolling asks for them again and again: they are worth a `memo`. */
  cells: (row: Row) => ReactNode
  /** Of a row that is usually more than a line. */
  likelyHeight?: number
  /** Narrower than this it scrolls to the side; a phone shows cards instead. */
  minWidth: number
  /** The last column has the buttons, which need no heading on a card. */
  hasWork?: boolean
  /** Rows can be chosen, to do the same to many of them. */
  selection?: RowSelection<Row> | undefined
  /** The button that downloads the list. */
  file?: ReactNode
}

/**
 * A real table of which only what is in sight is drawn; two empty rows stand for everything above and below. On a phone
 * each row is a card. Keys go through it row by row; columns and order are kept by the address.
 */
export function LongTable<Row>(props: LongTableProps<Row>) {
  const {
    list,
    columns,
    rows: all,
    keyOf,
    cells,
    likelyHeight,
    minWidth,
    hasWork,
    selection,
    file,
    ...look
  } = props
  const headings = columns.map(columnOf)
  const { shown, rows, ...view } = useListView(list, headings, all)
  if (rows.length === 0) return null
  const first = selection ? 1 : 0
  return (
    <Paper
      withBorder
      className={classes.frame}
      style={{
        '--long-table-wide': rem(minWidth),
        ...headingsOnCards(selection ? [{ children: '' }, ...headings] : headings),
      }}
      data-work={hasWork}
      data-choice={selection !== undefined || undefined}
      data-away={
        shown.flatMap((isShown, index) => (isShown ? [] : [index + 1 + first])).join(' ') || undefined
      }
    >
      {(list !== undefined || file) && (
        <div className={classes.tools}>
          {file}
          {list !== undefined && <ColumnChoice columns={headings} shown={shown} onChange={view.show} />}
        </div>
      )}
      <Table.ScrollContainer minWidth="var(--long-table-width)">
        <Table
          aria-rowcount={rows.length + 1}
          verticalSpacing={3}
          horizontalSpacing="sm"
          {...look}
          className={`${classes.table} ${look.className ?? ''}`}
        >
          <Headings columns={headings} hasChoice={selection !== undefined} view={view} />
          <Rows
            {...{ rows, keyOf, cells, likelyHeight, selection }}
            width={shown.filter(Boolean).length + first}
          />
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

type RowsProps<Row> = Pick<LongTableProps<Row>, 'rows' | 'keyOf' | 'cells' | 'selection'> & {
  likelyHeight: number | undefined
  /** In columns. */
  width: number
}

function Rows<Row>({ rows, keyOf, cells, likelyHeight = LINE, selection, width }: RowsProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const inSight = useWindowRows(body, rows.length, likelyHeight)
  const toggle = (index: number) => {
    const row = rows[index]
    if (selection && row !== undefined) selection.toggle(selection.idOf(row))
  }
  const keys = useRowKeys({
    body,
    count: rows.length,
    reveal: (index) => inSight.scrollToIndex(index, { align: 'auto' }),
    toggle: selection && toggle,
  })
  const drawn = inSight.getVirtualItems()
  const { scrollMargin } = inSight.options
  const above = (drawn[0]?.start ?? scrollMargin) - scrollMargin
  const below = inSight.getTotalSize() + scrollMargin - (drawn.at(-1)?.end ?? 0)
  // The one row that Tab reaches; when it was scrolled away, the first that is there.
  const reached = drawn.some(({ index }) => index === keys.current) ? keys.current : drawn[0]?.index
  return (
    <Table.Tbody ref={body} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
      <Spacer height={above} columns={width} />
      {drawn.map(({ index }) => {
        const row = rows[index]
        return (
          row !== undefined && (
            <Table.Tr
              key={keyOf(row)}
              ref={inSight.measureElement}
              data-index={index}
              aria-rowindex={index + 2}
              tabIndex={index === reached ? 0 : -1}
              data-chosen={selection?.has(selection.idOf(row)) || undefined}
            >
              {selection && <ChoiceCell selection={selection} row={row} />}
              {cells(row)}
            </Table.Tr>
          )
        )
      })}
      <Spacer height={below} columns={width} />
    </Table.Tbody>
  )
}

/** As the style sheet writes them before what a card says. */
const headingsOnCards = (headings: readonly { children: string }[]): CSSProperties =>
  Object.fromEntries(
    headings.map(({ children }, index) => [`--heading-${index + 1}`, JSON.stringify(children)]),
  )

const columnOf = <Row,>(column: string | Column<Row>): Column<Row> =>
  typeof column === 'string' ? { children: column } : column

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <Table.Tr aria-hidden>
      <Table.Td colSpan={columns} p={0} h={height} />
    </Table.Tr>
  )
}
