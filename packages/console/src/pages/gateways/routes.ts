import { createRoute } from '@tanstack/react-router'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'

export const addDoorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/add-door',
  component: lazyComponent(() => import('./add-door-page.tsx'), 'AddDoorPage'),
})

export const firstStepsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/add-door/$smartlockId',
  component: lazyComponent(() => import('./first-steps-page.tsx'), 'FirstStepsPage'),
})

export const gatewayRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/gateways/$gatewayId',
  component: lazyComponent(() => import('./gateway-page.tsx'), 'GatewayPage'),
})
