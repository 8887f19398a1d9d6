import { Paper, rem, Table, type TableProps, type TableThProps } from '@mantine/core'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import classes from './long-table.module.css'
import { useWindowRows } from './window-rows.ts'

/** A heading, or one with a width or another direction. */
type Column = string | (TableThProps & { children: string })

interface LongTableProps<Row> extends TableProps {
  columns: readonly Column[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The cells of a row, one `Table.Td` for each column. Scrolling asks for them again and again: they are worth a `memo`. */
  cells: (row: Row) => ReactNode
  likelyHeight: number
  /** Narrower than this it scrolls to the side; a phone shows cards instead. */
  minWidth: number
  /** The last column has the buttons, which need no heading on a card. */
  hasWork?: boolean
}

/**
 * A real table of which only what is in sight is drawn; two empty rows stand for everything above and below. On a phone
 * each row is a card.
 */
export function LongTable<Row>(props: LongTableProps<Row>) {
  const { columns, rows, keyOf, cells, likelyHeight, minWidth, hasWork, ...look } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const inSight = useWindowRows(body, rows.length, likelyHeight)
  const shown = inSight.getVirtualItems()
  const { scrollMargin } = inSight.options
  const above = (shown[0]?.start ?? scrollMargin) - scrollMargin
  const below = inSight.getTotalSize() + scrollMargin - (shown.at(-1)?.end ?? 0)
  if (rows.length === 0) return null
  const headings = columns.map(headingOf)
  return (
    <Paper
      withBorder
      className={classes.frame}
      style={{ '--long-table-wide': rem(minWidth), ...headingsOnCards(headings) }}
      data-work={hasWork}
    >
      <Table.ScrollContainer minWidth="var(--long-table-width)">
        <Table
          aria-rowcount={rows.length + 1}
          verticalSpacing="xs"
          horizontalSpacing="md"
          {...look}
          className={`${classes.table} ${look.className ?? ''}`}
        >
          <Table.Thead>
            <Table.Tr>
              {headings.map((heading) => (
                <Table.Th key={heading.children} {...heading} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody ref={body}>
            <Spacer height={above} columns={columns.length} />
            {shown.map(({ index }) => {
              const row = rows[index]
              return (
                row !== undefined && (
                  <Table.Tr
                    key={keyOf(row)}
                    ref={inSight.measureElement}
                    data-index={index}
                    aria-rowindex={index + 2}
                  >
                    {cells(row)}
                  </Table.Tr>
                )
              )
            })}
            <Spacer height={below} columns={columns.length} />
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

/** As the style sheet writes them before what a card says. */
const headingsOnCards = (headings: readonly { children: string }[]): CSSProperties =>
  Object.fromEntries(
    headings.map(({ children }, index) => [`--heading-${index + 1}`, JSON.stringify(children)]),
  )

const headingOf = (column: Column) => (typeof column === 'string' ? { children: column } : column)

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <Table.Tr aria-hidden>
      <Table.Td colSpan={columns} p={0} h={height} />
    </Table.Tr>
  )
}
