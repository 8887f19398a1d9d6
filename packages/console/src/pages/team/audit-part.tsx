import type { AuditEntry } from '@latchwork/contract'
import { Group, Stack, Table, TextInput } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useLanguage } from '../../kit/language/language.tsx'
import type { Messages } from '../../kit/language/languages.ts'
import { LongTable } from '../../kit/layout/long-table.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { PagedList } from '../../kit/states/paged-list.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { AuditDownloads } from './audit-downloads.tsx'
import { auditPages } from './audit-pages.ts'

const route = getRouteApi('/shell/team')

/** Who changed which credential, grant or right, newest first. */
export function AuditPart() {
  const log = useInfiniteQuery({ ...auditPages, staleTime: 0 })
  return (
    <Stack>
      <PagedList query={log}>
        {(entries) => (
          <>
            <Group justify="space-between" align="flex-end">
              <Filter />
              <AuditDownloads />
            </Group>
            <Fitting entries={entries} />
          </>
        )}
      </PagedList>
    </Stack>
  )
}

function Fitting({ entries }: { entries: readonly AuditEntry[] }) {
  const { text } = useLanguage()
  const words = text.team.audit
  const { q = '' } = route.useSearch()
  const fitting = entries.filter((entry) => fits(entry, q, text))
  if (fitting.length > 0) return <Entries entries={fitting} />
  return <Empty icon={<IconHistory />} title={entries.length === 0 ? words.empty : words.nothingFits} />
}

const wordsFor = ({ action }: AuditEntry, text: Messages) => text.team.audit.actions[action] ?? action

const detailsOf = ({ subject, detail = {} }: AuditEntry) =>
  [subject, ...Object.entries(detail).map(([name, value]) => `${name}: ${value}`)].filter(Boolean).join(' · ')

const fits = (entry: AuditEntry, q: string, text: Messages) =>
  `${wordsFor(entry, text)} ${entry.action} ${entry.name} ${detailsOf(entry)}`
    .toLowerCase()
    .includes(q.toLowerCase())

function Filter() {
  const words = useLanguage().text.team.audit
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <TextInput
      label={words.filter}
      description={words.filterHelp}
      type="search"
      maw={420}
      value={q}
      onChange={({ currentTarget: { value } }) =>
        void navigate({ search: (before) => ({ ...before, q: value }), replace: true })
      }
    />
  )
}

function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const { text, format } = useLanguage()
  const words = text.team.audit
  const { columns } = text.activity
  return (
    <Section title={words.title} lead={words.lead}>
      <LongTable
        aria-label={words.title}
        list="audit"
        columns={[
          { name: 'what', children: columns.what },
          { name: 'who', children: text.people.columns.name },
          { name: 'details', children: words.details },
          { name: 'when', children: columns.when, w: 170 },
        ]}
        rows={entries}
        keyOf={({ id }) => id}
        cells={(entry) => (
          <>
            <Table.Td fw={600}>{wordsFor(entry, text)}</Table.Td>
            <Table.Td>{entry.name}</Table.Td>
            <Table.Td c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {detailsOf(entry)}
            </Table.Td>
            <Table.Td c="dimmed">{format.moment(entry.date)}</Table.Td>
          </>
        )}
        minWidth={640}
      />
    </Section>
  )
}
