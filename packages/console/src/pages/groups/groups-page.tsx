import { type AccessGroup, api, GROUP_KINDS, type GroupKind } from '@latchwork/contract'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useSend } from '../../kit/data/queries.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { NameForm } from '../../kit/forms/name-form.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { ShownFile } from '../../kit/layout/list-file.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { PageTabs } from '../../kit/layout/page-tabs.tsx'
import { SearchedList } from '../../kit/layout/searched-list.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { allGroups } from './all-groups.ts'
import { GroupList } from './group-list.tsx'
import { useMayChange } from './use-may-change.ts'

const route = getRouteApi('/shell/groups')

/** Groups of people, and groups of doors. */
export function GroupsPage() {
  const { text } = useLanguage()
  const { tab = 'people', q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const groups = useQuery(allGroups())
  return (
    <Page title={text.groups.title} lead={text.groups.lead} actions={<NewGroup kind={tab} />}>
      <PageTabs
        tabs={GROUP_KINDS}
        words={text.groups.tabs}
        value={tab}
        onChange={(chosen) => void navigate({ search: { tab: chosen } })}
      >
        <QueryView query={groups}>
          {(all) => (
            <GroupsOf
              kind={tab}
              all={all}
              search={q}
              onSearch={(value) => void navigate({ search: { tab, q: value }, replace: true })}
            />
          )}
        </QueryView>
      </PageTabs>
    </Page>
  )
}

const textOf = ({ name }: AccessGroup) => name

interface GroupsOfProps {
  kind: GroupKind
  all: readonly AccessGroup[]
  search: string
  onSearch: (search: string) => void
}

function GroupsOf({ kind, all, search, onSearch }: GroupsOfProps) {
  const { text } = useLanguage()
  const own = all.filter((group) => group.kind === kind)
  if (own.length === 0) {
    return (
      <Empty icon={<IconUsersGroup />} title={text.groups.empty}>
        {text.groups.emptyDetail[kind]}
      </Empty>
    )
  }
  return (
    <SearchedList
      all={own}
      textOf={textOf}
      words={text.groups}
      search={search}
      onSearch={onSearch}
      file={(shown) => <ShownFile route={api.groups.list} rows={shown} />}
    >
      {(shown) => <GroupList groups={shown} />}
    </SearchedList>
  )
}

function NewGroup({ kind }: { kind: GroupKind }) {
  const { text } = useLanguage()
  if (!useMayChange()(kind)) return null
  return (
    <DialogButton label={text.groups.create[kind]} leftSection={<IconPlus size={16} />}>
      {(close) => <NewGroupForm kind={kind} onDone={close} />}
    </DialogButton>
  )
}

function NewGroupForm({ kind, onDone }: { kind: GroupKind; onDone: () => void }) {
  const { text } = useLanguage()
  const { mutate, isPending, error } = useSend(api.groups.create, {
    changes: [api.groups.list],
    onSuccess: onDone,
  })
  return (
    <NameForm
      label={text.groups.name}
      description={text.groups.nameHelp[kind]}
      submitLabel={text.groups.create[kind]}
      isPending={isPending}
      error={error}
      onSubmit={(name) => mutate({ body: { kind, name } })}
    />
  )
}
