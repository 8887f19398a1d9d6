import { api, type StayPhase } from '@latchwork/contract'
import { readPages } from '../../kit/data/pages.ts'
import { read } from '../../kit/data/queries.ts'
import type { Window } from './timeline-window.ts'

export const STAY_VIEWS = ['timeline', 'list'] as const
export type StayView = (typeof STAY_VIEWS)[number]
export const STAY_SPANS = ['week', 'month'] as const
export type StaySpan = (typeof STAY_SPANS)[number]
export const STAY_SHOWS = ['open', 'ready', 'notReady', 'current', 'over', 'canceled', 'all'] as const
export type StayShow = (typeof STAY_SHOWS)[number]

/** What the address of the page keeps. */
export interface StaysSearch {
  view?: StayView
  address?: number
  q?: string
  show?: StayShow
  /** A day in the week or month that the timeline shows. */
  day?: string
  span?: StaySpan
}

/** The timeline is of everything; a list would begin with what is long over. */
export const showOf = ({ show, view }: StaysSearch): StayShow => show ?? (view === 'list' ? 'open' : 'all')

const OPEN: StayPhase[] = ['coming', 'current']

const QUESTIONS = {
  all: {},
  canceled: { state: 'canceled' },
  current: { state: 'accepted', phases: ['current'] satisfies StayPhase[] },
  notReady: { ready: false },
  open: { state: 'accepted', phases: OPEN },
  over: { state: 'accepted', phases: ['over'] satisfies StayPhase[] },
  ready: { ready: true },
} as const satisfies Record<StayShow, object>

const questionOf = (search: StaysSearch) => ({
  ...QUESTIONS[showOf(search)],
  ...(search.address !== undefined && { addressId: search.address }),
  ...(search.q !== undefined && { name: search.q }),
})

/** Everything that shows stays. */
export const STAY_READS = [
  api.reservations.search,
  api.reservations.list,
  api.reservations.get,
  api.authorizations.list,
]

/** Calendars bring stays without an event; so these are asked for again while somebody looks. */
const NEWS_MS = 30_000

/** More would not be seen at once anyway. */
export const MOST = 1000

/** Every stay of a window of time. */
export const readWindow = (search: StaysSearch, { from, until }: Window) => ({
  ...read(api.reservations.search, {
    query: { ...questionOf(search), fromDate: from, toDate: until, limit: MOST },
  }),
  refetchInterval: NEWS_MS,
})

/** All stays, page by page. */
export const readList = (search: StaysSearch) => ({
  ...readPages(
    api.reservations.search,
    { query: questionOf(search) },
    { size: 100, cursorOf: ({ id }) => id },
  ),
  refetchInterval: NEWS_MS,
})

export const readStay = (addressId: number, id: string) => ({
  ...read(api.reservations.get, { params: { addressId, id } }),
  refetchInterval: NEWS_MS,
})
