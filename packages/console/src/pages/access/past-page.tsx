import { type AccessAt, api } from '@latchwork/contract'
import { Alert, Badge, Group, Paper, Stack, Table, Text, TextInput } from '@mantine/core'
import { IconKeyOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { memo } from 'react'
import { read } from '../../kit/data/queries.ts'
import { useServiceNow } from '../../kit/data/service-clock.ts'
import { useDoors, zoneOfDoor } from '../../kit/devices/use-doors.ts'
import { FilterChoice } from '../../kit/forms/filter-choice.tsx'
import { byName } from '../../kit/language/by-name.ts'
import { DoorWords } from '../../kit/language/door-time.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { usePeople } from './names.ts'

const route = getRouteApi('/shell/access/past')

/** Who could open a door at a moment that is over. */
export function PastPage() {
  const { text } = useLanguage()
  const { door, at } = route.useSearch()
  const now = useServiceNow()
  const isFuture = at !== undefined && Date.parse(at) > now
  return (
    <Page
      title={text.past.title}
      lead={text.past.lead}
      above={<BackLink to="/access" label={text.rights.why.back} />}
    >
      <Question />
      {isFuture && <Alert color="yellow">{text.past.future}</Alert>}
      {door === undefined || at === undefined ? (
        <Text c="dimmed">{text.past.askNeeds}</Text>
      ) : (
        !isFuture && <Answer door={door} at={at} />
      )}
    </Page>
  )
}

/** Times are those of the door that is asked about. */
const useClockOf = (smartlockId: number | undefined) =>
  useLanguage().format.at(zoneOfDoor(useDoors().get(smartlockId ?? 0)))

function Question() {
  const { text } = useLanguage()
  const { door, at } = route.useSearch()
  const navigate = route.useNavigate()
  const doors = [...useDoors().values()].sort(byName)
  const clock = useClockOf(door)
  return (
    <Paper withBorder p="lg">
      <Group align="flex-start" gap="sm">
        <FilterChoice
          label={text.rights.why.door}
          choices={doors.map(({ smartlockId, name }) => [smartlockId, name])}
          value={door}
          onChange={(value) => void navigate({ search: (before) => ({ ...before, door: Number(value) }) })}
        />
        <TextInput
          label={text.past.at}
          description={clock.zoneName}
          inputWrapperOrder={['label', 'input', 'description']}
          type="datetime-local"
          step={1}
          value={clock.fieldOf(at)}
          onChange={({ currentTarget: { value } }) =>
            void navigate({
              search: ({ at: _, ...rest }) => ({
                ...rest,
                ...(value && { at: new Date(clock.instantOf(value)).toISOString() }),
              }),
              replace: true,
            })
          }
        />
      </Group>
    </Paper>
  )
}

function Answer({ door, at }: { door: number; at: string }) {
  const answer = useQuery(read(api.authorizations.accessAt, { params: { smartlockId: door }, query: { at } }))
  return <QueryView query={answer}>{(found) => <Rights found={found} />}</QueryView>
}

function Rights({ found: { rights, isKnown, knownSince, smartlockId } }: { found: AccessAt }) {
  const { text } = useLanguage()
  const words = text.past
  const clock = useClockOf(smartlockId)
  const could = rights.filter(({ allowed }) => allowed).length
  return (
    <Stack>
      {!isKnown && (
        <Alert color="yellow">
          <DoorWords clock={clock} moments={[knownSince]}>
            {words.unknown(clock.named(clock.moment(knownSince)))}
          </DoorWords>
        </Alert>
      )}
      {could === 0 && (
        <Empty icon={<IconKeyOff />} title={words.nobody}>
          {words.nobodyDetail}
        </Empty>
      )}
      {rights.length > 0 && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {words.count(could, rights.length)}
          </Text>
          <LongTable
            aria-label={words.title}
            columns={[words.name, words.person, words.verdict, words.reason]}
            rows={rights}
            keyOf={({ authId }) => authId}
            cells={(right) => <Cells right={right} />}
            minWidth={640}
          />
        </>
      )}
    </Stack>
  )
}

const Cells = memo(function Cells({ right }: { right: AccessAt['rights'][number] }) {
  const { text } = useLanguage()
  const words = text.past
  const person = usePeople().get(right.accountUserId ?? 0)?.name
  return (
    <>
      <Table.Td>
        <Text fw={600}>{right.name}</Text>
        <Text size="sm" c="dimmed">
          {text.access.types[right.type]}
        </Text>
      </Table.Td>
      <Table.Td>{person}</Table.Td>
      <Table.Td>
        <Badge color={right.allowed ? 'orange' : 'gray'} variant="light" tt="none" fw={600}>
          {right.allowed ? words.could : words.couldNot}
        </Badge>
      </Table.Td>
      <Table.Td maw={360}>
        <Text size="sm">{words.rules[right.rule]}</Text>
      </Table.Td>
    </>
  )
})
