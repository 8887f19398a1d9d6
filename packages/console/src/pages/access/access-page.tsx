import { api, type SmartlockAuth } from '@latchwork/contract'
import { Button } from '@mantine/core'
import {
  IconFilterOff,
  IconHelpCircle,
  IconHistory,
  IconKey,
  IconPlus,
  IconTableImport,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useMemo } from 'react'
import { read } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { ButtonLink } from '../../kit/routing/links.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty, Loading } from '../../kit/states/states.tsx'
import { selectAccess } from './access-filter.ts'
import { AccessTable } from './access-table.tsx'
import { AccessToolbar } from './access-toolbar.tsx'
import { AccessWeek } from './access-week.tsx'

const route = getRouteApi('/shell/access')

/** Only who looks at a calendar loads one. */
const AccessCalendar = lazyComponent(() => import('./access-calendar.tsx'), 'AccessCalendar')

const VIEWS = { table: AccessTable, week: AccessWeek, calendar: AccessCalendar }

/** Every access right of the account. */
export function AccessPage() {
  const { text } = useLanguage()
  const auths = useQuery(read(api.authorizations.list))
  return (
    <Page title={text.rights.title} lead={text.rights.lead} actions={<Actions />}>
      <QueryView query={auths}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<IconKey />} title={text.access.empty}>
              {text.rights.emptyDetail}
            </Empty>
          ) : (
            <Rights all={all} />
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
        search={{ kind: 'rights' }}
        variant="default"
        leftSection={<IconTableImport size={16} />}
      >
        {text.sheets.title}
      </ButtonLink>
      <ButtonLink to="/access/past" variant="default" leftSection={<IconHistory size={16} />}>
        {text.past.link}
      </ButtonLink>
      <ButtonLink to="/access/why" variant="default" leftSection={<IconHelpCircle size={16} />}>
        {text.rights.why.link}
      </ButtonLink>
      <ButtonLink to="/access/new" leftSection={<IconPlus size={16} />}>
        {text.rights.give}
      </ButtonLink>
    </>
  )
}

function Rights({ all }: { all: readonly SmartlockAuth[] }) {
  const { view = 'table', day: _, ...filter } = route.useSearch()
  const wanted = useDeferredValue(filter.q)
  const { type, user, door, sync } = filter
  const shown = useMemo(
    () =>
      selectAccess(all, {
        ...(wanted !== undefined && { q: wanted }),
        ...(type !== undefined && { type }),
        ...(user !== undefined && { user }),
        ...(door !== undefined && { door }),
        ...(sync !== undefined && { sync }),
      }),
    [all, wanted, type, user, door, sync],
  )
  const View = VIEWS[view]
  return (
    <>
      <AccessToolbar shown={shown.length} all={all.length} />
      <Suspense fallback={<Loading />}>
        {shown.length === 0 ? <NothingFits /> : <View auths={shown} />}
      </Suspense>
    </>
  )
}

function NothingFits() {
  const { text } = useLanguage()
  const navigate = route.useNavigate()
  const showAll = (
    <Button variant="default" onClick={() => void navigate({ search: {} })}>
      {text.rights.showAll}
    </Button>
  )
  return (
    <Empty icon={<IconFilterOff />} title={text.rights.nothingFits} action={showAll}>
      {text.rights.nothingFitsDetail}
    </Empty>
  )
}
