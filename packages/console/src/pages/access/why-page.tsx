import { api, type Explanation } from '@latchwork/contract'
import { Alert, Button, List, Paper, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { read } from '../../kit/data/queries.ts'
import { useDoors, zoneOfDoor } from '../../kit/devices/use-doors.ts'
import type { DoorClock } from '../../kit/language/door-clock.ts'
import { DoorWords } from '../../kit/language/door-time.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'

const route = getRouteApi('/shell/access/why')

interface Question {
  smartlockId: number
  code?: string
  authId?: string
  at?: string
}

/** Asks the service why a code opens a door at a moment, or why not. */
export function WhyPage() {
  const { text } = useLanguage()
  const { door, auth } = route.useSearch()
  const first = door !== undefined && auth !== undefined ? { smartlockId: door, authId: auth } : undefined
  const [question, setQuestion] = useState<Question | undefined>(first)
  return (
    <Page
      title={text.rights.why.title}
      lead={text.rights.why.lead}
      above={<BackLink to="/access" label={text.rights.why.back} />}
    >
      <AskForm onAsk={setQuestion} />
      {question && <Answer question={question} />}
    </Page>
  )
}

/** Times are those of the door that is asked about. */
function useClockOf(smartlockId: number | undefined): DoorClock {
  const lock = useDoors().get(smartlockId ?? 0)
  return useLanguage().format.at(zoneOfDoor(lock))
}

function AskForm({ onAsk }: { onAsk: (question: Question) => void }) {
  const { text } = useLanguage()
  const words = text.rights.why
  const { door, auth } = route.useSearch()
  const clock = useClockOf(door)
  // A code is a secret, so the address of the page does not hold it.
  const [code, setCode] = useState('')
  const [at, setAt] = useState('')
  const isComplete = door !== undefined && (auth !== undefined || code !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete) return
    const moment = at === '' ? {} : { at: new Date(clock.instantOf(at)).toISOString() }
    onAsk({ smartlockId: door, ...(auth !== undefined ? { authId: auth } : { code }), ...moment })
  }
  return (
    <Paper withBorder p="lg" component="form" onSubmit={submit}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <DoorChoice />
          <AuthChoice />
          <TextInput
            label={words.code}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            disabled={auth !== undefined}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, ''))}
          />
          <TextInput
            label={words.at}
            description={clock.named(words.atHelp)}
            inputWrapperOrder={['label', 'input', 'description']}
            type="datetime-local"
            value={at}
            onChange={(event) => setAt(event.currentTarget.value)}
          />
        </SimpleGrid>
        <Button type="submit" disabled={!isComplete} style={{ alignSelf: 'flex-start' }}>
          {words.ask}
        </Button>
        {!isComplete && (
          <Text size="sm" c="dimmed">
            {words.needs}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

function DoorChoice() {
  const { text } = useLanguage()
  const { door } = route.useSearch()
  const navigate = route.useNavigate()
  const doors = useDoors()
  return (
    <Select
      label={text.rights.why.door}
      data={[...doors.values()].map((lock) => ({ value: String(lock.smartlockId), label: lock.name }))}
      value={door === undefined ? null : String(door)}
      searchable
      limit={100}
      onChange={(value) => void navigate({ search: value === null ? {} : { door: Number(value) } })}
    />
  )
}

/** The rights of the chosen door. */
function AuthChoice() {
  const words = useLanguage().text.rights.why
  const { door, auth } = route.useSearch()
  const navigate = route.useNavigate()
  const auths = (useQuery(read(api.authorizations.list)).data ?? []).filter(
    ({ smartlockId }) => smartlockId === door,
  )
  return (
    <Select
      label={words.auth}
      data={[
        { value: '', label: words.authNone },
        ...auths.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={auth ?? ''}
      allowDeselect={false}
      searchable={auths.length > 12}
      limit={100}
      onChange={(value) =>
        void navigate({
          search: ({ auth: _, ...rest }) => ({ ...rest, ...(value && { auth: value }) }),
        })
      }
    />
  )
}

function Answer({ question: { smartlockId, ...query } }: { question: Question }) {
  const clock = useClockOf(smartlockId)
  const explanation = useQuery({
    ...read(api.authorizations.explain, { params: { smartlockId }, query }),
    // Whether something opens changes with time alone.
    staleTime: 0,
  })
  return <QueryView query={explanation}>{(data) => <Verdict explanation={data} clock={clock} />}</QueryView>
}

interface VerdictProps {
  explanation: Explanation
  clock: DoorClock
}

function Verdict({ explanation: { allowed, rule, authId, near, nextWindows }, clock }: VerdictProps) {
  const { text } = useLanguage()
  const words = text.rights.why
  const rights = useQuery(read(api.authorizations.list)).data
  const found = rights?.find(({ id }) => id === authId)
  const nearly = near && rights?.find(({ id }) => id === near.authId)
  return (
    <Alert
      role="status"
      color={allowed ? 'teal' : 'red'}
      icon={allowed ? <IconCircleCheck /> : <IconCircleX />}
      title={allowed ? words.yes : words.no}
    >
      <Stack gap="xs">
        <Text size="sm">{words.rules[rule]}</Text>
        {found && <Text size="sm">{words.given(found.name)}</Text>}
        {near && nearly && (
          <Text size="sm" fw={600}>
            {words.near[near.how](nearly.name)}
          </Text>
        )}
        {nextWindows.length > 0 ? (
          <div>
            <Text size="sm" fw={600}>
              {words.next}
            </Text>
            <List size="sm">
              {nextWindows.map(({ from, until }) => (
                <List.Item key={from}>
                  <DoorWords clock={clock} moments={until === undefined ? [from] : [from, until]}>
                    {clock.named(
                      until === undefined
                        ? words.onwards(clock.moment(from))
                        : words.span(clock.moment(from), clock.moment(until)),
                    )}
                  </DoorWords>
                </List.Item>
              ))}
            </List>
          </div>
        ) : (
          rule !== 'unknown_code' && !allowed && <Text size="sm">{words.nextNone}</Text>
        )}
      </Stack>
    </Alert>
  )
}
