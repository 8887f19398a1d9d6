import { Checkbox, Table } from '@mantine/core'
import { useLanguage } from '../language/language.tsx'

export interface RowSelection<Row> {
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  has: (id: string) => boolean
  toggle: (id: string) => void
}

export function ChoiceCell<Row>({ selection, row }: { selection: RowSelection<Row>; row: Row }) {
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
