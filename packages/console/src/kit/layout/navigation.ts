import {
  type Icon,
  IconBed,
  IconBuildingCommunity,
  IconCalendarRepeat,
  IconDoor,
  IconFlask,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconLuggage,
  IconPlug,
  IconServerCog,
  IconSparkles,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  IconUsersPlus,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { hasSandbox } from '../facts.ts'
import type { Messages } from '../language/languages.ts'
import type { Need } from '../session/allowance.ts'

interface NavigationEntry {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: (text: Messages) => string
  readonly icon: Icon
  /** Left out where there is nothing behind it. */
  readonly isOffered?: boolean
  /** Left out for people who may not use it. */
  readonly needs?: Need
}

/** The menu, in its order: one line per area. */
export const navigation: readonly NavigationEntry[] = [
  { to: '/welcome', label: (text) => text.welcome.menu, icon: IconSparkles },
  { to: '/overview', label: (text) => text.overview.title, icon: IconLayoutDashboard },
  { to: '/doors', label: (text) => text.doors.title, icon: IconDoor },
  {
    to: '/activity',
    label: (text) => text.activity.title,
    icon: IconHistory,
    needs: { right: 'viewLogs' },
  },
  {
    to: '/access',
    label: (text) => text.rights.title,
    icon: IconKey,
    needs: { right: 'manageAuthorizations' },
  },
  {
    to: '/people',
    label: (text) => text.people.title,
    icon: IconUsers,
    needs: { right: 'manageAuthorizations' },
  },
  {
    to: '/groups',
    label: (text) => text.groups.title,
    icon: IconUsersPlus,
    needs: { right: 'manageAuthorizations' },
  },
  {
    to: '/plans',
    label: (text) => text.plans.title,
    icon: IconCalendarRepeat,
    needs: { right: 'manageAuthorizations' },
  },
  {
    to: '/arrivals',
    label: (text) => text.arrivals.title,
    icon: IconLuggage,
    needs: { right: 'manageAuthorizations' },
  },
  {
    to: '/stays',
    label: (text) => text.stays.title,
    icon: IconBed,
    needs: { right: 'manageAuthorizations' },
  },
  { to: '/addresses', label: (text) => text.addresses.title, icon: IconBuildingCommunity },
  { to: '/integrations', label: (text) => text.integrations.title, icon: IconPlug },
  { to: '/team', label: (text) => text.team.title, icon: IconUsersGroup, needs: { master: true } },
  {
    to: '/sandbox',
    label: (text) => text.sandbox.title,
    icon: IconFlask,
    isOffered: hasSandbox,
    needs: { master: true },
  },
  {
    to: '/operator',
    label: (text) => text.operator.title,
    icon: IconServerCog,
    needs: { operator: true },
  },
  { to: '/account', label: (text) => text.account.title, icon: IconUserCircle },
]
