import { api, type BulkRun } from '@latchwork/contract'
import { Table } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lookAgain, read } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { ShownFile } from '../../kit/layout/list-file.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { ButtonLink, TextLink } from '../../kit/routing/links.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { SheetTable } from '../sheets/sheet-table.tsx'

const LOOK_MS = 3000

/** The last things that were done to many at once. */
export function BulkRunsPage() {
  const { text } = useLanguage()
  const runs = useQuery({ ...read(api.bulk.list), ...lookAgain(LOOK_MS) })
  const sheets = useQuery({ ...read(api.sheets.list), ...lookAgain(LOOK_MS) })
  return (
    <Page
      title={text.bulk.title}
      lead={text.bulk.lead}
      actions={
        <ButtonLink to="/sheets" variant="default">
          {text.sheets.title}
        </ButtonLink>
      }
    >
      <QueryView query={runs}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<IconStack2 />} title={text.bulk.empty}>
              {text.bulk.emptyDetail}
            </Empty>
          ) : (
            <Runs runs={all} />
          )
        }
      </QueryView>
      <SheetTable sheets={sheets.data ?? []} />
    </Page>
  )
}

function Runs({ runs }: { runs: readonly BulkRun[] }) {
  const { text, format } = useLanguage()
  const words = text.bulk
  return (
    <LongTable
      list="bulk"
      columns={[
        { name: 'what', children: words.what },
        { name: 'progress', children: words.progress },
        { name: 'when', children: text.activity.columns.when },
        { name: 'name', children: text.people.columns.name },
      ]}
      rows={runs}
      keyOf={({ bulkId }) => bulkId}
      cells={({ bulkId, action, state, total, done, same, failed, creationDate, name }) => (
        <>
          <Table.Td>
            <TextLink to="/bulk/$bulkId" params={{ bulkId }}>
              {words.actions[action]}
            </TextLink>
          </Table.Td>
          <Table.Td>
            {`${words.states[state]}, ${words.of(format.number(done + same + failed), format.number(total))}`}
          </Table.Td>
          <Table.Td>{format.moment(creationDate)}</Table.Td>
          <Table.Td>{name}</Table.Td>
        </>
      )}
      minWidth={560}
      file={<ShownFile inTable route={api.bulk.list} rows={runs} />}
    />
  )
}
