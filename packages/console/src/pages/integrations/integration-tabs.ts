export const INTEGRATION_TABS = ['keys', 'webhooks', 'events', 'access'] as const
export type IntegrationTab = (typeof INTEGRATION_TABS)[number]
