import { ACCOUNTS } from './accounts.ts'
import { APPS } from './apps.ts'
import { BOOKING } from './booking.ts'
import type { RecordedClient } from './client.ts'
import { DEVICES } from './devices.ts'
import { DOORS } from './doors.ts'
import { GUESTS } from './guests.ts'
import { HOME } from './home.ts'
import { LIBRARIES } from './libraries.ts'
import { MANAGERS } from './managers.ts'
import { SPACES } from './spaces.ts'

export const RECORDED: readonly RecordedClient[] = [
  ...HOME,
  ...DEVICES,
  ...BOOKING,
  ...GUESTS,
  ...MANAGERS,
  ...SPACES,
  ...DOORS,
  ...APPS,
  ...LIBRARIES,
  ...ACCOUNTS,
]
