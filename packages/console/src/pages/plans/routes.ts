import { createRoute } from '@tanstack/react-router'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'
import { allGroups } from '../groups/all-groups.ts'
import { allPlans } from './all-plans.ts'

export const plansRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/plans',
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(allPlans())
    void queries.prefetchQuery(allGroups())
  },
  component: lazyComponent(() => import('./plans-page.tsx'), 'PlansPage'),
})
