import { api } from '@latchwork/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createRoute, redirect } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { accountSetting } from '../../kit/devices/device-preferences.ts'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { keepMailedSecret } from '../../kit/routing/mailed-secrets.ts'
import { rootRoute, shellRoute } from '../../kit/routing/roots.ts'
import { ACCOUNT_TABS, type AccountTab } from './account-tabs.ts'
import { sessionPages } from './session-pages.ts'

export interface AccountSearch {
  tab?: AccountTab
  /** A code was mailed and is waited for. */
  confirming?: true
}

const isTab = (value: unknown): value is AccountTab => ACCOUNT_TABS.includes(value as AccountTab)

/** Starts what each tab reads; the account itself is read by the frame already. */
const PREFETCH: Record<AccountTab, (queries: QueryClient) => void> = {
  profile: () => undefined,
  'sign-in': (queries) => {
    void queries.prefetchInfiniteQuery(sessionPages)
    void queries.prefetchQuery(read(api.passkeys.list))
    void queries.prefetchQuery(read(api.recoveryCodes.get))
  },
  alerts: (queries) => {
    void queries.prefetchQuery(read(api.alerts.channels))
    void queries.prefetchQuery(read(api.alerts.choices))
    void queries.prefetchQuery(read(api.smartlocks.list))
  },
  notifications: (queries) => {
    void queries.prefetchQuery(read(api.notifications.list))
    void queries.prefetchQuery(read(api.smartlocks.list))
  },
  settings: (queries) => void queries.prefetchQuery(accountSetting),
}

export const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  validateSearch: ({ tab, confirming }: Record<string, unknown>): AccountSearch => ({
    ...(isTab(tab) && tab !== 'profile' && { tab }),
    ...(confirming === true && { confirming }),
  }),
  loaderDeps: ({ search: { tab = 'profile' } }) => ({ tab }),
  loader: ({ context: { queries }, deps: { tab } }) => PREFETCH[tab](queries),
  component: lazyComponent(() => import('./account-page.tsx'), 'AccountPage'),
})

/** Mails lead here, with the code behind the #; whoever is not signed in does that on the way. */
export const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirm-email',
  beforeLoad: ({ location }) => {
    keepMailedSecret('code', location.hash)
    throw redirect({ to: '/account', search: { tab: 'sign-in', confirming: true }, replace: true })
  },
})
