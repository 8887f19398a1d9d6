import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../kit/routing/roots.ts'

/** What it shows is read by the frame already. */
export const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
})
