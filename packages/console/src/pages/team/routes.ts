import { api } from '@latchwork/contract'
import { createRoute } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'
import { searchWords } from '../../kit/routing/search.ts'
import { auditPages } from './audit-pages.ts'
import { TEAM_TABS, type TeamTab } from './team-tabs.ts'

export interface TeamSearch {
  tab?: TeamTab
  /** Of the audit log: only entries with this text. */
  q?: string
}

const isTab = (value: unknown): value is TeamTab => TEAM_TABS.includes(value as TeamTab)

export const teamRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/team',
  validateSearch: ({ tab, q }: Record<string, unknown>): TeamSearch => ({
    ...(isTab(tab) && tab !== 'people' && { tab }),
    ...searchWords(q),
  }),
  loaderDeps: ({ search: { tab = 'people' } }) => ({ tab }),
  loader: ({ context: { queries }, deps: { tab } }) =>
    void (tab === 'people'
      ? queries.prefetchQuery(read(api.subAccounts.list))
      : queries.prefetchInfiniteQuery(auditPages)),
  component: lazyComponent(() => import('./team-page.tsx'), 'TeamPage'),
})
