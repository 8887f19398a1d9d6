import { createRoute } from '@tanstack/react-router'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'

export const importRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/import',
  component: lazyComponent(() => import('./import-page.tsx'), 'ImportPage'),
})
