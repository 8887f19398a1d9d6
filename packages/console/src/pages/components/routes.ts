import { createRoute } from '@tanstack/react-router'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'

/** For those who build the console; no menu leads here. */
export const componentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/components',
  component: lazyComponent(() => import('./components-page.tsx'), 'ComponentsPage'),
})
