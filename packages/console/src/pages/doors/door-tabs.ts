import type { Need } from '../../kit/session/allowance.ts'

/** The parts of one door's page, as its address names them. */
export const DOOR_TABS = ['overview', 'access', 'activity', 'settings', 'capability'] as const
export type DoorTab = (typeof DOOR_TABS)[number]

/** What one must be allowed to do for a part to be of use. */
export const DOOR_TAB_NEEDS: Record<DoorTab, Need> = {
  overview: {},
  access: { right: 'manageAuthorizations' },
  activity: { right: 'viewLogs' },
  settings: { right: 'manageConfig' },
  capability: {},
}

/** The part of the settings where credentials are replaced, as the end of an address names it. */
export const CREDENTIALS_PLACE = 'credentials'
