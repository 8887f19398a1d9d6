export const TEAM_TABS = ['people', 'audit'] as const
export type TeamTab = (typeof TEAM_TABS)[number]
