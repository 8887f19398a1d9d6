/** The parts of one door's page, as its address names them. */
export const DOOR_TABS = ['overview', 'access', 'activity', 'settings', 'capability'] as const
export type DoorTab = (typeof DOOR_TABS)[number]
