import { api } from '@latchwork/contract'
import { createRoute } from '@tanstack/react-router'
import { read } from '../../kit/data/queries.ts'
import { accountSetting } from '../../kit/devices/device-preferences.ts'
import { VIEW_TYPES, type ViewType } from '../../kit/devices/device-views.ts'
import { openOperations } from '../../kit/devices/pending-changes.ts'
import { isDay } from '../../kit/language/days.ts'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'
import { searchWords } from '../../kit/routing/search.ts'
import { DOOR_FILTERS, type DoorFilter } from './door-filter.ts'
import { DOOR_TABS, type DoorTab } from './door-tabs.ts'

export interface DoorsSearch {
  q?: string
  show?: DoorFilter
  /** As this link shows them; else as the device and the account like it. */
  view?: ViewType
}

const isFilter = (value: unknown): value is DoorFilter => DOOR_FILTERS.includes(value as DoorFilter)
const isView = (value: unknown): value is ViewType => VIEW_TYPES.includes(value as ViewType)
const isTab = (value: unknown): value is DoorTab => DOOR_TABS.includes(value as DoorTab)

export const doorsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/doors',
  validateSearch: ({ q, show, view }: Record<string, unknown>): DoorsSearch => ({
    ...searchWords(q),
    ...(isFilter(show) && show !== 'all' && { show }),
    ...(isView(view) && { view }),
  }),
  // Everything the page shows is asked for at once, while its code is still on the way.
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(read(api.smartlocks.list))
    void queries.prefetchQuery(accountSetting)
    void queries.prefetchQuery(openOperations.queued)
    void queries.prefetchQuery(openOperations.sent)
  },
  component: lazyComponent(() => import('./doors-page.tsx'), 'DoorsPage'),
})

export interface DoorSearch {
  tab?: DoorTab
  /** Of the activity: only this kind, only since this day, only until this day. */
  action?: number
  from?: string
  to?: string
}

export const doorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/doors/$smartlockId',
  validateSearch: ({ tab, action, from, to }: Record<string, unknown>): DoorSearch => ({
    ...(isTab(tab) && tab !== 'overview' && { tab }),
    ...(Number.isInteger(action) && { action: action as number }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  }),
  loader: ({ context: { queries }, params }) => {
    const address = { params: { smartlockId: Number(params.smartlockId) } }
    void queries.prefetchQuery(read(api.smartlocks.get, address))
    void queries.prefetchQuery(openOperations.queued)
    void queries.prefetchQuery(openOperations.sent)
  },
  component: lazyComponent(() => import('./door-page.tsx'), 'DoorPage'),
})
