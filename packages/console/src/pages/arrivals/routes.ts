import { api } from '@latchwork/contract'
import { createRoute } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { serviceDay } from '../../kit/data/service-clock.ts'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'
import { readUnits } from '../stays/use-units.ts'
import { readArrivals } from './arrivals-queries.ts'

export const arrivalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/arrivals',
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(read(api.addresses.list))
    void queries.prefetchQuery(read(api.smartlocks.list))
    void queries.prefetchQuery(readUnits)
    void queries.prefetchQuery(readArrivals(serviceDay(queries)))
  },
  component: lazyComponent(() => import('./arrivals-page.tsx'), 'ArrivalsPage'),
})
