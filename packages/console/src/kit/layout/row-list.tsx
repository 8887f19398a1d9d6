import { Group, Stack, Table } from '@mantine/core'
import type { Key, ReactNode } from 'react'

interface RowListProps<T> {
  label: string
  rows: readonly T[]
  keyOf: (row: T) => Key
  children: (row: T) => ReactNode
}

/** A short list with a line between its rows, each with whatever there is to say of it. */
export function RowList<T>({ label, rows, keyOf, children }: RowListProps<T>) {
  return (
    <Table verticalSpacing="sm" aria-label={label}>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)}>
            <Table.Td>{children(row)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** What a row says, and its buttons beside or, on a phone, below it. */
export function Row({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="xs">
      <Stack gap={4} flex="1 1 260px" miw={0}>
        {children}
      </Stack>
      <Group gap="xs">{actions}</Group>
    </Group>
  )
}
