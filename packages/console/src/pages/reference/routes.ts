import { createRoute } from '@tanstack/react-router'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'

export interface ReferenceSearch {
  q?: string
}

export const referenceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reference',
  validateSearch: ({ q }: Record<string, unknown>): ReferenceSearch => ({
    ...(typeof q === 'string' && q !== '' && { q }),
  }),
  component: lazyComponent(() => import('./reference-page.tsx'), 'ReferencePage'),
})

export const operationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reference/$operation',
  component: lazyComponent(() => import('./operation-page.tsx'), 'OperationPage'),
})

export const guideRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reference/guides/$guide',
  component: lazyComponent(() => import('./guide-page.tsx'), 'GuidePage'),
})
