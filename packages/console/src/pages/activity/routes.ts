import { api } from '@latchwork/contract'
import { createRoute } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'
import { readActivity } from './activity-query.ts'
import { activitySearch } from './activity-search.ts'

export const activityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/activity',
  validateSearch: activitySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps }) => {
    void queries.prefetchQuery(read(api.smartlocks.list))
    void queries.prefetchInfiniteQuery(readActivity(deps))
  },
  component: lazyComponent(() => import('./activity-page.tsx'), 'ActivityPage'),
})
