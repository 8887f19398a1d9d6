import type { en } from '../en/index.ts'
import { access } from './access.ts'
import { account } from './account.ts'
import { activity } from './activity.ts'
import { addresses } from './addresses.ts'
import { alerts } from './alerts.ts'
import { arrivals } from './arrivals.ts'
import { authorize } from './authorize.ts'
import { bulk } from './bulk.ts'
import { calendars } from './calendars.ts'
import { components } from './components.ts'
import { devices } from './devices.ts'
import { door } from './door.ts'
import { doors } from './doors.ts'
import { errors } from './errors.ts'
import { gateways } from './gateways.ts'
import { grant } from './grant.ts'
import { groups } from './groups.ts'
import { guestMessages } from './guest-messages.ts'
import { guests } from './guests.ts'
import { imports } from './imports.ts'
import { integrations } from './integrations.ts'
import { keys } from './keys.ts'
import { kit } from './kit.ts'
import { notifications } from './notifications.ts'
import { operations } from './operations.ts'
import { operator } from './operator.ts'
import { overview } from './overview.ts'
import { pairings } from './pairings.ts'
import { palette } from './palette.ts'
import { past } from './past.ts'
import { people } from './people.ts'
import { plans } from './plans.ts'
import { redeem } from './redeem.ts'
import { reference } from './reference.ts'
import { rights } from './rights.ts'
import { sandbox } from './sandbox.ts'
import { saving, settingGroups } from './saving.ts'
import { settings } from './settings.ts'
import { sheets } from './sheets.ts'
import { signIn } from './sign-in.ts'
import { stays } from './stays.ts'
import { table } from './table.ts'
import { team } from './team.ts'
import { units } from './units.ts'
import { welcome } from './welcome.ts'

/** Italian; a text that English has and this lacks does not compile. */
export const it: typeof en = {
  access,
  account,
  activity,
  addresses,
  alerts,
  arrivals,
  authorize,
  bulk,
  calendars,
  components,
  devices,
  door,
  doors,
  errors,
  gateways,
  grant,
  groups,
  guestMessages,
  guests,
  imports,
  integrations,
  keys,
  kit,
  notifications,
  operations,
  operator,
  overview,
  pairings,
  palette,
  past,
  people,
  plans,
  redeem,
  reference,
  rights,
  sandbox,
  saving,
  settingGroups,
  settings,
  sheets,
  signIn,
  stays,
  table,
  team,
  units,
  welcome,
}
