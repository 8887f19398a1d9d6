import { type AccountUser, api } from '@latchwork/contract'
import { Button, Group, Text } from '@mantine/core'
import { IconFilterOff, IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { read } from '../../kit/data/queries.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { SearchField } from '../../kit/forms/search-field.tsx'
import { byName } from '../../kit/language/by-name.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { PeopleTable } from './people-table.tsx'
import { NewPerson } from './person-form.tsx'

const route = getRouteApi('/shell/people')

/** Everybody one gives access to. */
export function PeoplePage() {
  const { text } = useLanguage()
  const users = useQuery(read(api.accountUsers.list))
  return (
    <Page title={text.people.title} lead={text.people.lead} actions={<AddPerson />}>
      <QueryView query={users}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<IconUsers />} title={text.people.empty}>
              {text.people.emptyDetail}
            </Empty>
          ) : (
            <People all={all} />
          )
        }
      </QueryView>
    </Page>
  )
}

function AddPerson() {
  const { text } = useLanguage()
  return (
    <DialogButton label={text.people.create} leftSection={<IconPlus size={16} />}>
      {(close) => <NewPerson onDone={close} />}
    </DialogButton>
  )
}

function select(users: readonly AccountUser[], search: string): AccountUser[] {
  const wanted = search.trim().toLocaleLowerCase()
  return users
    .filter(({ name, email }) => `${name} ${email}`.toLocaleLowerCase().includes(wanted))
    .sort(byName)
}

function People({ all }: { all: readonly AccountUser[] }) {
  const { text } = useLanguage()
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const search = useDeferredValue(q)
  const shown = useMemo(() => select(all, search), [all, search])
  const setSearch = (value: string) => void navigate({ search: { q: value }, replace: true })
  return (
    <>
      <Group gap="sm" align="flex-end">
        <SearchField label={text.people.search} value={q} onChange={setSearch} />
        <Text size="sm" c="dimmed" w="100%" role="status">
          {text.people.count(shown.length, all.length)}
        </Text>
      </Group>
      {shown.length === 0 ? (
        <Empty
          icon={<IconFilterOff />}
          title={text.people.nothingFits}
          action={
            <Button variant="default" onClick={() => setSearch('')}>
              {text.people.showAll}
            </Button>
          }
        >
          {text.people.nothingFitsDetail}
        </Empty>
      ) : (
        <PeopleTable users={shown} />
      )}
    </>
  )
}
