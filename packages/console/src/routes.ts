import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { createQueries } from './kit/data/queries.ts'
import { rootRoute, shellRoute } from './kit/routing/roots.ts'
import { dropUnknown } from './kit/routing/search.ts'
import { NotFound, PageFailure } from './kit/states/page-states.tsx'
import { PageLoading } from './kit/states/states.tsx'
import { accessRoute, editAccessRoute, grantRoute, pastRoute, whyRoute } from './pages/access/routes.ts'
import { accountRoute, confirmEmailRoute } from './pages/account/routes.ts'
import { activityRoute } from './pages/activity/routes.ts'
import { addressesRoute, addressRoute } from './pages/addresses/routes.ts'
import { arrivalsRoute } from './pages/arrivals/routes.ts'
import { authorizeRoute } from './pages/authorize/routes.ts'
import { bulkRunRoute, bulkRunsRoute } from './pages/bulk/routes.ts'
import { componentsRoute } from './pages/components/routes.ts'
import { doorRoute, doorsRoute } from './pages/doors/routes.ts'
import { addDoorRoute, firstStepsRoute, gatewayRoute } from './pages/gateways/routes.ts'
import { groupsRoute } from './pages/groups/routes.ts'
import { importRoute } from './pages/imports/routes.ts'
import { integrationsRoute, keyRoute, webhookRoute } from './pages/integrations/routes.ts'
import { operatorRoute } from './pages/operator/routes.ts'
import { overviewRoute } from './pages/overview/routes.ts'
import { peopleRoute } from './pages/people/routes.ts'
import { plansRoute } from './pages/plans/routes.ts'
import { guideRoute, operationRoute, referenceRoute } from './pages/reference/routes.ts'
import { sandboxRoute } from './pages/sandbox/routes.ts'
import { secondFactorRoute } from './pages/second-factor/routes.ts'
import { sheetRoute, sheetsRoute } from './pages/sheets/routes.ts'
import { forgotRoute, redeemRoute, resetRoute, signInRoute } from './pages/sign-in/routes.ts'
import { stayRoute, staysRoute } from './pages/stays/routes.ts'
import { teamRoute } from './pages/team/routes.ts'
import { welcomeRoute } from './pages/welcome/routes.ts'

const indexRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/overview' })
  },
})

/** Every page: one name per area; each area's own routes.ts has the rest. */
const routeTree = rootRoute.addChildren([
  authorizeRoute,
  confirmEmailRoute,
  forgotRoute,
  redeemRoute,
  resetRoute,
  secondFactorRoute,
  signInRoute,
  shellRoute.addChildren([
    accessRoute,
    accountRoute,
    activityRoute,
    addDoorRoute,
    addressesRoute,
    addressRoute,
    bulkRunRoute,
    bulkRunsRoute,
    componentsRoute,
    doorRoute,
    doorsRoute,
    editAccessRoute,
    firstStepsRoute,
    gatewayRoute,
    grantRoute,
    groupsRoute,
    guideRoute,
    importRoute,
    indexRoute,
    integrationsRoute,
    keyRoute,
    operationRoute,
    operatorRoute,
    overviewRoute,
    pastRoute,
    peopleRoute,
    plansRoute,
    referenceRoute,
    sandboxRoute,
    sheetRoute,
    sheetsRoute,
    stayRoute,
    arrivalsRoute,
    staysRoute,
    teamRoute,
    webhookRoute,
    welcomeRoute,
    whyRoute,
  ]),
])

export const queries = createQueries()

export const router = createRouter({
  routeTree,
  basepath: import.meta.env.BASE_URL,
  context: { queries },
  defaultPreload: 'intent',
  // Queries keep their own time; the router asks them every time.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: PageFailure,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
})

dropUnknown(Object.values(router.routesById))

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
