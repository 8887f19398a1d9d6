import { type SmartlockAuth, TIME_ZONES } from '@latchwork/contract'
import { ManualClock } from '../src/platform/clock.ts'
import { keypadLock } from './access-device.ts'
import { FOUND_CAPABILITY } from './played-gateway.ts'
import type { RegisteredLock, World } from './world.ts'

/** The oldest right of a lock. */
export const first = async (w: World, { smartlockId }: RegisteredLock) =>
  (await w.api.authorizations.listOf({ params: { smartlockId } })).data[0] as SmartlockAuth

export const WITHOUT_WINDOWS = {
  ...FOUND_CAPABILITY,
  windows: { dates: 'service', weekly: 'service', acrossMidnight: false },
  codes: { ...FOUND_CAPABILITY.codes, nameLength: 12, maxDigits: 6 },
}

/** A lock that keeps no windows, in Berlin; it holds twelve characters of a name. */
export async function lockWithoutWindows(w: World, name?: string) {
  const lock = await keypadLock(w, name)
  const row = await w.db.selectFrom('smartlock').select('config').executeTakeFirstOrThrow()
  const config = { ...JSON.parse(row.config as string), timezoneId: TIME_ZONES.indexOf('Europe/Berlin') }
  await w.db
    .updateTable('smartlock')
    .set({ config: JSON.stringify(config), capability: JSON.stringify(WITHOUT_WINDOWS) })
    .execute()
  return lock
}

export const moveTo = async (w: World, instant: string) => {
  const clock = w.service.platform.clock as ManualClock
  clock.advance(Date.parse(instant) - clock.now())
  await w.service.settle()
}

/** Clocks in Berlin go forward in the night to Sunday. */
export const beforeSummer = { clock: () => new ManualClock(Date.parse('2027-03-27T06:00:00Z')) }

export const CLEANER = {
  name: 'Mrs Longname of the cleaners',
  type: 13,
  remoteAllowed: false,
  allowedWeekDays: 127,
  allowedFromTime: 600,
  allowedUntilTime: 720,
  allowedUntilDate: '2027-03-29T09:00:00.000Z',
} as const
