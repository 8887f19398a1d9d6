import { api, type Smartlock, type SmartlockLog } from '@latchwork/contract'
import { Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { readPages } from '../../kit/data/pages.ts'
import { logActionWords } from '../../kit/devices/device-look.ts'
import { zoneOfDoor } from '../../kit/devices/use-doors.ts'
import { addDays } from '../../kit/language/days.ts'
import { DoorWords } from '../../kit/language/door-time.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { instantAt } from '../../kit/language/wall-clock.ts'
import { ListFile } from '../../kit/layout/list-file.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { PagedList } from '../../kit/states/paged-list.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { ActivityChart } from './activity-chart.tsx'
import { ActivityEntry } from './activity-entry.tsx'
import classes from './door-activity.module.css'

const route = getRouteApi('/shell/doors/$smartlockId')
const PAGE_SIZE = 50

/** What the lock reported, newest first, with a picture of when. */
export function DoorActivity({ lock }: { lock: Smartlock }) {
  const { text } = useLanguage()
  const { action, from, to } = route.useSearch()
  const { smartlockId } = lock
  const input = { params: { smartlockId }, query: filterOf(zoneOfDoor(lock), action, from, to) }
  const log = useInfiniteQuery(
    readPages(api.smartlocks.logOf, input, { size: PAGE_SIZE, cursorOf: ({ id }) => id }),
  )
  return (
    <Stack gap="lg">
      <Filters lock={lock} />
      <PagedList query={log}>
        {(entries) =>
          entries.length === 0 ? (
            <Nothing isFiltered={Boolean(action ?? from ?? to)} />
          ) : (
            <>
              <Section
                title={text.door.activity.chart}
                actions={<ListFile route={api.smartlocks.logOf} input={input} />}
              >
                <ActivityChart entries={entries} zone={zoneOfDoor(lock)} />
              </Section>
              <Entries lock={lock} entries={entries} />
            </>
          )
        }
      </PagedList>
    </Stack>
  )
}

/** Days are those of the door; the interface wants moments. */
const filterOf = (zone: string, action?: number, from?: string, to?: string) => ({
  ...(action !== undefined && { action }),
  ...(from !== undefined && { fromDate: new Date(instantAt(from, 0, zone)).toISOString() }),
  ...(to !== undefined && { toDate: new Date(instantAt(addDays(to, 1), 0, zone) - 1).toISOString() }),
})

function Filters({ lock }: { lock: Smartlock }) {
  const { text } = useLanguage()
  const { action, from, to } = route.useSearch()
  const navigate = route.useNavigate()
  const choices = Object.entries(logActionWords(lock, text)).map(([value, label]) => ({ value, label }))
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label={text.door.activity.action}
        data={[{ value: '', label: text.door.activity.actionAny }, ...choices]}
        value={String(action ?? '')}
        allowDeselect={false}
        onChange={(value) =>
          void navigate({
            search: ({ action: _, ...rest }) => ({ ...rest, ...(value && { action: Number(value) }) }),
          })
        }
      />
      <TextInput
        label={text.door.activity.from}
        type="date"
        value={from ?? ''}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ search: ({ from: _, ...rest }) => ({ ...rest, ...(value && { from: value }) }) })
        }
      />
      <TextInput
        label={text.door.activity.to}
        type="date"
        value={to ?? ''}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ search: ({ to: _, ...rest }) => ({ ...rest, ...(value && { to: value }) }) })
        }
      />
    </Group>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const words = useLanguage().text.door.activity
  return (
    <Empty icon={<IconHistory />} title={isFiltered ? words.nothingFits : words.empty}>
      {isFiltered ? words.nothingFitsDetail : words.emptyDetail}
    </Empty>
  )
}

function Entries({ lock, entries }: { lock: Smartlock; entries: readonly SmartlockLog[] }) {
  const clock = useLanguage().format.at(zoneOfDoor(lock))
  const byDay = Map.groupBy(entries, ({ date }) => clock.day(date))
  return [...byDay].map(([day, ofDay]) => (
    <Section key={day} title={clock.named(day)}>
      <ul className={classes.entries} aria-label={day}>
        {ofDay.map((entry) => (
          <li key={entry.id} className={classes.entry}>
            <Text size="sm" c="dimmed">
              <DoorWords clock={clock} moments={[entry.date]}>
                {clock.time(entry.date)}
              </DoorWords>
            </Text>
            <ActivityEntry lock={lock} entry={entry} />
          </li>
        ))}
      </ul>
    </Section>
  ))
}
