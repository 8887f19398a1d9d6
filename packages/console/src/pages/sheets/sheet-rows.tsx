import { api, SHEET_OUTCOMES, type Sheet, type SheetOutcome, type SheetRow } from '@latchwork/contract'
import { Group, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { readPages } from '../../kit/data/pages.ts'
import { FilterChoice } from '../../kit/forms/filter-choice.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import type { Messages } from '../../kit/language/languages.ts'
import { ListFile } from '../../kit/layout/list-file.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { PagedList } from '../../kit/states/paged-list.tsx'

const route = getRouteApi('/shell/sheets/$sheetId')
const SIZE = 100
const LOOK_MS = 2000

/** What would become, or became, of each row. */
export function SheetRows({ sheet: { sheetId, state } }: { sheet: Sheet }) {
  const { text } = useLanguage()
  const words = text.sheets
  const { show } = route.useSearch()
  const navigate = route.useNavigate()
  const input = { params: { sheetId }, query: { ...(show && { outcome: show }) } }
  const rows = useInfiniteQuery({
    ...readPages(api.sheets.rows, input, { size: SIZE, cursorOf: ({ number }) => number }),
    staleTime: 0,
    refetchInterval: state === 'running' ? LOOK_MS : false,
  })
  const set = (value: string) =>
    void navigate({ search: value === '' ? {} : { show: value as SheetOutcome }, replace: true })
  return (
    <Section title={words.rows}>
      <Group align="flex-end" justify="space-between">
        <FilterChoice
          label={text.bulk.show}
          any={text.bulk.showAll}
          choices={SHEET_OUTCOMES.map((value) => [value, words.outcomes[value]] as const)}
          value={show}
          onChange={set}
        />
        <ListFile route={api.sheets.rows} input={input} />
      </Group>
      <PagedList query={rows}>
        {(all) => (all.length === 0 ? <Text size="sm">{words.noRows}</Text> : <Rows rows={all} />)}
      </PagedList>
    </Section>
  )
}

/** The refusals of the call about one thing are said as everywhere. */
const reasonOf = ({ field, rule }: SheetRow, { sheets, errors }: Messages): string => {
  if (rule === undefined) return ''
  const reason = (sheets.rules as Readonly<Record<string, string>>)[rule] ?? errors[rule as never] ?? rule
  return field === undefined ? reason : `${sheets.fields[field]}: ${reason}`
}

function Rows({ rows }: { rows: readonly SheetRow[] }) {
  const { text, format } = useLanguage()
  const words = text.sheets
  return (
    <LongTable
      aria-label={words.rows}
      columns={[words.row, words.outcome, words.reason]}
      rows={rows}
      keyOf={({ number }) => number}
      cells={(row) => (
        <>
          <Table.Td>{format.number(row.number)}</Table.Td>
          <Table.Td fw={row.outcome === 'failed' ? 600 : 400}>{words.outcomes[row.outcome]}</Table.Td>
          <Table.Td>{reasonOf(row, text)}</Table.Td>
        </>
      )}
      minWidth={480}
    />
  )
}
