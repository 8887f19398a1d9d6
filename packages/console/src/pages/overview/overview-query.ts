import { api } from '@latchwork/contract'
import { lookAgain, read } from '../../kit/data/queries.ts'

/** Events have it read again at once; webhooks, calendars and arrivals tell of themselves by no event. */
export const readOverview = { ...read(api.overview.get), ...lookAgain(30_000) }
