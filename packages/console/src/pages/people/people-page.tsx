import { type AccountUser, api } from '@latchwork/contract'
import { IconPlus, IconTableImport, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { SearchedList } from '../../kit/layout/searched-list.tsx'
import { ButtonLink } from '../../kit/routing/links.tsx'
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
    <Page title={text.people.title} lead={text.people.lead} actions={<Actions />}>
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

function Actions() {
  const { text } = useLanguage()
  return (
    <>
      <ButtonLink
        to="/sheets"
        search={{ kind: 'people' }}
        variant="default"
        leftSection={<IconTableImport size={16} />}
      >
        {text.sheets.title}
      </ButtonLink>
      <AddPerson />
    </>
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

const textOf = ({ name, email }: AccountUser) => `${name} ${email}`

function People({ all }: { all: readonly AccountUser[] }) {
  const { text } = useLanguage()
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <SearchedList
      all={all}
      textOf={textOf}
      words={text.people}
      search={q}
      onSearch={(value) => void navigate({ search: { q: value }, replace: true })}
    >
      {(shown) => <PeopleTable users={shown} />}
    </SearchedList>
  )
}
