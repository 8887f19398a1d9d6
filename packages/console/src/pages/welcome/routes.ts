import { api } from '@latchwork/contract'
import { createRoute } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'

export const welcomeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/welcome',
  loader: ({ context: { queries } }) => void queries.prefetchQuery(read(api.smartlocks.list)),
  component: lazyComponent(() => import('./welcome-page.tsx'), 'WelcomePage'),
})
