import { api, type ConsentRequest } from '@latchwork/contract'
import { Alert, Anchor, Button, Divider, List, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '../../kit/data/call.ts'
import { read, useSend } from '../../kit/data/queries.ts'
import { isRefused } from '../../kit/facts.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { ButtonLink } from '../../kit/routing/links.tsx'
import { signOut } from '../../kit/session/sign-out.ts'
import { StepUpDialog } from '../../kit/session/step-up-dialog.tsx'
import { isMissing } from '../../kit/states/describe-error.ts'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Entrance } from '../sign-in/entrance.tsx'

/** Where a person lets an application in, or does not (D211): who asks, for what, and for which account. */
export function AuthorizePage() {
  const words = useLanguage().text.authorize
  const { request } = useSearch({ from: '/authorize' })
  return (
    <Entrance title={words.title}>
      {isRefused || request === undefined ? <Refused /> : <Request query={request} />}
      <StepUpDialog />
    </Entrance>
  )
}

/** Nobody can be sent back: it is not certain whose address that would be. */
function Refused() {
  const words = useLanguage().text.authorize
  return (
    <Stack>
      <Alert role="alert" color="red" variant="light" title={words.refused}>
        <Text size="sm">{words.refusedDetail}</Text>
      </Alert>
      <ButtonLink to="/" variant="default">
        {words.toConsole}
      </ButtonLink>
    </Stack>
  )
}

function Request({ query }: { query: string }) {
  const asked = useQuery({
    queryKey: ['authorize', query],
    queryFn: async ({ signal }) => (await call(api.integrations.request, { body: { query }, signal })).data,
    // Asking makes a ticket, which is good for as long as anybody looks at this.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (asked.isError && isMissing(asked.error)) return <Refused />
  return (
    <QueryView query={asked}>
      {(data) =>
        data.redirectTo === undefined ? (
          <Question asked={data} askAgain={() => void asked.refetch()} isAsking={asked.isFetching} />
        ) : (
          <Leaving to={data.redirectTo} />
        )
      }
    </QueryView>
  )
}

/** The application asked wrongly and hears so at its own address. */
function Leaving({ to }: { to: string }) {
  const words = useLanguage().text.authorize
  useEffect(() => window.location.replace(to), [to])
  return <Text role="status">{words.leaving(new URL(to).host)}</Text>
}

interface QuestionProps {
  asked: ConsentRequest
  askAgain: () => void
  isAsking: boolean
}

function Question({ asked, askAgain, isAsking }: QuestionProps) {
  const { text } = useLanguage()
  const words = text.authorize
  const { application = '', host = '', scopes = [], ticket = '' } = asked
  const answer = useSend(api.integrations.consent, {
    onSuccess: ({ data }) => window.location.assign(data.redirectTo),
  })
  const decide = (isAllowed: boolean) => answer.mutate({ body: { ticket, isAllowed } })
  const isBusy = answer.isPending || answer.isSuccess
  if (isMissing(answer.error))
    return (
      <TooOld
        isAsking={isAsking}
        askAgain={() => {
          answer.reset()
          askAgain()
        }}
      />
    )
  return (
    <Stack>
      <Text>{words.asks(application)}</Text>
      <List spacing={6} icon={<IconCheck size={18} aria-hidden />}>
        {scopes.map((scope) => (
          <List.Item key={scope}>{words.scopes[scope]}</List.Item>
        ))}
      </List>
      <Whose />
      <Text size="sm" c="dimmed">
        {words.onward(host)} {words.takeBack}
      </Text>
      <FormFailure error={answer.error} />
      <Button
        loading={isBusy && answer.variables?.body.isAllowed === true}
        disabled={isBusy}
        onClick={() => decide(true)}
      >
        {words.allow}
      </Button>
      <Button
        variant="default"
        loading={isBusy && answer.variables?.body.isAllowed === false}
        disabled={isBusy}
        onClick={() => decide(false)}
      >
        {words.deny}
      </Button>
    </Stack>
  )
}

/** The account that is let into; another one can be signed in with instead. */
function Whose() {
  const words = useLanguage().text.authorize
  const { data: account } = useQuery(read(api.account.get))
  return (
    <Stack gap={4}>
      <Divider />
      <Text size="sm">{account && words.as(account.name, account.email)}</Text>
      <Anchor component="button" type="button" size="sm" ta="start" onClick={() => void signOut()}>
        {words.other}
      </Anchor>
      <Divider />
    </Stack>
  )
}

function TooOld({ isAsking, askAgain }: { isAsking: boolean; askAgain: () => void }) {
  const words = useLanguage().text.authorize
  return (
    <Stack>
      <Alert role="alert" color="yellow" variant="light">
        {words.tooOld}
      </Alert>
      <Button variant="default" loading={isAsking} onClick={askAgain}>
        {words.again}
      </Button>
    </Stack>
  )
}
