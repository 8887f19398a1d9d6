import { api, type Sheet } from '@latchwork/contract'
import { Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useListsAgain } from '../../kit/bulk/lists-again.ts'
import { read } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { ButtonLink } from '../../kit/routing/links.tsx'
import { PageView } from '../../kit/states/page-view.tsx'
import { Preparation } from './preparation.tsx'
import { SheetRows } from './sheet-rows.tsx'
import { SheetEnding, useCountWords } from './sheet-work.tsx'

const route = getRouteApi('/shell/sheets/$sheetId')
const LOOK_MS = 700

/** One file: which column holds what, what would become of its rows, how far it is, what became of them. */
export function SheetPage() {
  const { text } = useLanguage()
  const { sheetId } = route.useParams()
  const sheet = useQuery({
    ...read(api.sheets.get, { params: { sheetId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_MS : false),
  })
  const above = <BackLink to="/sheets" label={text.sheets.title} />
  return (
    <PageView query={sheet} title={text.sheets.file} above={above}>
      {(shown) => (
        <Page title={text.sheets.titleOf(text.sheets.kinds[shown.kind])} above={above}>
          {shown.isOwn && (shown.state === 'read' || shown.state === 'checked') ? (
            <Preparation key={sheetId} sheet={shown} />
          ) : (
            <>
              <Run sheet={shown} />
              {shown.isOwn && <SheetRows sheet={shown} />}
            </>
          )}
        </Page>
      )}
    </PageView>
  )
}

/** What a file is about is found there. */
const LISTS = { people: '/people', doors: '/doors', rights: '/access' } as const

function Run({ sheet }: { sheet: Sheet }) {
  const { text, format } = useLanguage()
  const { kind, state, done, total } = sheet
  const counts = useCountWords(sheet)
  const titles = { people: text.people.title, doors: text.doors.title, rights: text.rights.title }
  const isRunning = state === 'running'
  useListsAgain(!isRunning)
  return (
    <Section title={text.sheets.states[state]} lead={isRunning ? text.bulk.lead : undefined}>
      <Stack gap={4} role="status">
        <Progress value={(100 * done) / total} aria-label={text.bulk.progress} />
        <Text size="sm">
          {[text.bulk.of(format.number(done), format.number(total)), ...counts].join(' · ')}
        </Text>
      </Stack>
      <Group>
        <SheetEnding sheet={sheet} />
        {!isRunning && sheet.isOwn && (
          <ButtonLink to={LISTS[kind]} variant="default">
            {titles[kind]}
          </ButtonLink>
        )}
      </Group>
    </Section>
  )
}
