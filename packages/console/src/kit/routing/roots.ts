import { api } from '@latchwork/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { read } from '../data/queries.ts'
import { lazyComponent } from './lazy-component.ts'
import { demandSession } from './onward.ts'

/** What the loaders of pages are given. */
export interface RouteContext {
  readonly queries: QueryClient
}

export const rootRoute = createRootRouteWithContext<RouteContext>()()

/** The frame around every page for which one must be signed in; parent of those pages' routes. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: (at) => demandSession(at),
  // What one may do decides what the frame shows.
  loader: ({ context: { queries } }) => void queries.prefetchQuery(read(api.account.get)),
  component: lazyComponent(() => import('../layout/shell.tsx'), 'Shell'),
})
