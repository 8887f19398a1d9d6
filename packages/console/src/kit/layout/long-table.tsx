import {
  Checkbox,
  Paper,
  rem,
  Table,
  type TableProps,
  type TableThProps,
  VisuallyHidden,
} from '@mantine/core'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import { useLanguage } from '../language/language.tsx'
import classes from './long-table.module.css'
import { useWindowRows } from './window-rows.ts'

type Heading = TableThProps & { children: string }
/** A heading, or one with a width or another direction. */
type Column = string | Heading

export interface RowSelection<Row> {
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  has: (id: string) => boolean
  toggle: (id: string) => void
}

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
  /** Rows can be chosen, to do the same to many of them. */
  selection?: RowSelection<Row> | undefined
}

/**
 * A real table of which only what is in sight is drawn; two empty rows stand for everything above and below. On a phone
 * each row is a card.
 */
export function LongTable<Row>(props: LongTableProps<Row>) {
  const { columns, rows, keyOf, cells, likelyHeight, minWidth, hasWork, selection, ...look } = props
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
      style={{
        '--long-table-wide': rem(minWidth),
        ...headingsOnCards(selection ? [{ children: '' }, ...headings] : headings),
      }}
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
          <Headings headings={headings} hasChoice={selection !== undefined} />
          <Table.Tbody ref={body}>
            <Spacer height={above} columns={columns.length + (selection ? 1 : 0)} />
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
                    {selection && <ChoiceCell selection={selection} row={row} />}
                    {cells(row)}
                  </Table.Tr>
                )
              )
            })}
            <Spacer height={below} columns={columns.length + (selection ? 1 : 0)} />
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

function ChoiceCell<Row>({ selection, row }: { selection: RowSelection<Row>; row: Row }) {
  const { text } = useLanguage()
  const id = selection.idOf(row)
  return (
    <Table.Td>
      <Checkbox
        size="xs"
        aria-label={text.bulk.chooseOne(selection.nameOf(row))}
        checked={selection.has(id)}
        onChange={() => selection.toggle(id)}
      />
    </Table.Td>
  )
}

function Headings({ headings, hasChoice }: { headings: readonly Heading[]; hasChoice: boolean }) {
  const { text } = useLanguage()
  return (
    <Table.Thead>
      <Table.Tr>
        {hasChoice && (
          <Table.Th w={36}>
            <VisuallyHidden>{text.bulk.choose}</VisuallyHidden>
          </Table.Th>
        )}
        {headings.map((heading) => (
          <Table.Th key={heading.children} {...heading} />
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}

/** As the style sheet writes them before what a card says. */
const headingsOnCards = (headings: readonly { children: string }[]): CSSProperties =>
  Object.fromEntries(
    headings.map(({ children }, index) => [`--heading-${index + 1}`, JSON.stringify(children)]),
  )

const headingOf = (column: Column): Heading => (typeof column === 'string' ? { children: column } : column)

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <Table.Tr aria-hidden>
      <Table.Td colSpan={columns} p={0} h={height} />
    </Table.Tr>
  )
}
