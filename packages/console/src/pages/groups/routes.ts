import { api, GROUP_KINDS, type GroupKind } from '@latchwork/contract'
import { createRoute } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'
import { searchWords } from '../../kit/routing/search.ts'
import { allGroups } from './all-groups.ts'

export interface GroupsSearch {
  tab?: GroupKind
  q?: string
}

const isKind = (value: unknown): value is GroupKind => GROUP_KINDS.includes(value as GroupKind)

export const groupsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/groups',
  validateSearch: ({ tab, q }: Record<string, unknown>): GroupsSearch => ({
    ...(isKind(tab) && tab !== 'people' && { tab }),
    ...searchWords(q),
  }),
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(allGroups())
    void queries.prefetchQuery(read(api.accountUsers.list))
  },
  component: lazyComponent(() => import('./groups-page.tsx'), 'GroupsPage'),
})
