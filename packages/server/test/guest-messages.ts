import { type TestContext, test } from 'node:test'
import type { GuestMessage } from '@latchwork/contract'
import { MovableClock } from '../src/platform/movable-clock.ts'
import { type AccessDevice, playedKeypad } from './access-device.ts'
import { type SmtpReceiver, startSmtpReceiver, wordsOf } from './smtp-receiver.ts'
import { clockOf, DAY_MS, iso, type Place, stay, windowOf } from './stays.ts'
import { ENGINES } from './tier.ts'
import { type Receiver, startReceiver, TO_RECEIVERS } from './webhook-receiver.ts'
import { type Api, createWorld, type World } from './world.ts'

/** A house that writes to its guests, with a mail server and a gateway that are real. */
export interface Rig {
  w: World
  smtp: SmtpReceiver
  gateway: Receiver
}

export const CONSOLE = 'https://locks.example'
export const PROOF = { currentPassword: 'correct horse' }
export const ADA = { name: 'Ada Lovelace', email: 'ada@example.com', guests: 1 }

export function messageTest(
  name: string,
  run: (rig: Rig, t: TestContext) => Promise<void>,
  more: Record<string, Record<string, unknown>> = {},
): void {
  for (const engine of ENGINES)
    test(`${name} [${engine}]`, async (t) => {
      const smtp = await startSmtpReceiver(t)
      const gateway = await startReceiver(t)
      const outbound = TO_RECEIVERS
      const config = { ...smtp.config, outbound, publicUrl: CONSOLE, ...more }
      const w = await createWorld(t, engine, { config, clock: () => new MovableClock() })
      await run({ w, smtp, gateway }, t)
    })
}

/** A house in Berlin with a door; codes come a day before check-in, and messages so many hours before it. */
export async function writingHouse(
  w: World,
  { hoursBefore = 6, settings = { autoIssueHours: 24 } }: { hoursBefore?: number; settings?: object } = {},
): Promise<{ addressId: number; door: AccessDevice }> {
  const door = await playedKeypad(w, 'Front door')
  const { data: address } = await w.api.addresses.create({
    body: { name: 'Mill Street 1', smartlockIds: [door.smartlockId], timeZone: 'Europe/Berlin' },
  })
  const params = { addressId: address.addressId }
  await w.api.addresses.update({ params, body: { settings: settings as Record<string, unknown> } })
  await w.api.guestMessages.update({ params, body: { enabled: true, hoursBefore } })
  return { ...params, door }
}

export async function booked(
  w: World,
  addressId: number,
  guest: Partial<Parameters<Api['reservations']['create']>[0]['body']> = {},
  api: Api = w.api,
): Promise<Place & { from: number; until: number }> {
  const start = clockOf(w).now() + 2 * DAY_MS
  const { data } = await api.reservations.create({
    params: { addressId },
    body: { ...ADA, startDate: iso(start), endDate: iso(start + 3 * DAY_MS), ...guest },
  })
  const place = { addressId, id: data.id }
  const [from = 0, until = 0] = windowOf(await stay(w, place))
  return { ...place, from, until }
}

export const messagesOf = async (w: World, { addressId, id }: Place): Promise<GuestMessage[]> =>
  (await w.api.guestMessages.listOfStay({ params: { addressId, id } })).data

/** Waits until the newest message is so. */
export const untilMessage = (w: World, place: Place, what: string, holds: (one: GuestMessage) => boolean) =>
  w.until(what, async () => {
    const [newest] = await messagesOf(w, place)
    return newest !== undefined && holds(newest) && newest
  })

export const untilSent = (w: World, place: Place, count = 1) =>
  w.until(`${count} messages were sent`, async () => {
    const sent = (await messagesOf(w, place)).filter(({ state }) => state === 'sent')
    return sent.length === count && sent[0]
  })

/** What the newest mail says, without the HTML. */
export const newestWords = ({ mails }: SmtpReceiver): string => {
  const newest = mails.at(-1)
  return newest ? wordsOf(newest).split('<!doctype')[0]!.replaceAll('\r\n', '\n') : ''
}

export const codeOf = (door: AccessDevice): string =>
  String([...door.held.values()].map(({ entry }) => entry)[0]?.code)
