import { api, BULK_OUTCOMES, type BulkOutcome } from '@latchwork/contract'
import { createRoute } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'

export const bulkRunsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/bulk',
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(read(api.bulk.list))
    void queries.prefetchQuery(read(api.sheets.list))
  },
  component: lazyComponent(() => import('./bulk-runs-page.tsx'), 'BulkRunsPage'),
})

const isOutcome = (value: unknown): value is BulkOutcome => BULK_OUTCOMES.includes(value as BulkOutcome)

export const bulkRunRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/bulk/$bulkId',
  validateSearch: ({ show }: Record<string, unknown>): { show?: BulkOutcome } => ({
    ...(isOutcome(show) && { show }),
  }),
  component: lazyComponent(() => import('./bulk-run-page.tsx'), 'BulkRunPage'),
})
