import { createRoute } from '@tanstack/react-router'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'
import { readOverview } from './overview-query.ts'

export const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/overview',
  loader: ({ context: { queries } }) => void queries.prefetchQuery(readOverview),
  component: lazyComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
})
