import { api } from '@latchwork/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createRoute } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'
import { searchWords } from '../../kit/routing/search.ts'
import { ADDRESS_TABS, type AddressTab } from './address-tabs.ts'

/** What both pages show, asked for at once. */
function prefetch(queries: QueryClient): void {
  void queries.prefetchQuery(read(api.addresses.list))
  void queries.prefetchQuery(read(api.services.list))
  void queries.prefetchQuery(read(api.smartlocks.list))
}

export const addressesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/addresses',
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } => ({
    ...searchWords(q),
  }),
  loader: ({ context: { queries } }) => prefetch(queries),
  component: lazyComponent(() => import('./addresses-page.tsx'), 'AddressesPage'),
})

const isTab = (value: unknown): value is AddressTab => ADDRESS_TABS.includes(value as AddressTab)

/** What a tab shows besides. */
const PREFETCH: Record<AddressTab, (queries: QueryClient, addressId: number) => void> = {
  overview: () => undefined,
  units: (queries, addressId) => {
    void queries.prefetchQuery(read(api.addressUnits.list, { params: { addressId } }))
    void queries.prefetchQuery(read(api.addressUnits.tokens, { params: { addressId } }))
  },
  calendars: (queries, addressId) =>
    void queries.prefetchQuery(read(api.addressUnits.list, { params: { addressId } })),
  guests: (queries, addressId) => {
    void queries.prefetchQuery(read(api.house.get, { params: { addressId } }))
    void queries.prefetchQuery(read(api.guestMessages.get, { params: { addressId } }))
  },
  settings: () => undefined,
}

export const addressRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/addresses/$addressId',
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: AddressTab } => ({
    ...(isTab(tab) && tab !== 'overview' && { tab }),
  }),
  loaderDeps: ({ search: { tab = 'overview' } }) => ({ tab }),
  loader: ({ context: { queries }, params, deps: { tab } }) => {
    prefetch(queries)
    PREFETCH[tab](queries, Number(params.addressId))
  },
  component: lazyComponent(() => import('./address-page.tsx'), 'AddressPage'),
})
