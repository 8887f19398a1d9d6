import { hasBridge } from '../../kit/facts.ts'

export const INTEGRATION_TABS = ['keys', 'webhooks', 'events', 'access', 'bridge'] as const
export type IntegrationTab = (typeof INTEGRATION_TABS)[number]

/** Those that there is something behind: the bridge only where the operator has switched it on, and for masters. */
export const tabsFor = (isMaster: boolean): readonly IntegrationTab[] =>
  INTEGRATION_TABS.filter((tab) => tab !== 'bridge' || (hasBridge && isMaster))
