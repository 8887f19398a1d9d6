import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { rootRoute } from '../../kit/routing/roots.ts'
import { currentSession } from '../../kit/session/session.ts'

export interface SignInSearch {
  /** Where to go afterwards: an address inside the console. */
  next?: string
  /** Why one is here again. */
  reason?: 'expired' | 'signedOut'
}

const isReason = (value: unknown): value is NonNullable<SignInSearch['reason']> =>
  value === 'expired' || value === 'signedOut'

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ next, reason }: Record<string, unknown>): SignInSearch => ({
    // An address elsewhere would make our sign-in a way to lead people astray.
    ...(typeof next === 'string' && /^\/(?![/\\])/.test(next) && { next }),
    ...(isReason(reason) && { reason }),
  }),
  beforeLoad: () => {
    if (currentSession()) throw redirect({ to: '/doors' })
  },
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
})
