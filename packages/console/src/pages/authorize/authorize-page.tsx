import { api, type ConsentRequest, type Scope } from '@latchwork/contract'
import { Alert, Anchor, Button, Checkbox, Divider, List, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../kit/data/call.ts'
import { read, useSend } from '../../kit/data/queries.ts'
import { isRefused, refusedBecause } from '../../kit/facts.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { ButtonLink } from '../../kit/routing/links.tsx'
import { signOut } from '../../kit/session/sign-out.ts'
import { StepUpDialog } from '../../kit/session/step-up-dialog.tsx'
import { isMissing, refusalOf } from '../../kit/states/describe-error.ts'
import { FormFailure } from '../../kit/states/form-failure.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Entrance } from '../sign-in/entrance.tsx'

/** Where a person lets an application in, or does not (D211): who asks, for what, and for which account. */
export function AuthorizePage() {
  const words = useLanguage().text.authorize
  const { request } = useSearch({ from: '/authorize' })
  return (
    <Entrance title={words.title}>
      {isRefused || request === undefined ? (
        <Refused because={refusedBecause} />
      ) : (
        <Request query={request} />
      )}
      <StepUpDialog />
    </Entrance>
  )
}

/** Nobody is sent back: the address is not certain, or nobody has trusted the application so far. */
function Refused({ because }: { because: string | undefined }) {
  const words = useLanguage().text.authorize
  return (
    <Stack>
      <Alert role="alert" color="red" variant="light" title={words.refused}>
        <Text size="sm">{words.refusedDetail}</Text>
        {because !== undefined && (
          <Text size="sm" c="dimmed" lang="en" mt="xs">
            {because}
          </Text>
        )}
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
  const because = refusalOf(asked.error, 'query')
  if (because !== undefined || isMissing(asked.error)) return <Refused because={because} />
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

/** `offline_access` is no permission of its own: for how long an application may stay is asked for every one. */
type Permission = Exclude<Scope, 'offline_access'>

const permissionsOf = (scopes: readonly Scope[]): Permission[] =>
  scopes.filter((scope) => scope !== 'offline_access')

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
  const [isForOneHour, setForOneHour] = useState(false)
  const decide = (isAllowed: boolean) => answer.mutate({ body: { ticket, isAllowed, isForOneHour } })
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
      <Permissions scopes={scopes} />
      <Whose />
      <Text size="sm">{isForOneHour ? words.endsAfterHour : words.keeps(application)}</Text>
      <Checkbox
        label={words.forOneHour}
        checked={isForOneHour}
        disabled={isBusy}
        onChange={(event) => setForOneHour(event.currentTarget.checked)}
      />
      <Text size="sm" c="dimmed">
        {words.onward(host)}
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

function Permissions({ scopes }: { scopes: readonly Scope[] }) {
  const words = useLanguage().text.authorize
  const hearsOfDoors = scopes.includes('smartlock')
  return (
    <List spacing={6} icon={<IconCheck size={18} aria-hidden />}>
      {permissionsOf(scopes).map((scope) => (
        <List.Item key={scope}>
          {scope === 'webhook.decentral' && hearsOfDoors ? words.hearsOfDoors : words.scopes[scope]}
        </List.Item>
      ))}
    </List>
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
