import {
  ADVANCED_KEY_STATUSES,
  type AdvancedKeyStatus,
  MAIL_STATES,
  type MailState,
} from '@latchwork/contract'
import { createRoute } from '@tanstack/react-router'
import { lazyComponent } from '../../kit/routing/lazy-component.ts'
import { shellRoute } from '../../kit/routing/roots.ts'
import { applicationPages, mailPages, operatorDuties } from './operator-pages.ts'
import { OPERATOR_TABS, type OperatorTab } from './operator-tabs.ts'

export interface OperatorSearch {
  tab?: OperatorTab
  /** Of the mails: only those in this state. */
  state?: MailState
  /** The mail that is open. */
  mail?: string
  /** Of the applications: only those in this state. */
  status?: AdvancedKeyStatus
}

const isTab = (value: unknown): value is OperatorTab => OPERATOR_TABS.includes(value as OperatorTab)
const isState = (value: unknown): value is MailState => MAIL_STATES.includes(value as MailState)
const isStatus = (value: unknown): value is AdvancedKeyStatus =>
  ADVANCED_KEY_STATUSES.includes(value as AdvancedKeyStatus)

export const operatorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/operator',
  validateSearch: ({ tab, state, mail, status }: Record<string, unknown>): OperatorSearch => ({
    ...(isTab(tab) && tab !== 'mail' && { tab }),
    ...(isState(state) && { state }),
    ...(typeof mail === 'string' && /^[0-9a-f]{24}$/.test(mail) && { mail }),
    ...(isStatus(status) && { status }),
  }),
  // Reading a mail is recorded, so that none is read ahead.
  loaderDeps: ({ search: { tab = 'mail', state, status } }) => ({ tab, state, status }),
  loader: ({ context: { queries }, deps: { tab, state, status } }) => {
    void queries.prefetchQuery(operatorDuties)
    void (tab === 'mail'
      ? queries.prefetchInfiniteQuery(mailPages(state))
      : queries.prefetchInfiniteQuery(applicationPages(status)))
  },
  component: lazyComponent(() => import('./operator-page.tsx'), 'OperatorPage'),
})
