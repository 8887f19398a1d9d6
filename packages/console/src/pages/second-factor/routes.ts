import { createRoute, redirect } from '@tanstack/react-router'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { rootRoute } from '../../kit/routing/roots.ts'
import { currentSession } from '../../kit/session/session.ts'

/** Whoever is signed in and has to set up a second factor first is led here from every other page. */
export const secondFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/second-factor',
  beforeLoad: () => {
    const session = currentSession()
    if (!session) throw redirect({ to: '/sign-in' })
    if (!session.needsSecondFactor) throw redirect({ to: '/doors' })
  },
  component: lazyComponent(() => import('./second-factor-page.tsx'), 'SecondFactorPage'),
})
