import type { Sheet } from '@latchwork/contract'
import { Table } from '@mantine/core'
import { useLanguage } from '../../kit/language/language.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { TextLink } from '../../kit/routing/links.tsx'

/** The last files, and how far each is. */
export function SheetTable({ sheets }: { sheets: readonly Sheet[] }) {
  const { text, format } = useLanguage()
  const words = text.sheets
  if (sheets.length === 0) return null
  return (
    <Section title={words.list}>
      <LongTable
        aria-label={words.list}
        columns={[words.kind, text.bulk.progress, text.activity.columns.when]}
        rows={sheets}
        keyOf={({ sheetId }) => sheetId}
        cells={({ sheetId, kind, state, done, total, creationDate }) => (
          <>
            <Table.Td>
              <TextLink to="/sheets/$sheetId" params={{ sheetId }}>
                {words.kinds[kind]}
              </TextLink>
            </Table.Td>
            <Table.Td>
              {`${words.states[state]}, ${text.bulk.of(format.number(done), format.number(total))}`}
            </Table.Td>
            <Table.Td>{format.moment(creationDate)}</Table.Td>
          </>
        )}
        minWidth={480}
      />
    </Section>
  )
}
