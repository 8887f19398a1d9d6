import { Paper, Table, type TableProps, type TableThProps } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
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
  /** Narrower than this it scrolls to the side. */
  minWidth: number
}

/** A real table of which only what is in sight is drawn; two empty rows stand for everything above and below. */
export function LongTable<Row>(props: LongTableProps<Row>) {
  const { columns, rows, keyOf, cells, likelyHeight, minWidth, ...look } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const inSight = useWindowRows(body, rows.length, likelyHeight)
  const shown = inSight.getVirtualItems()
  const { scrollMargin } = inSight.options
  const above = (shown[0]?.start ?? scrollMargin) - scrollMargin
  const below = inSight.getTotalSize() + scrollMargin - (shown.at(-1)?.end ?? 0)
  if (rows.length === 0) return null
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={minWidth}>
        <Table aria-rowcount={rows.length + 1} verticalSpacing="xs" horizontalSpacing="md" {...look}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(headingOf).map((heading) => (
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

const headingOf = (column: Column) => (typeof column === 'string' ? { children: column } : column)

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <Table.Tr aria-hidden>
      <Table.Td colSpan={columns} p={0} h={height} />
    </Table.Tr>
  )
}
