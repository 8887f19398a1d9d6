import { api } from '@latchwork/contract'
import { createRoute } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { hasSandbox } from '../../kit/facts.ts'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'

export interface SandboxSearch {
  /** The door one stands in front of. */
  lock?: number
}

export const sandboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sandbox',
  validateSearch: ({ lock }: Record<string, unknown>): SandboxSearch => ({
    ...(Number.isSafeInteger(lock) && { lock: lock as number }),
  }),
  loader: ({ context: { queries } }) => {
    if (!hasSandbox) return
    void queries.prefetchQuery(read(api.sandbox.list))
    void queries.prefetchQuery(read(api.sandbox.clock))
    void queries.prefetchQuery(read(api.smartlocks.list))
  },
  component: lazyComponent(() => import('./sandbox-page.tsx'), 'SandboxPage'),
})
