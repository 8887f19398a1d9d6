import { api, type EventFeature, WEBHOOK_FEATURES } from '@latchwork/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createRoute } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'
import { searchWords } from '../../kit/routing/search.ts'
import { INTEGRATION_TABS, type IntegrationTab } from './integration-tabs.ts'

export interface IntegrationsSearch {
  tab?: IntegrationTab
  /** Of the events: only this kind, only those with this text. */
  feature?: EventFeature
  q?: string
}

const isTab = (value: unknown): value is IntegrationTab => INTEGRATION_TABS.includes(value as IntegrationTab)
const isFeature = (value: unknown): value is EventFeature =>
  [...WEBHOOK_FEATURES, 'CALLBACK'].includes(value as EventFeature)

/** Starts what each tab reads. */
const PREFETCH: Record<IntegrationTab, (queries: QueryClient) => void> = {
  keys: (queries) => void queries.prefetchQuery(read(api.apiKeys.list)),
  webhooks: (queries) => {
    void queries.prefetchQuery(read(api.apiKeys.list))
    void queries.prefetchQuery(read(api.webhooks.list))
  },
  events: () => undefined,
  access: (queries) => void queries.prefetchQuery(read(api.integrations.list)),
  bridge: (queries) => void queries.prefetchQuery(read(api.bridge.get)),
}

export const integrationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integrations',
  validateSearch: ({ tab, feature, q }: Record<string, unknown>): IntegrationsSearch => ({
    ...(isTab(tab) && tab !== 'keys' && { tab }),
    ...(isFeature(feature) && { feature }),
    ...searchWords(q),
  }),
  loaderDeps: ({ search: { tab = 'keys' } }) => ({ tab }),
  loader: ({ context: { queries }, deps: { tab } }) => PREFETCH[tab](queries),
  component: lazyComponent(() => import('./integrations-page.tsx'), 'IntegrationsPage'),
})

export const keyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integrations/keys/$apiKeyId',
  loader: ({ context: { queries }, params }) => {
    const address = { params: { apiKeyId: Number(params.apiKeyId) } }
    void queries.prefetchQuery(read(api.apiKeys.list))
    void queries.prefetchQuery(read(api.apiKeys.listTokens, address))
    void queries.prefetchQuery(read(api.advancedKeys.get, address))
  },
  component: lazyComponent(() => import('./key-page.tsx'), 'KeyPage'),
})

export const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integrations/webhooks/$webhookId',
  loader: ({ context: { queries } }) => void queries.prefetchQuery(read(api.webhooks.list)),
  component: lazyComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
})
