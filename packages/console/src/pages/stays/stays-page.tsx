import { api, type Reservation } from '@latchwork/contract'
import { Alert, Button } from '@mantine/core'
import { IconBed, IconFilterOff, IconMapPin, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { zoneOf } from '../../kit/addresses/address-clocks.ts'
import { read } from '../../kit/data/queries.ts'
import { DialogButton } from '../../kit/forms/dialog-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { ListFile, ShownFile } from '../../kit/layout/list-file.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { useIsPhone } from '../../kit/layout/use-is-phone.ts'
import { ButtonLink } from '../../kit/routing/links.tsx'
import { PagedList } from '../../kit/states/paged-list.tsx'
import { QueryView } from '../../kit/states/query-view.tsx'
import { Empty } from '../../kit/states/states.tsx'
import { isInWindow } from './bars.ts'
import { NewStay } from './new-stay.tsx'
import { StayList } from './stay-list.tsx'
import { MOST, questionOf, readList, readWindow } from './stays-queries.ts'
import { isLookingFor } from './stays-search.ts'
import { StaysToolbar } from './stays-toolbar.tsx'
import { Timeline } from './timeline.tsx'
import type { Window } from './timeline-window.ts'
import { useAddresses } from './use-addresses.ts'
import { useWindow } from './use-window.ts'
import { WindowSteps } from './window-steps.tsx'

const route = getRouteApi('/shell/stays')

/** Who stays where, on a timeline or as a list. */
export function StaysPage() {
  const { text } = useLanguage()
  const addresses = useQuery(read(api.addresses.list))
  const hasPlace = (addresses.data?.length ?? 0) > 0
  return (
    <Page title={text.stays.title} lead={text.stays.lead} actions={hasPlace && <AddStay />}>
      <QueryView query={addresses}>{(all) => (all.length === 0 ? <NoPlace /> : <Stays />)}</QueryView>
    </Page>
  )
}

function AddStay() {
  const { text } = useLanguage()
  return (
    <DialogButton label={text.stays.create} leftSection={<IconPlus size={16} />}>
      {(close) => <NewStay onCancel={close} />}
    </DialogButton>
  )
}

function Stays() {
  const { view } = route.useSearch()
  return (
    <>
      <StaysToolbar />
      {view === 'list' ? <AllStays /> : <StaysOfWindow />}
    </>
  )
}

/** What was typed last may be looked for a moment later. */
function useQuestion() {
  const { q, ...search } = route.useSearch()
  const wanted = useDeferredValue(q)
  return { ...search, ...(wanted !== undefined && { q: wanted }) }
}

function StaysOfWindow() {
  const window = useWindow()
  const search = route.useSearch()
  // A timeline needs room; where there is none, the same stays are listed.
  const isNarrow = useIsPhone()
  return (
    <>
      <WindowSteps window={window} />
      {isNarrow || isLookingFor(search) ? (
        <FoundStays window={window} isNarrow={isNarrow} />
      ) : (
        <Timeline window={window} />
      )}
    </>
  )
}

/** What is looked for, or listed, is asked for at once. */
function FoundStays({ window, isNarrow }: { window: Window; isNarrow: boolean }) {
  const stays = useQuery({
    ...readWindow(useQuestion(), window),
    placeholderData: (before) => before,
  })
  return (
    <QueryView query={stays}>
      {(all) => <WindowStays all={all} window={window} isNarrow={isNarrow} />}
    </QueryView>
  )
}

interface WindowStaysProps {
  all: readonly Reservation[]
  window: Window
  isNarrow: boolean
}

function WindowStays({ all, window, isNarrow }: WindowStaysProps) {
  const { text } = useLanguage()
  const addresses = useAddresses()
  const shown = useMemo(
    () => all.filter((stay) => isInWindow(stay, zoneOf(addresses.get(stay.addressId)), window.days)),
    [all, addresses, window],
  )
  if (shown.length === 0) return <Nothing />
  const file = <ShownFile inTable route={api.reservations.search} rows={shown} />
  return (
    <>
      {all.length >= MOST && <Alert color="yellow">{text.stays.crowded(MOST)}</Alert>}
      {isNarrow ? <StayList stays={shown} file={file} /> : <Timeline window={window} found={shown} />}
    </>
  )
}

function AllStays() {
  const question = useQuestion()
  const list = useInfiniteQuery(readList(question))
  const file = <ListFile inTable route={api.reservations.search} input={{ query: questionOf(question) }} />
  return (
    <PagedList query={list}>
      {(stays) => (stays.length === 0 ? <Nothing /> : <StayList stays={stays} file={file} />)}
    </PagedList>
  )
}

function Nothing() {
  const { text } = useLanguage()
  const search = route.useSearch()
  const { view } = search
  const navigate = route.useNavigate()
  if (!isLookingFor(search)) {
    return (
      <Empty icon={<IconBed />} title={text.stays.empty}>
        {text.stays.emptyDetail}
      </Empty>
    )
  }
  const showAll = (
    <Button
      variant="default"
      onClick={() => void navigate({ search: { ...(view && { view }), show: 'all' } })}
    >
      {text.stays.showAll}
    </Button>
  )
  return (
    <Empty icon={<IconFilterOff />} title={text.stays.nothingFits} action={showAll}>
      {text.stays.nothingFitsDetail}
    </Empty>
  )
}

function NoPlace() {
  const { text } = useLanguage()
  return (
    <Empty
      icon={<IconMapPin />}
      title={text.stays.noAddress}
      action={<ButtonLink to="/addresses">{text.stays.addresses}</ButtonLink>}
    >
      {text.stays.noAddressDetail}
    </Empty>
  )
}
