import { AUTH_TYPES, type AuthType, api, SYNC_STATES, type SyncState } from '@latchwork/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createRoute } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { isDay } from '../../kit/language/days.ts'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'
import { searchWords } from '../../kit/routing/search.ts'
import { ACCESS_VIEWS, type AccessSearch, type AccessView } from './access-search.ts'

const isType = (value: unknown): value is AuthType => AUTH_TYPES.includes(value as AuthType)
const isSync = (value: unknown): value is SyncState => SYNC_STATES.includes(value as SyncState)
const isView = (value: unknown): value is AccessView => ACCESS_VIEWS.includes(value as AccessView)
const isNumber = (value: unknown): value is number => Number.isSafeInteger(value)

/** Everything the pages of this area show, asked for at once. */
function prefetch(queries: QueryClient): void {
  void queries.prefetchQuery(read(api.authorizations.list))
  void queries.prefetchQuery(read(api.smartlocks.list))
  void queries.prefetchQuery(read(api.accountUsers.list))
}

export const accessRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/access',
  validateSearch: ({ q, type, user, door, sync, view, day }: Record<string, unknown>): AccessSearch => ({
    ...searchWords(q),
    ...(isType(type) && { type }),
    ...(isNumber(user) && { user }),
    ...(isNumber(door) && { door }),
    ...(isSync(sync) && { sync }),
    ...(isView(view) && view !== 'table' && { view }),
    ...(isDay(day) && { day }),
  }),
  loader: ({ context: { queries } }) => prefetch(queries),
  component: lazyComponent(() => import('./access-page.tsx'), 'AccessPage'),
})

export interface GrantSearch {
  /** Chosen before one came here. */
  user?: number
  door?: number
}

const grantSearch = ({ user, door }: Record<string, unknown>): GrantSearch => ({
  ...(isNumber(user) && { user }),
  ...(isNumber(door) && { door }),
})

export const grantRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/access/new',
  validateSearch: grantSearch,
  loader: ({ context: { queries } }) => prefetch(queries),
  component: lazyComponent(() => import('./grant-page.tsx'), 'GrantPage'),
})

export const editAccessRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/access/$smartlockId/$authId',
  loader: ({ context: { queries }, params }) => {
    prefetch(queries)
    const address = { params: { smartlockId: Number(params.smartlockId), id: params.authId } }
    void queries.prefetchQuery(read(api.authorizations.get, address))
  },
  component: lazyComponent(() => import('./grant-page.tsx'), 'EditAccessPage'),
})

export interface WhySearch {
  door?: number
  auth?: string
}

export const whyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/access/why',
  validateSearch: ({ door, auth }: Record<string, unknown>): WhySearch => ({
    ...(isNumber(door) && { door }),
    ...(typeof auth === 'string' && /^[0-9a-f]{24}$/.test(auth) && { auth }),
  }),
  loader: ({ context: { queries } }) => prefetch(queries),
  component: lazyComponent(() => import('./why-page.tsx'), 'WhyPage'),
})

export interface PastSearch {
  door?: number
  /** The moment, as the interface writes it. */
  at?: string
}

export const pastRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/access/past',
  validateSearch: ({ door, at }: Record<string, unknown>): PastSearch => ({
    ...(isNumber(door) && { door }),
    ...(typeof at === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) && { at }),
  }),
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(read(api.smartlocks.list))
    void queries.prefetchQuery(read(api.accountUsers.list))
  },
  component: lazyComponent(() => import('./past-page.tsx'), 'PastPage'),
})
