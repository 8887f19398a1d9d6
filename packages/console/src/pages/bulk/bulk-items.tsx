import { api, type BulkItem, type BulkOutcome, type BulkRun } from '@latchwork/contract'
import { Table } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readPages } from '../../kit/data/pages.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { ListFile } from '../../kit/layout/list-file.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import { PagedList } from '../../kit/states/paged-list.tsx'

const SIZE = 100
const LOOK_MS = 2000

/** What became of each, some at a time. */
export function BulkItems({ run, show }: { run: BulkRun; show: BulkOutcome | undefined }) {
  const { bulkId, state } = run
  const input = { params: { bulkId }, query: { ...(show && { outcome: show }) } }
  const query = useInfiniteQuery({
    ...readPages(api.bulk.items, input, { size: SIZE, cursorOf: ({ number }) => number }),
    staleTime: 0,
    refetchInterval: state === 'running' ? LOOK_MS : false,
  })
  const file = <ListFile inTable route={api.bulk.items} input={input} />
  return <PagedList query={query}>{(items) => <Items items={items} file={file} />}</PagedList>
}

function Items({ items, file }: { items: readonly BulkItem[]; file: ReactNode }) {
  const { text } = useLanguage()
  const words = text.bulk
  return (
    <LongTable
      columns={[text.people.columns.name, words.results]}
      rows={items}
      keyOf={({ number }) => number}
      cells={({ id, name, newName, outcome, error }) => (
        <>
          <Table.Td>{newName === undefined ? name || id : words.becomes(name, newName)}</Table.Td>
          <Table.Td>
            {error === undefined ? words.outcomes[outcome] : (words.errors[error] ?? error)}
          </Table.Td>
        </>
      )}
      minWidth={420}
      file={file}
    />
  )
}
