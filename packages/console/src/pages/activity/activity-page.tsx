import { api, type SmartlockLog } from '@latchwork/contract'
import { Button, Table, Text } from '@mantine/core'
import { IconFilterOff, IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { memo } from 'react'
import { useDoors, zoneOfDoor } from '../../kit/devices/use-doors.ts'
import { DoorTime } from '../../kit/language/door-time.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { ListFile } from '../../kit/layout/list-file.tsx'
import { LongTable } from '../../kit/layout/long-table.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { TextLink } from '../../kit/routing/links.tsx'
import { isPlain } from '../../kit/routing/search.ts'
import { PagedList } from '../../kit/states/paged-list.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { ActivityEntry } from '../doors/activity-entry.tsx'
import { questionOf, readActivity } from './activity-query.ts'
import { ActivityToolbar } from './activity-toolbar.tsx'

const route = getRouteApi('/shell/activity')

/** What happened at all doors. */
export function ActivityPage() {
  const { text } = useLanguage()
  const entries = useInfiniteQuery(readActivity(route.useSearch()))
  return (
    <Page title={text.activity.title} lead={text.activity.lead}>
      <ActivityToolbar />
      <PagedList query={entries}>
        {(all) => (all.length === 0 ? <Nothing /> : <Entries entries={all} />)}
      </PagedList>
    </Page>
  )
}

function Nothing() {
  const { text } = useLanguage()
  const navigate = route.useNavigate()
  if (isPlain(route.useSearch()))
    return (
      <Empty icon={<IconHistory />} title={text.activity.empty}>
        {text.activity.emptyDetail}
      </Empty>
    )
  const showAll = (
    <Button variant="default" onClick={() => void navigate({ search: {} })}>
      {text.activity.showAll}
    </Button>
  )
  return (
    <Empty icon={<IconFilterOff />} title={text.door.activity.nothingFits} action={showAll}>
      {text.door.activity.nothingFitsDetail}
    </Empty>
  )
}

function Entries({ entries }: { entries: readonly SmartlockLog[] }) {
  const words = useLanguage().text.activity
  const question = questionOf(route.useSearch())
  return (
    <LongTable
      aria-label={words.title}
      list="activity"
      columns={[
        { name: 'when', children: words.columns.when, w: 190 },
        { name: 'door', children: words.columns.door },
        { name: 'what', children: words.columns.what },
      ]}
      rows={entries}
      keyOf={({ id }) => id}
      cells={(entry) => <EntryCells entry={entry} />}
      minWidth={640}
      file={<ListFile inTable route={api.smartlocks.log} input={question} />}
    />
  )
}

const EntryCells = memo(function EntryCells({ entry }: { entry: SmartlockLog }) {
  const words = useLanguage().text.activity
  const { smartlockId, deviceType } = entry
  const door = useDoors().get(smartlockId)
  return (
    <>
      <Table.Td>
        <Text size="sm" c="dimmed">
          <DoorTime zone={zoneOfDoor(door)} date={entry.date} />
        </Text>
      </Table.Td>
      <Table.Td>
        {door === undefined ? (
          <Text size="sm" c="dimmed">
            {words.gone}
          </Text>
        ) : (
          <TextLink
            to="/doors/$smartlockId"
            params={{ smartlockId: String(smartlockId) }}
            search={{ tab: 'activity' }}
            size="sm"
          >
            {door.name}
          </TextLink>
        )}
      </Table.Td>
      <Table.Td>
        <ActivityEntry lock={door ?? { smartlockId, type: deviceType as 0 }} entry={entry} />
      </Table.Td>
    </>
  )
})
