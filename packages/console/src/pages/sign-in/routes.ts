import { createRoute, redirect } from '@tanstack/react-router'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { INVITATION, keepMailedSecret } from '../../kit/routing/mailed-secrets.ts'
import { type Onward, onwardOf } from '../../kit/routing/onward.ts'
import { rootRoute } from '../../kit/routing/roots.ts'
import { currentSession, SESSION_ENDS, type SessionEnd } from '../../kit/session/session.ts'

export interface SignInSearch extends Onward {
  /** Why one is here again. */
  reason?: SessionEnd
}

const isReason = (value: unknown): value is SessionEnd => SESSION_ENDS.includes(value as SessionEnd)

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ next, reason }: Record<string, unknown>): SignInSearch => ({
    ...onwardOf(next),
    ...(isReason(reason) && { reason }),
  }),
  beforeLoad: () => {
    if (currentSession()) throw redirect({ to: '/doors' })
  },
  component: lazyComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
})

export const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot',
  component: lazyComponent(() => import('./forgot-page.tsx'), 'ForgotPage'),
})

/** Invitations lead here, with the token of the unit behind the #; it stays in memory while one signs in. */
export const redeemRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/redeem',
  beforeLoad: ({ location }) => {
    if (keepMailedSecret(INVITATION, location.hash)) throw redirect({ to: '/redeem', replace: true })
  },
  component: lazyComponent(() => import('./redeem-page.tsx'), 'RedeemPage'),
})

/** Mails lead here, with the token behind the #. */
export const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset',
  beforeLoad: ({ location }) => {
    if (keepMailedSecret('token', location.hash)) throw redirect({ to: '/reset', replace: true })
  },
  component: lazyComponent(() => import('./reset-page.tsx'), 'ResetPage'),
})
