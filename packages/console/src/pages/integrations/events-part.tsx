import { type EventFeature, WEBHOOK_FEATURES } from '@latchwork/contract'
import { Accordion, Badge, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconActivity, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useLanguage } from '../../kit/language/language.tsx'
import { Copyable } from '../../kit/layout/copyable.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { useLiveState } from '../../kit/live/live.ts'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { type ShownEvent, useLiveEvents } from './use-live-events.ts'

const route = getRouteApi('/shell/integrations')

/** Events of the past and as they happen, with a filter that the address keeps, and a pause to read in peace. */
export function EventsPart() {
  const { text } = useLanguage()
  const words = text.integrations.events
  const { feature, q } = route.useSearch()
  const { past, shown, held, isPaused, isCleared, pause, goOn, clear } = useLiveEvents(feature)
  const stream = useLiveState()
  const fitting = shown.filter((event) => fits(event, q))
  return (
    <Stack>
      <Filters />
      <Section
        title={words.title}
        lead={words.lead}
        actions={
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={
                isPaused ? (
                  <IconPlayerPlay size={16} aria-hidden />
                ) : (
                  <IconPlayerPause size={16} aria-hidden />
                )
              }
              onClick={isPaused ? goOn : pause}
            >
              {isPaused ? words.goOn : words.pause}
            </Button>
            <Button variant="default" disabled={shown.length === 0} onClick={clear}>
              {words.clear}
            </Button>
          </Group>
        }
      >
        <Text size="sm" role="status">
          {isPaused ? words.held(held) : words.stream[stream]}
        </Text>
        <QueryView query={past}>{() => <Events events={fitting} isFiltered={shown.length > 0} />}</QueryView>
        {!isCleared && past.hasNextPage && (
          <Group>
            <Button
              variant="default"
              loading={past.isFetchingNextPage}
              onClick={() => void past.fetchNextPage()}
            >
              {text.kit.loadMore}
            </Button>
          </Group>
        )}
      </Section>
    </Stack>
  )
}

const fits = (event: ShownEvent, q: string | undefined) =>
  q === undefined || JSON.stringify(event.payload).toLowerCase().includes(q.toLowerCase())

function Filters() {
  const { text } = useLanguage()
  const words = text.integrations.events
  const { feature, q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const choices = [...WEBHOOK_FEATURES, 'CALLBACK' as const].map((value) => ({
    value,
    label: text.integrations.features[value],
  }))
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label={words.feature}
        data={[{ value: '', label: words.featureAny }, ...choices]}
        value={feature ?? ''}
        allowDeselect={false}
        onChange={(value) =>
          void navigate({
            search: ({ feature: _, ...rest }) => ({
              ...rest,
              ...(value && { feature: value as EventFeature }),
            }),
          })
        }
        flex="0 1 260px"
      />
      <TextInput
        label={words.search}
        type="search"
        value={q}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ search: (before) => ({ ...before, q: value }), replace: true })
        }
        flex="1 1 220px"
      />
    </Group>
  )
}

function Events({ events, isFiltered }: { events: readonly ShownEvent[]; isFiltered: boolean }) {
  const { text, format } = useLanguage()
  const words = text.integrations.events
  if (events.length === 0) {
    return (
      <Empty icon={<IconActivity />} title={isFiltered ? words.nothingFits : words.empty}>
        {isFiltered ? undefined : words.emptyDetail}
      </Empty>
    )
  }
  return (
    <Accordion variant="separated" order={3}>
      {events.map((event) => (
        <Accordion.Item key={event.id} value={event.id}>
          <Accordion.Control>
            <Group gap="4px 12px">
              <Text size="sm" c="dimmed">
                {format.moment(event.at)}
              </Text>
              <Badge variant="light" tt="none">
                {text.integrations.features[event.feature]}
              </Badge>
              <Text size="sm">{subjectOf(event)}</Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <Copyable label={event.id} value={JSON.stringify(event.payload, null, 2)} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

/** The name of what it is about, or the number of the lock. */
function subjectOf({ payload }: ShownEvent): string {
  const fields = payload as Named & { smartlockLog?: Named; smartlockAuth?: Named; accountUser?: Named }
  const { name, smartlockId } = fields.accountUser ?? fields.smartlockAuth ?? fields.smartlockLog ?? fields
  return name || String(smartlockId ?? '')
}

interface Named {
  name?: string
  smartlockId?: number
}
