import { Paper, Table, type TableProps } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useWindowRows } from './window-rows.ts'

interface WindowTableProps<Entry> extends TableProps {
  headings: readonly ReactNode[]
  entries: readonly Entry[]
  keyOf: (entry: Entry) => string | number
  /** The cells of one row. Scrolling asks for them again and again: what is in them is worth a `memo`. */
  cells: (entry: Entry) => ReactNode
  /** Narrower screens scroll sideways, inside of the table. */
  minWidth: number
  likelyHeight: number
}

/** A real table of any length: two empty rows stand for everything above and below what is in sight. */
export function WindowTable<Entry>(props: WindowTableProps<Entry>) {
  const { headings, entries, keyOf, cells, minWidth, likelyHeight, ...look } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = useWindowRows(body, entries.length, likelyHeight)
  const shown = rows.getVirtualItems()
  const above = (shown[0]?.start ?? rows.options.scrollMargin) - rows.options.scrollMargin
  const below = rows.getTotalSize() + rows.options.scrollMargin - (shown.at(-1)?.end ?? 0)
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={minWidth}>
        <Table aria-rowcount={entries.length + 1} verticalSpacing="sm" horizontalSpacing="md" {...look}>
          <Table.Thead>
            <Table.Tr>{headings}</Table.Tr>
          </Table.Thead>
          <Table.Tbody ref={body}>
            <Spacer height={above} width={headings.length} />
            {shown.map(({ index }) => {
              const entry = entries[index]
              return (
                entry !== undefined && (
                  <Table.Tr
                    key={keyOf(entry)}
                    ref={rows.measureElement}
                    data-index={index}
                    aria-rowindex={index + 2}
                  >
                    {cells(entry)}
                  </Table.Tr>
                )
              )
            })}
            <Spacer height={below} width={headings.length} />
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

function Spacer({ height, width }: { height: number; width: number }) {
  if (height <= 0) return null
  return (
    <Table.Tr aria-hidden>
      <Table.Td colSpan={width} p={0} h={height} />
    </Table.Tr>
  )
}
