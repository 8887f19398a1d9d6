import assert from 'node:assert/strict'
import { MovableClock } from '../src/platform/movable-clock.ts'
import type { AccessDevice } from './access-device.ts'
import type { World } from './world.ts'

/** Stays at an address with locks that a test plays, and what to wait for. */

export const onMovableClock = { clock: () => new MovableClock() }

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export const clockOf = (w: World) => w.service.platform.clock as MovableClock

/** Moves time to a moment, or nowhere when that has passed: time goes on while a move waits for its turn. */
export const moveAtLeastTo = (clock: MovableClock, moment: number) =>
  clock.advance(Math.max(moment - clock.now(), 0))

export const iso = (ms: number) => new Date(ms).toISOString()

export interface Place {
  addressId: number
  id: string
}

/** An address in Berlin with these locks, and a stay there that begins in `inDays` days. */
export async function stayAt(
  w: World,
  smartlockIds: number[],
  { inDays = 10, settings }: { inDays?: number; settings?: Record<string, unknown> } = {},
): Promise<Place> {
  const { data: address } = await w.api.addresses.create({
    body: { name: 'Mill Street 1', smartlockIds, timeZone: 'Europe/Berlin' },
  })
  const { addressId } = address
  if (settings) await w.api.addresses.update({ params: { addressId }, body: { settings } })
  const start = clockOf(w).now() + inDays * DAY_MS
  const { data } = await w.api.reservations.create({
    params: { addressId },
    body: {
      name: 'Ada Lovelace of London',
      email: '',
      guests: 2,
      startDate: iso(start),
      endDate: iso(start + 3 * DAY_MS),
    },
  })
  return { addressId, id: data.id }
}

export const stay = async (w: World, { addressId, id }: Place) => {
  const { data } = await w.api.reservations.list({ params: { addressId } })
  return data.find((one) => one.id === id) ?? assert.fail('the stay is gone')
}

export const until = (
  w: World,
  place: Place,
  what: string,
  holds: (seen: Awaited<ReturnType<typeof stay>>) => boolean,
) =>
  w.until(what, async () => {
    const seen = await stay(w, place)
    return holds(seen) && seen
  })

export const untilIssued = (w: World, place: Place) =>
  until(w, place, 'the codes are confirmed', (seen) => seen.readiness === 1 && !seen.isCurrentlyIssuingAuth)

export const untilGone = (w: World, place: Place) =>
  until(w, place, 'the codes are gone', (seen) => !('authIds' in seen) && !seen.isCurrentlyRevokingAuth)

export const codesOn = (device: AccessDevice) => [...device.held.values()].map(({ entry }) => entry)

/** Check-in and check-out of a stay by the clock of Berlin. */
export const windowOf = (seen: { startDate: string; endDate: string }) => {
  const at = (text: string, hour: number) =>
    Temporal.Instant.from(text).toZonedDateTimeISO('Europe/Berlin').withPlainTime({ hour }).epochMilliseconds
  return [at(seen.startDate, 15), at(seen.endDate, 11)]
}
