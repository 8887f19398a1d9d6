import type { AccessFilter } from './access-filter.ts'

export const ACCESS_VIEWS = ['table', 'week', 'calendar'] as const
export type AccessView = (typeof ACCESS_VIEWS)[number]

export interface AccessSearch extends AccessFilter {
  view?: AccessView
  /** A day in the week or month that is shown. */
  day?: string
}
