import { api, type Smartlock } from '@latchwork/contract'
import { Button } from '@mantine/core'
import { IconDoor, IconFilterOff, IconTableImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { read } from '../../kit/data/queries.ts'
import { usePendingChanges } from '../../kit/devices/pending-changes.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { ButtonLink } from '../../kit/routing/links.tsx'
import { useAllowance } from '../../kit/session/allowance.ts'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty, Loading } from '../../kit/states/states.tsx'
import { DoorCards } from './door-cards.tsx'
import { selectDoors } from './door-filter.ts'
import { DoorTable } from './door-table.tsx'
import { DoorsToolbar } from './doors-toolbar.tsx'
import { useDoorView } from './use-door-view.ts'

const route = getRouteApi('/shell/doors')

/** All doors, live. */
export function DoorsPage() {
  const { text } = useLanguage()
  const locks = useQuery(read(api.smartlocks.list))
  // Where there is none yet, the way to the first one stands in the middle.
  const actions = locks.data?.length ? <Actions /> : undefined
  return (
    <Page title={text.doors.title} actions={actions}>
      <QueryView query={locks} loading={<Loading rows={4} height={150} />}>
        {(all) => (all.length === 0 ? <NoDoors /> : <Doors all={all} />)}
      </QueryView>
    </Page>
  )
}

function Doors({ all }: { all: Smartlock[] }) {
  const { q = '', show = 'all' } = route.useSearch()
  const { view, sort, isPending } = useDoorView()
  const pendingOf = usePendingChanges()
  // Typing stays quick in a house of a thousand doors: the list may follow a moment later.
  const search = useDeferredValue(q)
  const shown = useMemo(
    () => selectDoors(all, { search, filter: show, sort }, (lock) => pendingOf(lock.smartlockId).length > 0),
    [all, search, show, sort, pendingOf],
  )
  return (
    <>
      <DoorsToolbar shown={shown.length} all={all.length} />
      {shown.length === 0 && <NothingFits />}
      {!isPending &&
        (view === 'TILE' ? (
          <DoorCards locks={shown} pendingOf={pendingOf} />
        ) : (
          <DoorTable locks={shown} pendingOf={pendingOf} />
        ))}
    </>
  )
}

function Actions() {
  const { text } = useLanguage()
  return (
    <>
      {useAllowance()({ right: 'manageSmartlock' }) && (
        <ButtonLink
          to="/sheets"
          search={{ kind: 'doors' }}
          variant="default"
          leftSection={<IconTableImport size={16} />}
        >
          {text.sheets.title}
        </ButtonLink>
      )}
      <AddDoor />
    </>
  )
}

function AddDoor() {
  const { text } = useLanguage()
  if (!useAllowance()({ right: 'manageSmartlock', everywhere: true })) return null
  return (
    <ButtonLink to="/add-door" variant="default">
      {text.gateways.add}
    </ButtonLink>
  )
}

function NoDoors() {
  const { text } = useLanguage()
  return (
    <Empty icon={<IconDoor />} title={text.doors.empty} action={<AddDoor />}>
      {text.doors.emptyDetail}
    </Empty>
  )
}

function NothingFits() {
  const { text } = useLanguage()
  const navigate = route.useNavigate()
  const showAll = (
    <Button variant="default" onClick={() => void navigate({ search: {} })}>
      {text.doors.showAll}
    </Button>
  )
  return (
    <Empty icon={<IconFilterOff />} title={text.doors.nothingFits} action={showAll}>
      {text.doors.nothingFitsDetail}
    </Empty>
  )
}
