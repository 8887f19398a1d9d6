import { MOST_COUNTED, type Overview } from '@latchwork/contract'
import { List, SimpleGrid, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { defaultTimeZone } from '../../kit/facts.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { ButtonLink, TextLink } from '../../kit/routing/links.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { readOverview } from './overview-query.ts'

/** The first page: what needs somebody, and nothing where all is well. */
export function OverviewPage() {
  const { text } = useLanguage()
  return (
    <Page title={text.overview.title} lead={text.overview.lead}>
      <QueryView query={useQuery(readOverview)}>{(found) => <Troubles found={found} />}</QueryView>
    </Page>
  )
}

/** Where a number leads; its parts were checked where they are written. */
interface Destination {
  to: NonNullable<LinkProps['to']>
  search?: object
}

const DOOR_LISTS = [
  ['open', 'ajar'],
  ['unlocked', 'open'],
  ['jammed', 'jammed'],
  ['offline', 'offline'],
] as const

function Troubles({ found }: { found: Overview }) {
  const words = useLanguage().text.overview
  const counts = countsOf(found).filter(({ count }) => count > 0)
  const doors = DOOR_LISTS.filter(([kind]) => found[kind].count > 0)
  if (counts.length === 0 && doors.length === 0 && found.batteries.count === 0)
    return (
      <Empty icon={<IconCircleCheck />} title={words.well}>
        {words.wellDetail(found.total)}
      </Empty>
    )
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      {doors.map(([kind, show]) => (
        <Trouble
          key={kind}
          title={words[kind]}
          count={found[kind].count}
          to={{ to: '/doors', search: { show } }}
        >
          <Doors {...found[kind]} />
        </Trouble>
      ))}
      {found.batteries.count > 0 && <Batteries batteries={found.batteries} />}
      {counts.map(({ kind, count, to }) => (
        <Trouble key={kind} title={words[kind]} count={count} to={to} />
      ))}
    </SimpleGrid>
  )
}

const countsOf = ({ codes, arrivals, webhooks, calendars }: Overview) =>
  [
    { kind: 'waiting', count: codes?.waiting ?? 0, to: { to: '/access', search: { sync: 'pending' } } },
    { kind: 'failed', count: codes?.failed ?? 0, to: { to: '/access', search: { sync: 'failed' } } },
    { kind: 'arrivals', count: arrivals?.notReady ?? 0, to: { to: '/arrivals' } },
    {
      kind: 'webhooks',
      count: webhooks?.failing ?? 0,
      to: { to: '/integrations', search: { tab: 'webhooks' } },
    },
    { kind: 'calendars', count: calendars?.failing ?? 0, to: { to: '/addresses' } },
  ] as const satisfies readonly { kind: string; count: number; to: Destination }[]

interface TroubleProps {
  title: string
  count: number
  to: Destination
  children?: ReactNode
}

/** One number that leads to its list. */
function Trouble({ title, count, to, children }: TroubleProps) {
  const words = useLanguage().text.overview
  const { format } = useLanguage()
  const shown = count >= MOST_COUNTED ? words.some(format.number(count)) : format.number(count)
  return (
    <Section
      title={title}
      actions={
        <ButtonLink
          {...(to as { to: '/doors' })}
          variant="default"
          size="xs"
          aria-label={`${title}: ${words.show}`}
        >
          {words.show}
        </ButtonLink>
      }
    >
      <Text size="xl" fw={650} c="orange.8">
        {shown}
      </Text>
      {children}
    </Section>
  )
}

const MOST_SHOWN = 5

function Doors({ count, doors }: Overview['open']) {
  const words = useLanguage().text.overview
  return (
    <List size="sm">
      {doors.slice(0, MOST_SHOWN).map(({ smartlockId, name }) => (
        <List.Item key={smartlockId}>
          <DoorLink smartlockId={smartlockId} name={name} />
        </List.Item>
      ))}
      {count > MOST_SHOWN && <List.Item>{words.more(count - MOST_SHOWN)}</List.Item>}
    </List>
  )
}

const DoorLink = ({ smartlockId, name }: { smartlockId: number; name: string }) => (
  <TextLink to="/doors/$smartlockId" params={{ smartlockId: String(smartlockId) }}>
    {name}
  </TextLink>
)

function Batteries({ batteries: { count, doors } }: { batteries: Overview['batteries'] }) {
  const words = useLanguage().text.overview
  return (
    <Trouble title={words.batteries} count={count} to={{ to: '/doors', search: { show: 'battery' } }}>
      <List size="sm">
        {doors.slice(0, MOST_SHOWN).map((door) => (
          <List.Item key={door.smartlockId}>
            <DoorLink {...door} /> <BatteryWords battery={door} />
          </List.Item>
        ))}
        {count > MOST_SHOWN && <List.Item>{words.more(count - MOST_SHOWN)}</List.Item>}
      </List>
    </Trouble>
  )
}

/** What is left, and when that will be nothing, as far as the lock's own history tells. */
function BatteryWords({ battery }: { battery: Overview['batteries']['doors'][number] }) {
  const { text, format } = useLanguage()
  const words = text.overview
  const { charge, critical, emptyDate, earliestDate, latestDate } = battery
  const clock = format.at(defaultTimeZone)
  const isForecast = emptyDate !== undefined && earliestDate !== undefined && latestDate !== undefined
  const told = [
    ...(charge === undefined ? [] : [words.left(format.percent(charge))]),
    ...(critical ? [words.critical] : []),
    ...(isForecast
      ? [
          words.empty(clock.shortDay(emptyDate)),
          words.between(clock.shortDay(earliestDate), clock.shortDay(latestDate)),
        ]
      : [words.noForecast]),
  ]
  return <>{told.join(', ')}</>
}
