import { createRoute } from '@tanstack/react-router'
import { isRefused } from '../../kit/facts.ts'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { demandSession } from '../../kit/routing/onward.ts'
import { rootRoute } from '../../kit/routing/roots.ts'

export interface AuthorizeSearch {
  /** What an application asks for: the query it sent to /oauth/authorize. */
  request?: string
}

/** Where an application's request is answered. One that the service has refused already needs nobody to sign in. */
export const authorizeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/authorize',
  validateSearch: ({ request }: Record<string, unknown>): AuthorizeSearch =>
    typeof request === 'string' ? { request } : {},
  beforeLoad: (at) => {
    if (!isRefused) demandSession(at)
  },
  component: lazyComponent(() => import('./authorize-page.tsx'), 'AuthorizePage'),
})
