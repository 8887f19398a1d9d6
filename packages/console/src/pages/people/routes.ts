import { api } from '@latchwork/contract'
import { createRoute } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'
import { searchWords } from '../../kit/routing/search.ts'

export const peopleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people',
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } => ({
    ...searchWords(q),
  }),
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(read(api.accountUsers.list))
    void queries.prefetchQuery(read(api.authorizations.list))
  },
  component: lazyComponent(() => import('./people-page.tsx'), 'PeoplePage'),
})
