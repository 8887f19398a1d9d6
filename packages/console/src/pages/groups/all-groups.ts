import { api, MOST_GROUPS } from '@latchwork/contract'
import { read } from '../../kit/data/queries.ts'

/** All groups at once: there are few. */
export const allGroups = () => read(api.groups.list, { query: { limit: MOST_GROUPS } })
