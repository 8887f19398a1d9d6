import type { Need } from '../../kit/session/allowance.ts'

/** The parts of one address's page, as its location names them. */
export const ADDRESS_TABS = ['overview', 'units', 'calendars', 'guests', 'settings'] as const
export type AddressTab = (typeof ADDRESS_TABS)[number]

/** What one must be allowed to do for a part to be of use. */
export const ADDRESS_TAB_NEEDS: Record<AddressTab, Need> = {
  overview: {},
  units: { right: 'manageAuthorizations' },
  calendars: {},
  guests: { right: 'manageAuthorizations' },
  settings: { right: 'manageSmartlock' },
}
