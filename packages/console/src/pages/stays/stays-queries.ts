import { api, type StayPhase } from '@latchwork/contract'
import { readPages } from '../../kit/data/pages.ts'
import { lookAgain, read } from '../../kit/data/queries.ts'
import { type StayShow, type StaysSearch, showOf } from './stays-search.ts'
import type { Window } from './timeline-window.ts'

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

export const questionOf = (search: StaysSearch) => ({
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
const forNews = lookAgain(30_000)

/** More would not be seen at once anyway. */
export const MOST = 1000

/** The stays of a window of time, at all addresses or at some. */
export const readWindow = (search: StaysSearch, { from, until }: Window, addressIds?: readonly number[]) => ({
  ...read(api.reservations.search, {
    query: {
      ...questionOf(search),
      ...(addressIds && { addressIds: [...addressIds] }),
      fromDate: from,
      toDate: until,
      limit: MOST,
    },
  }),
  ...forNews,
})

/** All stays, page by page. */
export const readList = (search: StaysSearch) => ({
  ...readPages(
    api.reservations.search,
    { query: questionOf(search) },
    { size: 100, cursorOf: ({ id }) => id },
  ),
  ...forNews,
})

export const readStay = (addressId: number, id: string) => ({
  ...read(api.reservations.get, { params: { addressId, id } }),
  ...forNews,
})
