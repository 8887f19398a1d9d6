import { api } from '@latchwork/contract'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { shellRoute } from '../../kit/routing/roots.ts'

export const welcomeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/welcome',
  loader: ({ context: { queries } }) => void queries.prefetchQuery(read(api.smartlocks.list)),
  component: lazyRouteComponent(() => import('./welcome-page.tsx'), 'WelcomePage'),
})
