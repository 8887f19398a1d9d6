import { createRoute, redirect } from '@tanstack/react-router'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { type Onward, onwardOf } from '../../kit/routing/onward.ts'
import { rootRoute } from '../../kit/routing/roots.ts'
import { currentSession } from '../../kit/session/session.ts'

/** Whoever is signed in and has to set up a second factor first is led here from every other page. */
export const secondFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/second-factor',
  validateSearch: ({ next }: Record<string, unknown>): Onward => onwardOf(next),
  beforeLoad: ({ search }) => {
    const session = currentSession()
    if (!session) throw redirect({ to: '/sign-in', search: onwardOf(search.next) })
    if (!session.needsSecondFactor) throw redirect({ to: '/doors' })
  },
  component: lazyComponent(() => import('./second-factor-page.tsx'), 'SecondFactorPage'),
})
