import { api, BULK_OUTCOMES, type BulkOutcome, type BulkRun } from '@latchwork/contract'
import { Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useListsAgain } from '../../kit/bulk/lists-again.ts'
import { read, useSend } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { FilterChoice } from '../../kit/forms/filter-choice.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { BulkItems } from './bulk-items.tsx'

const route = getRouteApi('/shell/bulk/$bulkId')
const LOOK_MS = 700

/** One thing done to many: how far it is, and what became of each. */
export function BulkRunPage() {
  const { text } = useLanguage()
  const { bulkId } = route.useParams()
  const run = useQuery({
    ...read(api.bulk.get, { params: { bulkId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_MS : false),
  })
  const title = run.data ? text.bulk.actions[run.data.action] : text.bulk.title
  return (
    <Page title={title} lead={text.bulk.lead} above={<BackLink to="/bulk" label={text.bulk.title} />}>
      <QueryView query={run}>
        {(shown) => (
          <>
            <State run={shown} />
            <Results run={shown} />
          </>
        )}
      </QueryView>
    </Page>
  )
}

function State({ run }: { run: BulkRun }) {
  const { text, format } = useLanguage()
  const { state, total, done, same, failed } = run
  const ended = done + same + failed
  useListsAgain(state !== 'running')
  return (
    <Section title={text.bulk.states[state]}>
      <Stack gap={4} role="status">
        <Progress value={(100 * ended) / total} aria-label={text.bulk.progress} />
        <Text size="sm">
          {[
            text.bulk.of(format.number(ended), format.number(total)),
            ...(failed > 0 ? [text.bulk.failedCount(format.number(failed))] : []),
          ].join(' · ')}
        </Text>
      </Stack>
      <Ending run={run} />
    </Section>
  )
}

function Ending({ run: { bulkId, state } }: { run: BulkRun }) {
  const { text } = useLanguage()
  const navigate = useNavigate()
  const complain = useComplaint()
  const isRunning = state === 'running'
  const remove = useSend(api.bulk.remove, {
    changes: isRunning ? [api.bulk.get, api.bulk.list] : [api.bulk.list],
    onError: complain,
    onSuccess: () => {
      if (!isRunning) void navigate({ to: '/bulk' })
    },
  })
  const label = isRunning ? text.bulk.cancel : text.bulk.forget
  return (
    <Group>
      <ConfirmButton
        label={label}
        title={label}
        detail={text.bulk.cancelDetail}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate({ params: { bulkId } })}
      />
    </Group>
  )
}

function Results({ run }: { run: BulkRun }) {
  const { text } = useLanguage()
  const { show } = route.useSearch()
  const navigate = route.useNavigate()
  const set = (value: string) =>
    void navigate({ search: value === '' ? {} : { show: value as BulkOutcome }, replace: true })
  return (
    <Section title={text.bulk.results}>
      <FilterChoice
        label={text.bulk.show}
        any={text.bulk.showAll}
        choices={BULK_OUTCOMES.map((value) => [value, text.bulk.outcomes[value]] as const)}
        value={show}
        onChange={set}
      />
      <BulkItems run={run} show={show} />
    </Section>
  )
}
