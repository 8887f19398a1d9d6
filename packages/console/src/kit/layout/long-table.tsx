import { Paper, Table } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useWindowRows } from './window-rows.ts'

interface LongTableProps<Row> {
  columns: readonly string[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The cells of a row, one `Table.Td` for each column. */
  cells: (row: Row) => ReactNode
  likelyHeight: number
  /** Narrower than this it scrolls to the side. */
  minWidth: number
}

/** A real table of which only what is in sight is drawn; two empty rows stand for everything above and below. */
export function LongTable<Row>({ columns, rows, keyOf, cells, likelyHeight, minWidth }: LongTableProps<Row>) {
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
        <Table aria-rowcount={rows.length + 1} verticalSpacing="xs" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column}>{column}</Table.Th>
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

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <Table.Tr aria-hidden>
      <Table.Td colSpan={columns} p={0} h={height} />
    </Table.Tr>
  )
}
