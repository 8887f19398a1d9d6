import { api } from '@latchwork/contract'
import { readPages } from '../../kit/data/pages.ts'
import { defaultTimeZone } from '../../kit/facts.ts'
import { addDays } from '../../kit/language/days.ts'
import { instantAt } from '../../kit/language/wall-clock.ts'
import type { ActivitySearch } from './activity-search.ts'

const PAGE_SIZE = 50

const moment = (ms: number) => new Date(ms).toISOString()

/** Doors may go by several clocks: days are those of the service. */
export const questionOf = ({ door, person, kind, denied, from, to }: ActivitySearch) => ({
  query: {
    ...(door !== undefined && { smartlockId: door }),
    ...(person !== undefined && { accountUserId: person }),
    ...(kind !== undefined && { kind }),
    ...(denied && { denied }),
    ...(from !== undefined && { fromDate: moment(instantAt(from, 0, defaultTimeZone)) }),
    ...(to !== undefined && { toDate: moment(instantAt(addDays(to, 1), 0, defaultTimeZone) - 1) }),
  },
})

export const readActivity = (search: ActivitySearch) =>
  readPages(api.smartlocks.log, questionOf(search), { size: PAGE_SIZE, cursorOf: ({ id }) => id })
