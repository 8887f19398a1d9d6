import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useLanguage } from '../language/language.tsx'
import type { Column } from './columns.ts'
import classes from './table.module.css'
import type { ListView } from './use-list-view.ts'

type View<Row> = Pick<ListView<Row>, 'sort' | 'sortBy'>

interface HeadingsProps<Row> {
  columns: readonly Column<Row>[]
  hasChoice: boolean
  view: View<Row>
}

export function Headings<Row>({ columns, hasChoice, view }: HeadingsProps<Row>) {
  const { text } = useLanguage()
  return (
    <Table.Thead>
      <Table.Tr>
        {hasChoice && (
          <Table.Th w={36}>
            <VisuallyHidden>{text.bulk.choose}</VisuallyHidden>
          </Table.Th>
        )}
        {columns.map((column) => (
          <Heading key={column.children} column={column} view={view} />
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}

function Heading<Row>({ column, view: { sort, sortBy } }: { column: Column<Row>; view: View<Row> }) {
  const { name, compare, children, ...look } = column
  if (name === undefined || !compare) return <Table.Th {...look}>{children}</Table.Th>
  const order = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none'
  const Sign = SIGNS[order]
  return (
    <Table.Th {...look} aria-sort={order}>
      <UnstyledButton className={classes.sort} data-order={order} onClick={() => sortBy(name)}>
        {children}
        <Sign size={14} stroke={1.8} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  )
}

const SIGNS = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }
