import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../kit/routing/roots.ts'

export const sandboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sandbox',
  component: lazyRouteComponent(() => import('./sandbox-page.tsx'), 'SandboxPage'),
})
