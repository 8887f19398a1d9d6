import {
  ADVANCED_KEY_STATUSES,
  type AdvancedKeyStatus,
  api,
  type OperatorAct,
  type OperatorApplication,
} from '@latchwork/contract'
import { Badge, Button, Group, Stack } from '@mantine/core'
import { IconRubberStamp } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useSend } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { FactList } from '../../kit/layout/fact-list.tsx'
import { ListFile } from '../../kit/layout/list-file.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'
import { PagedList } from '../../kit/states/paged-list.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { useSuccess } from '../../kit/states/success.ts'
import { applicationPages } from './operator-pages.ts'
import { StateChoice } from './state-choice.tsx'

const route = getRouteApi('/shell/operator')

/** Who asked for an advanced key, and what became of it. */
export function ApplicationsPart() {
  const { text } = useLanguage()
  const words = text.operator.applications
  const { status } = route.useSearch()
  const navigate = route.useNavigate()
  const applications = useInfiniteQuery(applicationPages(status))
  return (
    <Stack>
      <PagedList query={applications}>
        {(all) => (
          <>
            <StateChoice
              label={text.integrations.advanced.status}
              any={words.anyStatus}
              states={ADVANCED_KEY_STATUSES}
              words={text.integrations.advanced.statuses}
              value={status}
              onChange={(chosen) =>
                void navigate({ search: { tab: 'applications', ...(chosen && { status: chosen }) } })
              }
            />
            {all.length > 0 && (
              <Group>
                <ListFile
                  route={api.operator.listApplications}
                  input={{ query: { ...(status && { status }) } }}
                />
              </Group>
            )}
            {all.map((application) => (
              <Application key={application.apiKeyId} application={application} />
            ))}
            {all.length === 0 && (
              <Empty
                icon={<IconRubberStamp />}
                title={status === undefined ? words.empty : words.nothingFits}
              >
                {words.emptyDetail}
              </Empty>
            )}
          </>
        )}
      </PagedList>
    </Stack>
  )
}

const STATUS_COLOR: Record<AdvancedKeyStatus, string> = {
  APPLIED: 'orange',
  TESTING: 'blue',
  ACTIVE: 'latch',
  INACTIVE: 'gray',
}

function Application({ application }: { application: OperatorApplication }) {
  const { text, format } = useLanguage()
  const words = text.operator.applications
  const names = text.integrations.advanced
  const { status, acts } = application
  return (
    <Section
      title={application.name}
      lead={application.description}
      actions={
        <Badge color={STATUS_COLOR[status]} variant="light" tt="none">
          {names.statuses[status]}
        </Badge>
      }
    >
      <FactList
        facts={[
          [words.account, `${application.accountName} (${application.accountEmail})`],
          [names.type, names.types[application.type]],
          [names.country, application.country],
          [names.email, application.email],
          [names.url, application.url],
          [names.webhookUrl, application.webhookUrl],
          [words.applied, format.moment(application.creationDate)],
          [words.changed, format.moment(application.updateDate)],
        ]}
      />
      {acts.length > 0 && (
        <Group gap="xs">
          {acts.map((act) => (
            <Act key={act} act={act} application={application} />
          ))}
        </Group>
      )}
    </Section>
  )
}

function Act({ act, application }: { act: OperatorAct; application: OperatorApplication }) {
  const { text } = useLanguage()
  const words = text.operator.applications.acts[act]
  const succeed = useSuccess()
  const complain = useComplaint()
  const { apiKeyId } = application
  const decision = useSend(api.operator.decide, {
    changes: [api.operator.listApplications, api.operator.duties],
    onSuccess: () => succeed(words.done(application.name)),
    onError: complain,
  })
  const common = { label: words.label, name: `${words.label}: ${application.name}` }
  const decide = () => decision.mutate({ params: { apiKeyId, act } })
  if (words.detail !== undefined) {
    return (
      <ConfirmButton
        {...common}
        title={words.label}
        detail={words.detail}
        isPending={decision.isPending}
        onConfirm={decide}
      />
    )
  }
  return (
    <Button
      variant={act === 'approve' ? 'filled' : 'default'}
      loading={decision.isPending}
      aria-label={common.name}
      onClick={decide}
    >
      {words.label}
    </Button>
  )
}
