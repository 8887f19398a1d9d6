import { api, type StayPhase } from '@latchwork/contract'
import { lookAgain, read } from '../../kit/data/queries.ts'
import { addDays } from '../../kit/language/days.ts'

const OPEN: StayPhase[] = ['coming', 'current']
/** More arrivals in a week would need more than a page. */
export const MOST_ARRIVALS = 1000

/** Who has a place at some time of the next week; a day more on both sides, for the zones of all addresses. */
export const readArrivals = (today: string) => ({
  ...read(api.reservations.search, {
    query: {
      state: 'accepted',
      phases: OPEN,
      fromDate: `${addDays(today, -1)}T00:00:00.000Z`,
      toDate: `${addDays(today, 9)}T00:00:00.000Z`,
      limit: MOST_ARRIVALS,
    },
  }),
  // Calendars bring stays without an event.
  ...lookAgain(30_000),
})
