import { api } from '@latchwork/contract'
import { createRoute } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { serviceDay } from '../../kit/data/service-clock.ts'
import { isDay } from '../../kit/language/days.ts'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'
import { searchWords } from '../../kit/routing/search.ts'
import { readList, readStay, readWindow } from './stays-queries.ts'
import {
  isLookingFor,
  STAY_SHOWS,
  STAY_SPANS,
  STAY_VIEWS,
  type StayShow,
  type StaySpan,
  type StaysSearch,
  type StayView,
} from './stays-search.ts'
import { windowOf } from './timeline-window.ts'
import { readUnits } from './use-units.ts'

const isView = (value: unknown): value is StayView => STAY_VIEWS.includes(value as StayView)
const isSpan = (value: unknown): value is StaySpan => STAY_SPANS.includes(value as StaySpan)
const isShow = (value: unknown): value is StayShow => STAY_SHOWS.includes(value as StayShow)
const isNumber = (value: unknown): value is number => Number.isSafeInteger(value)

export const staysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/stays',
  validateSearch: ({ view, address, q, show, day, span }: Record<string, unknown>): StaysSearch => ({
    ...(isView(view) && view !== 'timeline' && { view }),
    ...(isNumber(address) && { address }),
    ...searchWords(q),
    ...(isShow(show) && { show }),
    ...(isDay(day) && { day }),
    ...(isSpan(span) && span !== 'week' && { span }),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps: search }) => {
    void queries.prefetchQuery(read(api.addresses.list))
    void queries.prefetchQuery(readUnits)
    const { view, day, span = 'week' } = search
    if (view === 'list') void queries.prefetchInfiniteQuery(readList(search))
    else if (isLookingFor(search))
      void queries.prefetchQuery(readWindow(search, windowOf(day, serviceDay(queries), span)))
  },
  component: lazyComponent(() => import('./stays-page.tsx'), 'StaysPage'),
})

export const stayRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/stays/$addressId/$reservationId',
  loader: ({ context: { queries }, params }) => {
    const addressId = Number(params.addressId)
    void queries.prefetchQuery(readStay(addressId, params.reservationId))
    void queries.prefetchQuery(read(api.addresses.list))
    void queries.prefetchQuery(readUnits)
    void queries.prefetchQuery(read(api.smartlocks.list))
  },
  component: lazyComponent(() => import('./stay-page.tsx'), 'StayPage'),
})
