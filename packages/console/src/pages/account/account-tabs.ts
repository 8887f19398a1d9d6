import type { Need } from '../../kit/session/allowance.ts'

/** The parts of the own account, as the address names them. */
export const ACCOUNT_TABS = ['profile', 'sign-in', 'alerts', 'notifications', 'settings'] as const
export type AccountTab = (typeof ACCOUNT_TABS)[number]

/** What one must be allowed to do for a part to be of use. */
export const ACCOUNT_TAB_NEEDS: Record<AccountTab, Need> = {
  profile: {},
  'sign-in': {},
  alerts: { right: 'viewLogs' },
  notifications: { right: 'viewLogs' },
  settings: {},
}
